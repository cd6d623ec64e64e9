import { createRootRoute } from '@tanstack/react-router'
import { Loading } from '../components/loading.tsx'
import { queries } from '../session/queries.ts'
import { sessionQuery } from '../session/session.ts'
import { Failed, NotFound } from '../components/states.tsx'
import { Layout } from './layout.tsx'

/** The parent of every route of the portal. */
export const root = createRootRoute({
  loader: () => queries.ensureQueryData(sessionQuery),
  component: Layout,
  pendingComponent: Loading,
  // The page has said that it loads since before its scripts.
  pendingMs: 0,
  errorComponent: ({ error, reset }) => (
    <main className="page">
      <Failed error={error} onAgain={reset} />
    </main>
  ),
  notFoundComponent: NotFound,
})
