import type { PaymentRecordRow } from './payment-record.ts'
import type { PaymentRow } from './payment-row.ts'
import type { MakeTransition } from './transition.ts'

/**
 * Releases a payment whose lock has lapsed, before anyone is told that it is released (D7). A
 * confirmation that holds the payment at that moment either was in time, and shows in the result, or
 * is refused afterwards. So no reader's answer is ever taken back.
 *
 * @returns the payment as it is now: released, or paid by a confirmation that was in time.
 */
export const releaseLapsed = async (
  makeTransition: MakeTransition,
  { partnerId, paymentId }: { partnerId: number; paymentId: string },
): Promise<PaymentRow> => {
  const result = await makeTransition({ partnerId, paymentId, cause: 'expire', channelId: null })
  if (!result.found) throw new Error(`payment ${paymentId} does not exist any more`)
  return result.payment
}

/** The same for a payment as operators read it, unchanged when its lock has not lapsed. */
export const releaseLapsedRecord = async <Row extends PaymentRecordRow>(
  makeTransition: MakeTransition,
  payment: Row,
): Promise<Row> => {
  if (!payment.has_lapsed) return payment
  const { partner_id: partnerId, payment_id: paymentId } = payment
  const { stage, paid_at, released_at, refunded_at, refunded_amount, fail_reason } =
    await releaseLapsed(makeTransition, { partnerId, paymentId })
  const webhook_delivery = paid_at === null ? 'none' : 'pending'
  const refunds = { refunded_at, refunded_amount }
  const now = { stage, paid_at, released_at, ...refunds, fail_reason, webhook_delivery } as const
  return { ...payment, ...now, has_lapsed: false }
}
