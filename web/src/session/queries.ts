import { QueryClient } from '@tanstack/react-query'
import { ApiFailure, refusals } from '../api/failure.ts'

const RETRIES_MAX = 2

/** The data of the screens. What is visible is fetched again when the window gets the focus. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal stays one; a network that is away may come back.
      retry: (count, error) =>
        count < RETRIES_MAX && !(error instanceof ApiFailure && error.status < 500),
    },
  },
})

// The session has ended, or its role is another one now: every page that shows it reads it again.
for (const status of ['401', '403']) {
  refusals.addEventListener(status, () => void queries.invalidateQueries({ queryKey: ['session'] }))
}
