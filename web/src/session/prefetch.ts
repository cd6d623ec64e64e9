import { queries } from './queries.ts'
import { sessionQuery } from './session.ts'

/**
 * For the loader of a route: begins to read what its page will show, while the files of the page are
 * still coming. Nothing is asked for a person without the right; the page says so.
 */
export const prefetchFor = (permission: string, prefetch: () => void): void =>
  void queries
    .ensureQueryData(sessionQuery)
    .then(({ permissions }) => permissions.includes(permission) && prefetch())
    // The root of the application reads the session too, and shows what failed.
    .catch(() => undefined)
