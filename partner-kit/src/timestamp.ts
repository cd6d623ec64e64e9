import type { SignatureRefusal } from '@wasl/protocol'

export type TimestampRefusal = Extract<SignatureRefusal, `${string}_timestamp`>

export type TimestampResult = { ok: true } | { ok: false; reason: TimestampRefusal }

const TEN_DIGITS = /^[0-9]{10}$/

/**
 * Checks the `X-Timestamp` of a lookup (section 5: it prevents replay), by the same rule as a
 * webhook's. A lookup has no signature, so the check refuses a recorded request, but not one with a
 * rewritten header.
 */
export const checkTimestamp = (
  header: string | null,
  nowSeconds: number,
  toleranceSeconds: number,
): TimestampResult => {
  if (header === null || header === '') return { ok: false, reason: 'missing_timestamp' }
  if (!TEN_DIGITS.test(header)) return { ok: false, reason: 'malformed_timestamp' }
  const ageSeconds = Math.floor(nowSeconds) - Number(header)
  // Negated comparisons refuse a clock of NaN.
  if (!(ageSeconds <= toleranceSeconds)) return { ok: false, reason: 'stale_timestamp' }
  if (!(ageSeconds >= -toleranceSeconds)) return { ok: false, reason: 'future_timestamp' }
  return { ok: true }
}
