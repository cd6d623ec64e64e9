import { createRootRoute } from '@tanstack/react-router'
import { queries } from '../shared/queries.ts'
import { sessionQuery } from '../shared/session.ts'
import { Failed, NotFound } from '../shared/states.tsx'
import { Layout } from './layout.tsx'

/** The parent of every route of the portal. */
export const root = createRootRoute({
  loader: () => queries.ensureQueryData(sessionQuery),
  component: Layout,
  errorComponent: ({ error, reset }) => (
    <main className="page">
      <Failed error={error} onAgain={reset} />
    </main>
  ),
  notFoundComponent: NotFound,
})
