/** Which calls are retried, and when (W50). */
import type { Attempt } from './attempt.ts'

/**
 * `yes`: reading a status, and setting or removing a QR configuration, can be repeated (D16).
 * `unless_received`: a single-use configuration. It may have been set and paid before its answer was
 * lost; setting it again would allow a second payment.
 */
export type Repeatable = 'yes' | 'unless_received'

const WAIT_BASE_MS = 250
const WAIT_MAX_MS = 5_000

/** Temporary failures: a gateway without a server, a server without a database. */
const TEMPORARY = new Set([502, 503, 504])

/** Whether a retry is safe and can help. */
export const mayRetry = (attempt: Attempt, repeatable: Repeatable): boolean => {
  if (attempt.kind === 'answered') {
    if (attempt.status === 429) return true
    return repeatable === 'yes' && TEMPORARY.has(attempt.status)
  }
  if (attempt.error !== 'network' && attempt.error !== 'timeout') return false
  return repeatable === 'yes' || attempt.neverSent
}

/**
 * The wait before a retry (numbered from 1): exponential backoff with full jitter, after `Retry-After`
 * if there is one.
 *
 * @param random at least 0 and less than 1.
 */
export const retryWaitMs = (retry: number, retryAfterMs: number | null, random: number): number => {
  const bound = Math.min(WAIT_MAX_MS, WAIT_BASE_MS * 2 ** (retry - 1))
  return (retryAfterMs ?? 0) + Math.floor(random * bound)
}
