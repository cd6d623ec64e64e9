import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { on } from '../../api/call.ts'
import type { AnswerOf } from '../../api/contract.ts'

export type Partner = AnswerOf<'GET /operator/v1/partners/{partnerId}'>

/** The partner of the address. Its sections share one answer. */
export const usePartner = (): { partnerId: string; query: UseQueryResult<Partner> } => {
  const { partnerId = '' } = useParams({ strict: false })
  const query = useQuery({
    queryKey: ['partner', partnerId],
    queryFn: async ({ signal }) =>
      on('GET /operator/v1/partners/{partnerId}')({ params: { partnerId }, signal }),
    refetchInterval: 10_000,
  })
  return { partnerId, query }
}

const LIVE_MS = 15_000

/** How the partner does: what its own portal shows. */
export const partnerHealth = (partnerId: string) =>
  queryOptions({
    queryKey: ['partner', partnerId, 'health'],
    queryFn: async ({ signal }) =>
      on('GET /operator/v1/partners/{partnerId}/health')({ params: { partnerId }, signal }),
    refetchInterval: LIVE_MS,
  })
