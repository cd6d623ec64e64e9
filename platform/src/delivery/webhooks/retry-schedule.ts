/**
 * The delays before the next attempt after one that was not acknowledged (D14): ten attempts in
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

/** Spreads deliveries that failed together, so that a partner that recovers is not overloaded. */
const JITTER = 0.1

/** A partner may ask for a delay, but not for one so long that an event is forgotten. */
const RETRY_AFTER_SECONDS_MAX = 24 * 3600

/** The longest wait of any delivery for its next attempt. */
export const RETRY_SECONDS_MAX = Math.round(
  Math.max(Math.max(...RETRY_DELAYS_SECONDS) * (1 + JITTER), RETRY_AFTER_SECONDS_MAX),
)

/**
 * Milliseconds until the next attempt, or null when the schedule is used up.
 *
 * @param step the number of attempts in this schedule before the one that just failed
 * @param random between 0 (10 % earlier) and 1 (10 % later)
 * @param retryAfterSeconds the partner's Retry-After, if it sent one
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

/** The part of a Retry-After that is respected, in milliseconds; null without a Retry-After. */
export const retryAfterMs = (seconds: number | null): number | null =>
  seconds === null ? null : Math.min(seconds, RETRY_AFTER_SECONDS_MAX) * 1000

/**
 * The seconds in a Retry-After header: a number of seconds, however large, or an HTTP date in any
 * of its three forms (RFC 9110, 5.6.7), else null.
 */
export const parseRetryAfter = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null
  const text = header.trim()
  if (/^\d+$/.test(text)) return Number(text)
  // HTTP dates start with a day's name; Date.parse alone would read "5 apples" as a date.
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null
  // The oldest form names no time zone, because HTTP has only one.
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000))
}
