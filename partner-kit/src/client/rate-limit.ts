import type { RateLimit } from './result.ts'

const REMAINING = /;[ \t]*r=([0-9]{1,9})(?![0-9.])/
const RESET = /;[ \t]*t=([0-9]{1,9})(?![0-9.])/

/**
 * Parses the header `RateLimit` of the IETF draft: `"partner";r=59;t=60`. Of several policies it
 * returns the one with the fewest calls left; null without a valid one.
 */
export const rateLimitOf = (headers: Headers): RateLimit | null => {
  const items = (headers.get('ratelimit') ?? '').split(',')
  let least: RateLimit | null = null
  for (const item of items) {
    const remaining = REMAINING.exec(item)?.[1]
    if (remaining === undefined) continue
    const limit = {
      remaining: Number(remaining),
      resetMs: Number(RESET.exec(item)?.[1] ?? 0) * 1000,
    }
    if (least === null || limit.remaining < least.remaining) least = limit
  }
  return least
}
