import type { Pipeline } from '../base/database/pipeline.ts'
import { partnerOfId } from '../base/wire-ids.ts'
import { isLockLapsed } from './payment.ts'
import { paymentColumns, type PaymentRow } from './payment-row.ts'
import { releaseLapsed } from './release-lapsed.ts'
import type { MakeTransition } from './transition.ts'

/** A channel's own payment as it is now; null for any other. A lapsed lock is released first. */
export const findPayment = async (
  { hot, makeTransition }: { hot: Pipeline; makeTransition: MakeTransition },
  channelId: number,
  paymentId: string,
): Promise<PaymentRow | null> => {
  const partnerId = partnerOfId(paymentId)
  if (partnerId === null) return null
  const [payment] = await hot.query<PaymentRow & { at: Date }>({
    name: 'find-payment',
    text: `
      select ${paymentColumns('payments')}, wasl_now() as at
      from payments
      where partner_id = $1::int and payment_id = $2::uuid and channel_id = $3::int`,
    values: [partnerId, paymentId, channelId],
  })
  if (!payment) return null
  if (payment.stage !== 'locked' || !isLockLapsed(payment.lock_expires_at, payment.at)) {
    return payment
  }
  return releaseLapsed(makeTransition, { partnerId, paymentId })
}
