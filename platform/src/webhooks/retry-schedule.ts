/**
 * When an event is sent again after an attempt that was not acknowledged (D14): ten attempts in
 * about three days, dense at first, because most outages are short.
 */
export const RETRY_DELAYS_SECONDS = [
  10,
  60,
  5 * 60,
  30 * 60,
  2 * 3600,
  6 * 3600,
  12 * 3600,
  24 * 3600,
  24 * 3600,
] as const

/** Spreads what failed together, so that a partner that comes back is not run over. */
const JITTER = 0.1

/** A partner may ask for patience, but not for so much that an event is forgotten. */
const RETRY_AFTER_SECONDS_MAX = 24 * 3600

/** No delivery waits longer than this for its next attempt. */
export const RETRY_SECONDS_MAX = Math.round(
  Math.max(Math.max(...RETRY_DELAYS_SECONDS) * (1 + JITTER), RETRY_AFTER_SECONDS_MAX),
)

/**
 * Milliseconds until the next attempt, or null when the schedule is used up.
 *
 * @param step how many attempts this schedule has seen before the one that just failed
 * @param random between 0 (10 % earlier) and 1 (10 % later)
 * @param retryAfterSeconds what the partner's Retry-After asked for, if anything
 */
export const nextDelayMs = (
  step: number,
  random: number,
  retryAfterSeconds: number | null,
): number | null => {
  const delaySeconds = RETRY_DELAYS_SECONDS[step]
  if (delaySeconds === undefined) return null
  const spread = delaySeconds * (1 - JITTER + 2 * JITTER * random)
  return Math.round(Math.max(spread * 1000, retryAfterMs(retryAfterSeconds) ?? 0))
}

/** What is heeded of a Retry-After, in milliseconds; null when there is none. */
export const retryAfterMs = (seconds: number | null): number | null =>
  seconds === null ? null : Math.min(seconds, RETRY_AFTER_SECONDS_MAX) * 1000

/**
 * Seconds that a Retry-After header asks for: a number of seconds, however large, or an HTTP date in
 * any of its three forms (RFC 9110, 5.6.7), else null.
 */
export const parseRetryAfter = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text)
  // HTTP dates begin with the name of a day; Date.parse alone would read "5 apples" as a date.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null
  // The oldest form names no time zone, because HTTP has but one.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}
