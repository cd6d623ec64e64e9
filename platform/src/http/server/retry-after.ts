import type { RateLimiterRes } from 'rate-limiter-flexible'

/**
 * The value of Retry-After: whole seconds until the limit allows the next request, at least one.
 */
export const retryAfterOf = ({ msBeforeNext }: RateLimiterRes): string =>
  String(Math.max(1, Math.ceil(msBeforeNext / 1000)))
