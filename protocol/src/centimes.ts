/**
 * Amounts and centimes (D2). On the wire an amount is a JSON number of dinars with at most two decimals;
 * internally it is an integer number of centimes. Only this file converts, by decimal digits: multiplying
 * by 100 in floating point would change some amounts. It has no schema, so a browser can load it.
 */
import { shown } from './shown.ts'

/** An integer number of centimes, always within ±(2^53 - 1). */
export type Centimes = number

/** 9 999 999 999.99 dinars, the largest amount of D2. */
export const MAX_CENTIMES: Centimes = 999_999_999_999

export type CentimesResult = { ok: true; centimes: Centimes } | { ok: false; problem: string }

const EXPECTED =
  'a number of dinars greater than 0, at most 9999999999.99, with at most two decimals'

// The shortest decimal notation of the number, as JavaScript and JSON write it. Refuses more than two
// decimals and exponents (1e21, 1e-7).
const TWO_DECIMALS = /^(-?)([0-9]+)(?:\.([0-9]{1,2}))?$/

/**
 * The exact centimes of an amount on the wire. Refuses what D2 refuses (more than two decimals, zero,
 * negative, too large, a string, NaN), with a message.
 *
 * @example centimesFromDinars(599.8) // { ok: true, centimes: 59980 }
 */
export const centimesFromDinars = (value: unknown): CentimesResult => {
  const centimes = signedCentimesFromDinars(value)
  if (centimes === null || centimes <= 0 || centimes > MAX_CENTIMES) {
    return { ok: false, problem: `expected ${EXPECTED}, received ${shown(value)}` }
  }
  return { ok: true, centimes }
}

/**
 * Like `centimesFromDinars`, but also accepts zero and negative values, such as a discount in a
 * breakdown. Null when the value is not a number with at most two decimals, or its centimes are not a
 * safe integer.
 */
export const signedCentimesFromDinars = (value: unknown): Centimes | null => {
  if (typeof value !== 'number') return null
  const parts = TWO_DECIMALS.exec(String(value))
  if (parts === null) return null
  const [, minus, whole = '', decimals = ''] = parts
  const centimes = Number(whole + decimals.padEnd(2, '0'))
  if (!Number.isSafeInteger(centimes)) return null
  return minus === '-' ? -centimes : centimes
}

/**
 * The number of dinars on the wire.
 *
 * @throws RangeError when the centimes are not an integer from 1 to MAX_CENTIMES: that is a bug.
 */
export const dinarsFromCentimes = (centimes: Centimes): number => Number(formatDinars(centimes))

/**
 * The amount as text with two decimals and a point: "599.80".
 *
 * @throws RangeError when the centimes are not an integer from 1 to MAX_CENTIMES: that is a bug.
 */
export const formatDinars = (centimes: Centimes): string => {
  if (!Number.isSafeInteger(centimes) || centimes < 1 || centimes > MAX_CENTIMES) {
    throw new RangeError(
      `expected an integer number of centimes from 1 to ${MAX_CENTIMES}, received ${centimes}`,
    )
  }
  const digits = String(centimes).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * The number of dinars on the wire of a sum, which may be zero or negative (D31).
 *
 * @throws RangeError when the centimes are not a safe integer: that is a bug.
 */
export const dinarsFromSum = (centimes: Centimes): number => Number(formatSum(centimes))

/**
 * A sum as text with two decimals and a point: "-599.80".
 *
 * @throws RangeError when the centimes are not a safe integer: that is a bug.
 */
export const formatSum = (centimes: Centimes): string => {
  if (!Number.isSafeInteger(centimes)) {
    throw new RangeError(`expected an integer number of centimes, received ${centimes}`)
  }
  const digits = String(Math.abs(centimes)).padStart(3, '0')
  return `${centimes < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
