import {
  dinarsFromCentimes,
  dinarsFromSum,
  type ChannelPayment,
  type OperatorPaymentRecord,
} from '@wasl/protocol'
import { agentWireId, channelWireId, partnerWireId } from '../../base/wire-ids.ts'
import { lockReleaseTime, type Cause } from '../../payments/payment.ts'
import type { PaymentRecordRow } from '../../payments/payment-record.ts'
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
  refundedAmount: dinarsFromSum(payment.refunded_amount),
  failReason: payment.fail_reason,
  qrCodeToken: payment.qr_token,
  agentId: agentIdOf(payment.agent_id),
  takenBy: agentIdOf(payment.taken_by),
})

/** A payment in operators' lists. */
export const operatorRecordOf = (payment: PaymentRecordRow): OperatorPaymentRecord => ({
  ...paymentRecordOf(payment),
  ...seenByOperator(payment),
})

export const seenByOperator = (payment: PaymentRecordRow) => ({
  partnerName: payment.partner_name,
  channelName: payment.channel_name,
  isTest: payment.is_test,
  channelId: channelWireId(payment.channel_id),
  channel: payment.channel_kind,
  createdAt: payment.opened_at.toISOString(),
  releasedAt: payment.released_at?.toISOString() ?? null,
  webhookDelivery: payment.webhook_delivery,
  hasOpenCase: payment.has_open_case,
})

const agentIdOf = (agentId: number | null): string | null =>
  agentId === null ? null : agentWireId(agentId)

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
      return { ...payment, stage: 'paid', refunded_at: null, refunded_amount: 0 }
    case 'cancel':
    case 'fail':
    case 'expire':
      // Nothing follows this stage: the payment now is the payment then.
      return payment
    default:
      return cause satisfies never
  }
}

const NOTHING_YET = {
  paid_at: null,
  released_at: null,
  refunded_at: null,
  refunded_amount: 0,
  fail_reason: null,
  taken_by: null,
}
