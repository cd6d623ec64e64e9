import type { PaymentStatus } from '@wasl/protocol'
import { dinarsFromCentimes, dinarsFromSum } from '@wasl/protocol'
import type { StatusRow } from './read-status.ts'

/** The payment status object of section 2.6; every field is always present (D7). */
export const statusOf = (payment: StatusRow | null): PaymentStatus => {
  if (payment === null) return NOT_FOUND
  return {
    stage: payment.stage,
    locked: payment.stage === 'locked',
    paid: payment.stage === 'paid',
    lockReleaseTime: payment.lock_release_time,
    paymentId: payment.payment_id,
    channel: payment.channel_kind,
    currency: payment.currency,
    amount: dinarsFromCentimes(payment.amount),
    payment: {
      webhookDelivery: payment.delivery,
      paidAt: payment.paid_at,
      refundedAt: payment.refunded_at,
      refundedAmount: dinarsFromSum(payment.refunded_amount),
    },
  }
}

const NOT_FOUND: PaymentStatus = {
  stage: 'not_found',
  locked: false,
  paid: false,
  lockReleaseTime: null,
  paymentId: null,
  channel: null,
  currency: null,
  amount: null,
  payment: null,
}
