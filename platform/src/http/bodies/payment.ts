import { dinarsFromCentimes, type ChannelPayment } from '@wasl/protocol'
import { partnerWireId } from '../../wire-ids.ts'
import { lockReleaseTime, type Cause } from '../../payments/payment.ts'
import type { PaymentRow } from '../../payments/payment-row.ts'

/** A payment without its partner's labels, which may be hundreds of kilobytes. */
export const paymentRecordOf = (
  payment: Omit<PaymentRow, 'amount_detail' | 'details'>,
): Omit<ChannelPayment, 'amount_detail' | 'details'> => ({
  paymentId: payment.payment_id,
  stage: payment.stage,
  reference: payment.reference,
  partnerId: partnerWireId(payment.partner_id),
  amount: dinarsFromCentimes(payment.amount),
  currency: payment.currency,
  lockReleaseTime: lockReleaseTime(payment)?.toISOString() ?? null,
  paidAt: payment.paid_at?.toISOString() ?? null,
  refundedAt: payment.refunded_at?.toISOString() ?? null,
  failReason: payment.fail_reason,
  qrCodeToken: payment.qr_token,
})

/** A payment as channels see it (D21). */
export const channelPaymentOf = (payment: PaymentRow): ChannelPayment => ({
  ...paymentRecordOf(payment),
  amount_detail: payment.amount_detail as ChannelPayment['amount_detail'],
  details: payment.details as ChannelPayment['details'],
})

/**
 * The payment as it was right after a cause, whatever happened since: a repeated request gets the
 * first answer again (D9, D21).
 */
export const asLeftBy = (payment: PaymentRow, cause: Cause | 'open'): PaymentRow => {
  switch (cause) {
    case 'open':
      return { ...payment, stage: 'locked', ...NOTHING_YET }
    case 'confirm':
      return { ...payment, stage: 'paid', refunded_at: null }
    case 'cancel':
    case 'fail':
    case 'expire':
    case 'refund':
      // Nothing follows this stage: the payment now is the payment then.
      return payment
    default:
      return cause satisfies never
  }
}

const NOTHING_YET = { paid_at: null, released_at: null, refunded_at: null, fail_reason: null }
