/** Longer waits are cut to this (D14). */
const RETRY_AFTER_MS_MAX = 24 * 60 * 60 * 1000

// RFC 9110, 10.2.3: a number of seconds, or a date in one of three forms.
const SECONDS = /^[0-9]{1,10}$/
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\x20-\x7e]{10,40}$/

/**
 * The wait that `Retry-After` asks for, at most 24 h; null without a valid one. A date is compared with
 * the answer's `Date`, because the two clocks may differ.
 */
export const retryAfterMs = (headers: Headers, nowMs: number): number | null => {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (SECONDS.test(value)) return Math.min(Number(value) * 1000, RETRY_AFTER_MS_MAX)
  const untilMs = httpDateMs(value)
  if (untilMs === null) return null
  const sinceMs = httpDateMs(headers.get('date')?.trim() ?? '') ?? nowMs
  return Math.min(Math.max(0, untilMs - sinceMs), RETRY_AFTER_MS_MAX)
}

const httpDateMs = (value: string): number | null => {
  if (!HTTP_DATE.test(value)) return null
  // The oldest form (asctime) has no zone and means UTC.
  const ms = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`)
  return Number.isNaN(ms) ? null : ms
}
