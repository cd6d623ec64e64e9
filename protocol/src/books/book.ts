/**
 * Two books side by side: yours (`here`) and the platform's (`there`).
 *
 * - A *line* is one row of a book about a reference: an amount that was paid, or given back.
 * - An *entry* is the sum of all lines of a reference in one book.
 */
import { dinarsFromSum, signedCentimesFromDinars } from '../centimes.ts'
import type { Centimes } from '../centimes.ts'

export type BookLine = {
  reference: string
  /**
   * In dinars. Negative: this line gives the amount back. Without it amounts of this reference are not
   * compared.
   */
  amount?: number | undefined
  /** What of it was given back, in dinars. Without it nothing, or all of it with `state: 'refunded'`. */
  refundedAmount?: number | undefined
  /** Default: `paid`. The amount of an `open` or `locked` line is not counted. */
  state?: 'open' | 'locked' | 'paid' | 'refunded' | undefined
}

export type Side = 'here' | 'there'

export type BookState = 'open' | 'paid' | 'refunded'

/** What a book says about a reference. Amounts are in dinars; null when a line has none. */
export type BookEntry = {
  state: BookState
  amount: number | null
  refundedAmount: number | null
}

export const IS_PRESENT = 1
export const IS_PAID = 2
export const IS_REFUNDED = 4
export const HAS_NO_AMOUNT = 8

/** A line in centimes, with its flags. */
export type CountedLine = { paid: Centimes; refunded: Centimes; flags: number }

/** @throws TypeError when an amount is not a number of dinars with at most two decimals. */
export const countedLine = ({ state, ...line }: BookLine): CountedLine => {
  const stateNow = state ?? 'paid'
  if (stateNow === 'open' || stateNow === 'locked')
    return { paid: 0, refunded: 0, flags: IS_PRESENT }
  const flags = IS_PRESENT | (stateNow === 'refunded' ? IS_PAID | IS_REFUNDED : IS_PAID)
  if (line.amount === undefined) return { paid: 0, refunded: 0, flags: flags | HAS_NO_AMOUNT }
  const amount = centimesOf('amount', line.amount)
  const given = line.refundedAmount
  if (amount < 0 && given === undefined) {
    return { paid: 0, refunded: -amount, flags: IS_PRESENT }
  }
  const byDefault = stateNow === 'refunded' ? amount : 0
  const refunded = given === undefined ? byDefault : centimesOf('refundedAmount', given)
  return { paid: amount, refunded, flags: IS_PRESENT }
}

const centimesOf = (name: string, dinars: number): Centimes => {
  const centimes = signedCentimesFromDinars(dinars)
  if (centimes !== null) return centimes
  throw new TypeError(
    `compareBooks: ${name}: expected dinars with at most two decimals, received ${String(dinars)}`,
  )
}

/** Null when the book has no line of the reference. */
export const entryOf = ({ paid, refunded, flags }: CountedLine): BookEntry | null => {
  if ((flags & IS_PRESENT) === 0) return null
  const hasNoAmount = (flags & HAS_NO_AMOUNT) !== 0
  return {
    state: stateOf({ paid, refunded, flags }),
    amount: hasNoAmount ? null : dinarsFromSum(paid),
    refundedAmount: hasNoAmount ? null : dinarsFromSum(refunded),
  }
}

const stateOf = ({ paid, refunded, flags }: CountedLine): BookState => {
  if ((flags & IS_REFUNDED) !== 0) return 'refunded'
  if ((flags & IS_PAID) !== 0) return 'paid'
  if (refunded > 0 && refunded >= paid) return 'refunded'
  return paid === 0 && refunded === 0 ? 'open' : 'paid'
}
