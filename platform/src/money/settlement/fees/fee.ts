/**
 * Fees and VAT, in integer arithmetic. The database computes the same when it closes a statement: its
 * functions `fee_of` and `share_of` (migration 0013). A test compares the two.
 */
import type { Centimes } from '@wasl/protocol'

/** A hundred percent, in basis points. */
export const BASIS_POINTS_MAX = 10_000

/** What a refund does to the fee of its payment: nothing, or it gives its share back. */
export const ON_REFUND = ['keep', 'proportional'] as const

export type OnRefund = (typeof ON_REFUND)[number]

/** The terms of a fee: basis points of the amount plus a fixed part, within a minimum and a maximum. */
export type FeeTerms = {
  basisPoints: number
  fixed: Centimes
  minimum: Centimes
  /** Null: without a maximum. */
  maximum: Centimes | null
}

/**
 * The fee of a payment.
 *
 * @example feeOf(1_000_000, { basisPoints: 150, fixed: 0, minimum: 0, maximum: null }) // 15_000
 */
export const feeOf = (
  amount: Centimes,
  { basisPoints, fixed, minimum, maximum }: FeeTerms,
): Centimes => {
  const fee = Math.max(shareOf(amount, basisPoints, BASIS_POINTS_MAX) + fixed, minimum)
  return maximum === null ? fee : Math.min(fee, maximum)
}

/**
 * amount × part ÷ whole, rounded half away from zero to the centime. VAT is the share of the fees that
 * its rate says. The fee that goes back with refunds is the share that was refunded.
 *
 * @example shareOf(15_000, 1_900, 10_000) // 2_850
 * @throws RangeError when the result is not a safe integer.
 */
export const shareOf = (amount: Centimes, part: number, whole: number): Centimes => {
  const twice = 2n * BigInt(Math.abs(amount)) * BigInt(part)
  const rounded = (twice + BigInt(whole)) / (2n * BigInt(whole))
  if (rounded > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`${amount} × ${part} ÷ ${whole} is above the largest sum`)
  }
  // Without the test, 0 would become -0.
  return amount < 0 && rounded > 0n ? -Number(rounded) : Number(rounded)
}

/**
 * What one more refund gives back of a payment's fee. The parts of all refunds of a payment add up to
 * the share of their total.
 *
 * @param refundedBefore what was refunded of the payment before.
 */
export const feeBackOf = (
  fee: Centimes,
  payment: Centimes,
  { refundedBefore, refund }: { refundedBefore: Centimes; refund: Centimes },
): Centimes =>
  shareOf(fee, refundedBefore + refund, payment) - shareOf(fee, refundedBefore, payment)
