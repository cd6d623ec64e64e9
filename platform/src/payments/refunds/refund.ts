/**
 * The rules of refunds, without I/O (D28). A refund gives money of a paid payment back to its payer,
 * whole or in part. It begins `requested`, which reserves its amount. Up to the operator's threshold it
 * is `made` in the same transaction; above it another person approves it, which makes it, or declines
 * it. `made` means that the partner has been charged and told, and that the payer has a code with
 * which any till pays it, once; or the bank pays it. Then it is `paid`. What the bank sends back is
 * `made` again. What nobody comes for in time is `expired`: the money is the partner's again.
 * `declined` and `expired` are final. The one statement that changes a status is in `transition.ts`,
 * and it follows the table below.
 */
import type { Centimes, ErrorCode, PaymentStage, RefundCause, RefundStatus } from '@wasl/protocol'
import type { TransferCode } from '../../ledger/codes.ts'
import { REFUNDS_MAX } from '../../delivery/webhooks/event.ts'

/** How long the payer can have the money (D28). */
export const CLAIMABLE_DAYS = 180

export type RefundTransition = {
  from: RefundStatus
  to: RefundStatus
  /** The transfer that the statement writes. */
  transfer: TransferCode | null
}

/** What changes a refund that was requested. */
export type RefundChange = Exclude<RefundCause, 'request'>

export const REFUND_TRANSITIONS = {
  make: { from: 'requested', to: 'made', transfer: 'REFUND' },
  approve: { from: 'requested', to: 'made', transfer: 'REFUND' },
  decline: { from: 'requested', to: 'declined', transfer: null },
  redeem: { from: 'made', to: 'paid', transfer: 'REFUND_PAID' },
  pay: { from: 'made', to: 'paid', transfer: 'REFUND_PAID' },
  return: { from: 'paid', to: 'made', transfer: 'REFUND_RETURNED' },
  expire: { from: 'made', to: 'expired', transfer: 'REFUND_EXPIRED' },
} as const satisfies Record<RefundChange, RefundTransition>

/** What a decision about a new refund depends on. */
export type RefundablePayment = {
  stage: PaymentStage
  amount: Centimes
  /** Its refunds so far, in the order in which they were requested. */
  refunds: readonly { refundId: string; status: RefundStatus; amount: Centimes }[]
}

export type RefundRefusal = Extract<
  ErrorCode,
  'PAYMENT409_WRONG_STAGE' | 'PAYMENT409_AMOUNT_MISMATCH' | 'REFUND409_TOO_MANY'
>

/**
 * - `new`: a refund of this amount.
 * - `repeat`: the whole is refunded by this refund already; the answer is that one again (D9).
 * - `refused`: `left` is what can still be refunded.
 */
export type RefundDecision =
  | { kind: 'new'; amount: Centimes }
  | { kind: 'repeat'; refundId: string }
  | { kind: 'refused'; code: RefundRefusal; left: Centimes }

/**
 * Decides about a new refund of a payment (D28). Only a declined refund leaves its amount free: also
 * what expired cannot be refunded a second time (W106).
 *
 * @param amount null for all that is left.
 */
export const decideRefund = (
  { stage, amount: whole, refunds }: RefundablePayment,
  amount: Centimes | null,
): RefundDecision => {
  const taken = refunds.filter(({ status }) => status !== 'declined')
  const left = whole - taken.reduce((sum, refund) => sum + refund.amount, 0)
  const ofTheWhole = taken.find((refund) => refund.amount === whole)
  if (ofTheWhole !== undefined && (amount === null || amount === whole)) {
    return { kind: 'repeat', refundId: ofTheWhole.refundId }
  }
  const refused = (code: RefundRefusal): RefundDecision => ({ kind: 'refused', code, left })
  if (stage !== 'paid') return refused('PAYMENT409_WRONG_STAGE')
  const asked = amount ?? left
  if (asked > left || asked === 0) return refused('PAYMENT409_AMOUNT_MISMATCH')
  if (refunds.length >= REFUNDS_MAX) return refused('REFUND409_TOO_MANY')
  return { kind: 'new', amount: asked }
}
