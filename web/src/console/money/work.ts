import { queryOptions } from '@tanstack/react-query'
import { on } from '../../api/call.ts'

/** What is open in the money, and the last sealed day. Asked again while it is visible. */
export const workQuery = queryOptions({
  queryKey: ['open-work'],
  queryFn: ({ signal }) => on('GET /operator/v1/open-work')({ signal }),
  refetchInterval: 10_000,
})
