import { queryOptions } from '@tanstack/react-query'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'

export type Overview = AnswerOf<'GET /operator/v1/overview'>

/** As long as the platform remembers its answer. */
const EVERY_MS = 5_000

export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => on('GET /operator/v1/overview')({ signal }),
  refetchInterval: EVERY_MS,
})

/** The kinds of channels, each with its step of the charts' one hue. */
export const KINDS = [
  { kind: 'AGENCY', color: 'var(--chart-1)' },
  { kind: 'DELIVERY', color: 'var(--chart-2)' },
  { kind: 'MARKETPLACE', color: 'var(--chart-3)' },
] as const
