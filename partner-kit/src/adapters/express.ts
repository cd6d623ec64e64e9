/** `@wasl/partner-kit/express`: the partner in an application of Express 4 or 5. */
import { incomingFromNode, pathnameOf, serveNode } from '../node-adapter.ts'
import type { NodeHandler } from '../node-adapter.ts'
import type { Partner } from '../partner.ts'
import { mountedPath } from './mounted-path.ts'

const ADVICE =
  'In Express, put app.use(path, toExpressHandler(partner)) before app.use(express.json()) and ' +
  'every other body parser.'

/**
 * The partner as a middleware:
 *
 *     app.use('/payments', toExpressHandler(partner))
 *     app.use(express.json())
 *
 * Put it before the body parsers: it reads the raw bytes, which the signature covers. After one, every
 * webhook gets 500, and the log hook says what to move. Raw bytes kept by express.raw() are used.
 * Requests outside the partner's paths continue to the next middleware.
 */
export const toExpressHandler =
  (partner: Partner): NodeHandler =>
  (request, response, next) => {
    // Express removes the mount path from `url` and keeps the whole path in `originalUrl`.
    const { originalUrl } = request as { originalUrl?: unknown }
    const within = pathnameOf(request.url ?? '/')
    const whole = typeof originalUrl === 'string' ? pathnameOf(originalUrl) : within
    const pathname = mountedPath(partner, within, whole)
    if (next !== undefined && !partner.owns(pathname)) {
      next()
      return
    }
    serveNode(partner, response, incomingFromNode(request, pathname, ADVICE))
  }
