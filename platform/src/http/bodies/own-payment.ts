import type { OwnPaymentDetail, OwnPaymentRecord, TimelineItem } from '@wasl/protocol'
import type { PaymentRecordRow } from '../../payments/payment-record.ts'
import type { PaymentWithTimeline } from '../../payments/timeline.ts'
import { receiptNumber } from '../../payments/receipts/receipt-number.ts'
import type { RefundRow } from '../../payments/refunds/refund-row.ts'
import type { Statement } from '../../money/settlement/statements/statement.ts'
import { channelPaymentOf, operatorRecordOf } from './payment.ts'
import { refundBody } from './refund.ts'
import { statementRecordOf } from './statement.ts'

/** A payment as its partner's users see it: not who at the channel took the cash. */
export const ownRecordOf = (row: PaymentRecordRow): OwnPaymentRecord => {
  const {
    partnerId: _partner,
    partnerName: _name,
    channelId: _channel,
    agentId: _agent,
    takenBy: _takenBy,
    ...record
  } = operatorRecordOf(row)
  return record
}

export const ownDetailOf = (
  { payment, refunds, timeline, attemptsLeftOut }: PaymentWithTimeline,
  statement: Statement | null,
): OwnPaymentDetail => {
  const { amount_detail, details } = channelPaymentOf(payment)
  return {
    ...ownRecordOf(payment),
    amount_detail,
    details,
    receiptNumber: payment.paid_at === null ? null : receiptNumber(payment.payment_id),
    refunds: refunds.map(ownRefundOf),
    timeline: timeline.flatMap(seenByPartner),
    attemptsLeftOut,
    statement: statement === null ? null : shortStatementOf(statement),
  }
}

const ownRefundOf = (row: RefundRow): OwnPaymentDetail['refunds'][number] => {
  const { refundId, status, amount, reason, requestedAt, madeAt, expiresAt, paidAt } =
    refundBody(row)
  return { refundId, status, amount, reason, requestedAt, madeAt, expiresAt, paidAt }
}

/** What the channel was refused, and the people of the operator, are not the partner's. */
const seenByPartner = (item: TimelineItem): TimelineItem[] => {
  switch (item.kind) {
    case 'transition':
    case 'event':
    case 'attempt':
      return [item]
    case 'refund':
      return [{ ...item, by: 'operator' }]
    default:
      return []
  }
}

const shortStatementOf = (statement: Statement): OwnPaymentDetail['statement'] => {
  const record = statementRecordOf(statement)
  if (record === null) return null
  const { statementId, number, status, paidAt } = record
  return { statementId, number, status, paidAt }
}
