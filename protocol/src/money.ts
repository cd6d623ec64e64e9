/**
 * Money (D2). On the wire an amount is a JSON number of dinars with at most two decimals; internally it
 * is an integer number of centimes. Only this file converts, by decimal digits: multiplying by 100 in
 * floating point would change some amounts.
 */
import { z } from 'zod'
import { named } from './named.ts'
import { shown } from './shown.ts'

/** An integer number of centimes, always within ±(2^53 - 1). */
export type Centimes = number

/** 9 999 999 999.99 dinars, the largest amount of D2. */
export const MAX_CENTIMES: Centimes = 999_999_999_999

/** The currencies this release accepts, as ISO 4217 codes (D2). */
export const CURRENCIES = ['DZD'] as const

export type Currency = (typeof CURRENCIES)[number]

export const currencySchema = z.enum(CURRENCIES)

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

/** An amount in a body, in dinars (D2). */
export const amountSchema = z
  .number()
  .superRefine((value, context) => {
    const result = centimesFromDinars(value)
    if (!result.ok) context.addIssue({ code: 'custom', message: result.problem })
  })
  .meta({
    // No multipleOf: validators check it in floating point and refuse valid amounts.
    description: 'Dinars, at most two decimals (D2).',
    exclusiveMinimum: 0,
    maximum: dinarsFromCentimes(MAX_CENTIMES),
  })

/** An amount in a query, which has only strings. */
export const amountInQuery = z
  .string()
  .refine((text) => /^[0-9]{1,10}(?:\.[0-9]{1,2})?$/.test(text), {
    message: 'expected dinars such as 599.80',
  })
  .transform(Number)
  .pipe(amountSchema)

/** Its type in the OpenAPI document. */
export const amountParameter = {
  type: 'number',
  exclusiveMinimum: 0,
  maximum: dinarsFromCentimes(MAX_CENTIMES),
} as const

/** What was counted, moved or allowed, in dinars: an amount, or zero. */
export const amountOrZeroSchema = z
  .number()
  .superRefine((value, context) => {
    if (value === 0) return
    const result = centimesFromDinars(value)
    if (!result.ok) context.addIssue({ code: 'custom', message: `${result.problem}, or 0` })
  })
  .meta({
    description: 'Dinars, at most two decimals; zero is possible.',
    minimum: 0,
    maximum: dinarsFromCentimes(MAX_CENTIMES),
  })

/** A sum in a body, in dinars: it may be zero or negative (D31). */
export const sumSchema = z
  .number()
  .refine((value) => signedCentimesFromDinars(value) !== null, {
    error: ({ input }) =>
      `expected a number of dinars with at most two decimals, received ${shown(input)}`,
  })
  .meta({
    description: 'Dinars, at most two decimals; zero and negative sums are possible (D31).',
    minimum: dinarsFromSum(-Number.MAX_SAFE_INTEGER),
    maximum: dinarsFromSum(Number.MAX_SAFE_INTEGER),
  })

named({
  Amount: amountSchema,
  AmountOrZero: amountOrZeroSchema,
  Currency: currencySchema,
  Sum: sumSchema,
})
