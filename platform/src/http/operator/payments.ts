import {
  paymentIdSchema,
  type OperatorPayment,
  type OperatorPaymentRecord,
  type PaymentDetail,
} from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { appendAudit } from '../../audit/append.ts'
import { channelNumber, channelWireId, partnerNumber } from '../../wire-ids.ts'
import { listPayments, type PaymentFilter, type Period } from '../../payments/list.ts'
import type { OperatorPaymentRow, PaymentRecordRow } from '../../payments/payment-record.ts'
import { refundPayment } from '../../payments/refund.ts'
import { readOperatorPayment, readTimeline } from '../../payments/timeline.ts'
import { partnerOfQrToken } from '../../qr-codes/token.ts'
import { ApiError } from '../server/api-error.ts'
import { centimesOf } from '../bodies/centimes.ts'
import { channelPaymentOf, paymentRecordOf } from '../bodies/payment.ts'
import { validate, validateParameter } from '../server/validate.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { RouteDeps } from './operator-deps.ts'
import { actorOf } from './operator.ts'

const paymentsQuery = OPERATIONS.operator.payments.listPayments.query

/** Payments, their history, and refunds (D9, D22). */
export const paymentRoutes = (app: FastifyInstance, { db, makeTransition }: RouteDeps): void => {
  const { pool, operatorLists } = db
  const payments = { pool: operatorLists, makeTransition }

  app.get('/operator/v1/payments', async (request) => {
    const query = validate(paymentsQuery, request.query)
    const beforeId = readCursor(query.cursor, readUuid)
    const page = { limit: query.limit + 1, beforeId }
    const filter = filterOf(query)
    const rows = filter === null ? [] : await listPayments(payments, filter, page)
    return pageOf(rows, query.limit, { idOf: (row) => row.payment_id, toItem: recordBody })
  })

  app.get('/operator/v1/payments/:paymentId', async (request): Promise<PaymentDetail> => {
    const found = await readTimeline(payments, paymentIdOf(request))
    if (found === null) throw new ApiError('PAYMENT404_NOT_FOUND')
    const { payment, timeline, attemptsLeftOut } = found
    return { ...paymentBody(payment), timeline, attemptsLeftOut }
  })

  app.post('/operator/v1/payments/:paymentId/refund', async (request): Promise<OperatorPayment> => {
    const paymentId = paymentIdOf(request)
    const result = await refundPayment(makeTransition, paymentId)
    if (!result.ok) throw new ApiError(result.code)
    const { partner_id: partnerId, refunded_at: refundedAt } = result.payment
    // The move is one statement that carries many requests, so that this entry cannot be in its
    // transaction. Should it be lost, the payment's own history still shows the refund, and the
    // request can be repeated: that moves nothing and is written down again, with the same time.
    await appendAudit(pool, actorOf(request), {
      partnerId,
      action: 'payment.refund',
      subject: paymentId,
      details: { refundedAt },
    })
    const payment = await readOperatorPayment({ pool, makeTransition }, paymentId)
    if (payment === null) throw new ApiError('PAYMENT404_NOT_FOUND')
    return paymentBody(payment)
  })
}

const paymentIdOf = (request: FastifyRequest): string =>
  validateParameter(paymentIdSchema, request, 'paymentId').toLowerCase()

/** Null when no payment can be meant: by the QR code of one partner, of another partner. */
const filterOf = (query: z.output<typeof paymentsQuery>): PaymentFilter | null => {
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
