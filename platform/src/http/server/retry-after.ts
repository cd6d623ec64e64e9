import type { RateLimiterRes } from 'rate-limiter-flexible'

/** Whole seconds until a limit lets the next one through, at least one, for the header Retry-After. */
export const retryAfterOf = ({ msBeforeNext }: RateLimiterRes): string =>
  String(Math.max(1, Math.ceil(msBeforeNext / 1000)))
