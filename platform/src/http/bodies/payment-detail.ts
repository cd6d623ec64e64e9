import {
  dinarsFromCentimes,
  dinarsFromSum,
  encodeReference,
  type OperatorPayment,
  type PaymentDetail,
} from '@wasl/protocol'
import { HIDDEN_BEARER } from '../../base/outbound/hidden-bearer.ts'
import type { OperatorPaymentRow } from '../../payments/payment-record.ts'
import type { PaymentWithTimeline } from '../../payments/timeline.ts'
import { receiptNumber } from '../../payments/receipts/receipt-number.ts'
import { channelPaymentOf, seenByOperator } from './payment.ts'
import { refundBody } from './refund.ts'

/** A payment with everything that happened to it. */
export const paymentDetailOf = ({
  payment,
  refunds,
  timeline,
  attemptsLeftOut,
}: PaymentWithTimeline): PaymentDetail => {
  const requested = refunds.filter(({ status }) => status === 'requested')
  const reserved = requested.reduce((sum, { amount }) => sum + amount, 0)
  const left = payment.amount - payment.refunded_amount - reserved
  return {
    ...paymentBody(payment),
    requestId: payment.request_id,
    receiptNumber: payment.paid_at === null ? null : receiptNumber(payment.payment_id),
    refundable: dinarsFromSum(payment.paid_at === null ? 0 : left),
    lookup: lookupOf(payment),
    refunds: refunds.map(refundBody),
    timeline,
    attemptsLeftOut,
  }
}

const paymentBody = (payment: OperatorPaymentRow): OperatorPayment => ({
  ...channelPaymentOf(payment),
  ...seenByOperator(payment),
})

/** What was asked and answered (W141). The answer's labels are those of the payment. */
const lookupOf = (payment: OperatorPaymentRow): PaymentDetail['lookup'] => {
  const { lookup_ms: durationMs, lookup_bytes: bytes, request_id: requestId } = payment
  if (durationMs === null || bytes === null) return null
  const { amount_detail, details } = channelPaymentOf(payment)
  return {
    at: new Date(payment.opened_at.getTime() - durationMs).toISOString(),
    durationMs,
    request: {
      method: 'GET',
      apiUrl: payment.asked_url,
      path: `/${encodeReference(payment.reference)}`,
      headers: {
        authorization: HIDDEN_BEARER,
        accept: 'application/json',
        ...(requestId !== null && { 'x-request-id': requestId }),
      },
    },
    response: {
      status: 200,
      bytes,
      body: {
        reference: payment.reference,
        total_amount: dinarsFromCentimes(payment.amount),
        currency: payment.currency,
        amount_detail,
        details,
      },
    },
  }
}
