import type { OperatorPayment, OperatorPaymentRecord, QueryOf } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import { appendAudit } from '../../audit/append.ts'
import { listPayments, type PaymentFilter, type Period } from '../../payments/list.ts'
import type { OperatorPaymentRow, PaymentRecordRow } from '../../payments/payment-record.ts'
import { refundPayment } from '../../payments/refund.ts'
import { readOperatorPayment, readTimeline } from '../../payments/timeline.ts'
import { partnerOfQrToken } from '../../qr-codes/token.ts'
import { channelNumber, channelWireId, partnerNumber } from '../../wire-ids.ts'
import { centimesOf } from '../bodies/centimes.ts'
import { channelPaymentOf, paymentRecordOf } from '../bodies/payment.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

type ListPayments = typeof OPERATIONS.operator.payments.listPayments

/** Payments, their history, and refunds (D9, D22). */
export const payments = ({ db, makeTransition }: RouteDeps): OperatorHandlers<'payments'> => {
  const { pool, operatorLists } = db
  const reading = { pool: operatorLists, makeTransition }

  return {
    async listPayments({ query }) {
      const beforeId = readCursor(query.cursor, readUuid)
      const page = { limit: query.limit + 1, beforeId }
      const filter = filterOf(query)
      const rows = filter === null ? [] : await listPayments(reading, filter, page)
      return pageOf(rows, query.limit, { idOf: (row) => row.payment_id, toItem: recordBody })
    },

    async readPaymentDetail({ params }, refuse) {
      const found = await readTimeline(reading, params.paymentId.toLowerCase())
      if (found === null) throw refuse('PAYMENT404_NOT_FOUND')
      const { payment, timeline, attemptsLeftOut } = found
      return { ...paymentBody(payment), timeline, attemptsLeftOut }
    },

    async refundPayment({ params, caller }, refuse) {
      const paymentId = params.paymentId.toLowerCase()
      const result = await refundPayment(makeTransition, paymentId)
      if (!result.ok) throw refuse(result.code)
      const { partner_id: partnerId, refunded_at: refundedAt } = result.payment
      // One statement makes the transitions of many requests, so this entry cannot be in its
      // transaction. If it is lost, the payment's own history still shows the refund, and the
      // request can be repeated: it changes nothing, and adds the entry with the same time.
      await appendAudit(pool, caller.actor, {
        partnerId,
        action: 'payment.refund',
        subject: paymentId,
        details: { refundedAt },
      })
      const payment = await readOperatorPayment({ pool, makeTransition }, paymentId)
      if (payment === null) throw refuse('PAYMENT404_NOT_FOUND')
      return paymentBody(payment)
    },
  }
}

/** Null when no payment can match: a QR code of one partner with another partner's id. */
const filterOf = (query: QueryOf<ListPayments>): PaymentFilter | null => {
  const asked = query.partnerId === undefined ? null : partnerNumber(query.partnerId)
  const qrToken = query.qrCodeToken ?? null
  const owner = qrToken === null ? asked : partnerOfQrToken(qrToken)
  if (qrToken !== null && (owner === null || (asked !== null && asked !== owner))) return null
  return {
    partnerId: owner,
    reference: query.reference ?? null,
    qrToken,
    stage: query.stage ?? null,
    channelId: query.channelId === undefined ? null : channelNumber(query.channelId),
    amount: query.amount === undefined ? null : centimesOf(query.amount),
    opened: periodOf(query.createdSince, query.createdBefore),
    paid: periodOf(query.paidSince, query.paidBefore),
    refunded: periodOf(query.refundedSince, query.refundedBefore),
  }
}

const periodOf = (since: string | undefined, before: string | undefined): Period => ({
  since: since === undefined ? null : new Date(since),
  before: before === undefined ? null : new Date(before),
})

const paymentBody = (payment: OperatorPaymentRow): OperatorPayment => ({
  ...channelPaymentOf(payment),
  ...seenByOperator(payment),
})

const recordBody = (payment: PaymentRecordRow): OperatorPaymentRecord => ({
  ...paymentRecordOf(payment),
  ...seenByOperator(payment),
})

const seenByOperator = (payment: PaymentRecordRow) => ({
  channelId: channelWireId(payment.channel_id),
  channel: payment.channel_kind,
  createdAt: payment.opened_at.toISOString(),
  releasedAt: payment.released_at?.toISOString() ?? null,
  webhookDelivery: payment.webhook_delivery,
})
