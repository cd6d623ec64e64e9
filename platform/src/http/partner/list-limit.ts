import type { FastifyReply } from 'fastify'
import { LIST_QUOTA, takeListCall, type ListQuota } from '../../money/books/list-quota.ts'
import type { DatabaseOf } from '../../base/database/database.ts'
import { ApiError } from '../../base/api-error.ts'

const POLICY = `"lists";q=${LIST_QUOTA.requests};w=${LIST_QUOTA.seconds}`

/** Counts a list request of a partner, whatever becomes of it (W124). */
export const countListCall =
  (databaseOf: DatabaseOf) =>
  async (partnerId: number, reply: FastifyReply): Promise<void> => {
    const { partnerLists } = await databaseOf(partnerId)
    const quota = await takeListCall(partnerLists, partnerId)
    void reply.headers({ 'ratelimit-policy': POLICY, ratelimit: rateLimit(quota) })
    if (quota.granted) return
    throw new ApiError('PARTNER_API429_TOO_MANY_LISTS', {
      headers: { 'retry-after': String(quota.resetSeconds) },
    })
  }

const rateLimit = ({ remaining, resetSeconds }: ListQuota): string =>
  `"lists";r=${remaining};t=${resetSeconds}`
