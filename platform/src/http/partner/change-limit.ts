import type { Operation } from '@wasl/protocol'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from '../../base/api-error.ts'
import { retryAfterOf } from '../server/retry-after.ts'

/**
 * Changes that one partner may make in each process: all codes of a shop at once, then as many as
 * any till needs. Every change is stored for ever, so a program that repeats itself must be slowed
 * down.
 */
const STEADY = { points: 10, duration: 1 }
const BURST = { points: 600, duration: 60 }

const POLICY = `"changes";q=${STEADY.points};w=${STEADY.duration}`

export type ChangeLimit = {
  /** Counts one change by this partner. @throws ApiError PARTNER_API429_TOO_MANY_CHANGES */
  count(partnerId: number): Promise<void>
}

export const createChangeLimit = (): ChangeLimit => {
  const limiter = new BurstyRateLimiter(
    new RateLimiterMemory({ ...STEADY, keyPrefix: 'steady' }),
    new RateLimiterMemory({ ...BURST, keyPrefix: 'burst' }),
  )
  return {
    async count(partnerId) {
      try {
        await limiter.consume(partnerId)
      } catch (state) {
        if (!(state instanceof RateLimiterRes)) throw state
        const seconds = retryAfterOf(state)
        throw new ApiError('PARTNER_API429_TOO_MANY_CHANGES', {
          headers: {
            'ratelimit-policy': POLICY,
            ratelimit: `"changes";r=0;t=${seconds}`,
            'retry-after': seconds,
          },
        })
      }
    },
  }
}

/** Counts every change request of a partner before it is checked, for the routes of one API. */
export const countChanges = () => {
  const limit = createChangeLimit()
  return async ({ partnerId }: { partnerId: number }, { method }: Operation): Promise<void> => {
    if (method !== 'GET') await limit.count(partnerId)
  }
}
