import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '@wasl/protocol'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiError } from './api-error.ts'
import { countedAddress } from './counted-address.ts'
import { retryAfterOf } from './retry-after.ts'

/**
 * Wrong keys, or tokens that are no code's, from one address, in each process: enough for a typing
 * mistake, too few to guess.
 */
const REFUSALS = { requests: 60, seconds: 60 }

export type AddressLimit = {
  /**
   * The error for a request without a valid key, or for a code that is not known: that of its API
   * or, when the address has shown too many, REQUEST429_RATE_LIMITED. It costs nothing of anybody's quota (D5).
   */
  refuse(
    request: FastifyRequest,
    code: Extract<ErrorCode, `${string}401_UNAUTHORIZED${'' | '_ACCESS'}`> | 'QR_CODE404_NOT_FOUND',
  ): Promise<ApiError>
}

export const createAddressLimit = (requests = REFUSALS.requests): AddressLimit => {
  const limiter = new RateLimiterMemory({ points: requests, duration: REFUSALS.seconds })
  const policy = `"address";q=${requests};w=${REFUSALS.seconds}`
  const headersOf = ({
    remainingPoints,
    msBeforeNext,
  }: RateLimiterRes): Record<string, string> => ({
    'ratelimit-policy': policy,
    ratelimit: `"address";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
  })
  return {
    async refuse(request, code) {
      try {
        const counted = await limiter.consume(countedAddress(request.ip))
        return new ApiError(code, { headers: headersOf(counted) })
      } catch (state) {
        if (!(state instanceof RateLimiterRes)) throw state
        return new ApiError('REQUEST429_RATE_LIMITED', {
          headers: { ...headersOf(state), 'retry-after': retryAfterOf(state) },
        })
      }
    },
  }
}
