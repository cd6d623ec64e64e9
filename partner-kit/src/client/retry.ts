/** What is tried again, and when (W50). */
import type { Attempt } from './attempt.ts'

/**
 * `yes`: a status that is read twice, and a QR configuration that is set or taken away twice, is the
 * same as once (D16). `unless_received`: a configuration for a single use. It may have been set and
 * used up before its answer was lost; then setting it again would let the code be paid again.
 */
export type Repeatable = 'yes' | 'unless_received'

const WAIT_BASE_MS = 250
const WAIT_MAX_MS = 5_000

/** Temporary by their meaning: a gateway without a server, a server without a database. */
const TEMPORARY = new Set([502, 503, 504])

/** Whether the same request may be sent again, and whether it would be of use. */
export const mayRetry = (attempt: Attempt, repeatable: Repeatable): boolean => {
  if (attempt.kind === 'answered') {
    if (attempt.status === 429) return true
    return repeatable === 'yes' && TEMPORARY.has(attempt.status)
  }
  if (attempt.error !== 'network' && attempt.error !== 'timeout') return false
  return repeatable === 'yes' || attempt.neverSent
}

/**
 * How long to wait before the retry with this number (from 1): anything up to a bound that doubles
 * (full jitter), so that many clients do not come back at once; after `Retry-After`, where given.
 *
 * @param random at least 0 and less than 1.
 */
export const retryWaitMs = (retry: number, retryAfterMs: number | null, random: number): number => {
  const bound = Math.min(WAIT_MAX_MS, WAIT_BASE_MS * 2 ** (retry - 1))
  return (retryAfterMs ?? 0) + Math.floor(random * bound)
}
