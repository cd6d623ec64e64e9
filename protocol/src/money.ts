/** Money on the wire (D2), as schemas. `centimes.ts` has the numbers. */
import { z } from 'zod'
import {
  centimesFromDinars,
  dinarsFromCentimes,
  dinarsFromSum,
  MAX_CENTIMES,
  signedCentimesFromDinars,
} from './centimes.ts'
import { named } from './named.ts'
import { shown } from './shown.ts'

/** The currencies this release accepts, as ISO 4217 codes (D2). */
export const CURRENCIES = ['DZD'] as const

export type Currency = (typeof CURRENCIES)[number]

export const currencySchema = z.enum(CURRENCIES)

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
