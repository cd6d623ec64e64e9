import { centimesFromDinars } from '@wasl/protocol'
import { usage } from './problem.ts'

/** Dinars as people type them: 1500, 599.8, 599.80. */
export const parseAmount = (name: string, text: string): number => {
  const amount = /^\d{1,10}(?:\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN
  if (centimesFromDinars(amount).ok) return amount
  throw usage(
    `${name}: expected dinars greater than 0 with at most two decimals, such as 599.80, received ${JSON.stringify(text)}`,
  )
}
