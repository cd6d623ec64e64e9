import { dinarsFromCentimes, dinarsFromSum, type PartnerPayment } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { listBookPayments, type BookPosition } from '../../money/books/list-payments.ts'
import type { BookRow } from '../../money/books/payment-rows.ts'
import { readCursor, readUuid } from '../server/cursor.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { partnerFigures } from './figures.ts'
import { countListCall } from './list-limit.ts'
import { createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import { forLists, type ListCaller } from './partner.ts'
import { partnerSearch, type PartnerSearchDeps } from './search.ts'

const { payments } = OPERATIONS.partner

/** A partner's list of its payments, for its books (D31), its search (W140) and its figures (W144). */
export const partnerPayments = (app: FastifyInstance, deps: PartnerSearchDeps): void => {
  forLists(app, { ...deps, countCall: countListCall(deps.databaseOf) }, (scope, options) =>
    addRoutes(scope, payments, deps.spread(payments, deps, handlersOf), options),
  )
  partnerSearch(app, deps)
  partnerFigures(app, deps)
}

const handlersOf = ({
  db,
  makeTransition,
}: PartnerSearchDeps): Handlers<typeof payments, ListCaller> => {
  const lists = createPartnerGate(LIST_LIMITS)
  const reading = { pool: db.partnerLists, makeTransition }
  return {
    async listOwnPayments({ query, caller: { partnerId } }, refuse) {
      const { from = null, to = null, stage = null, limit, cursor } = query
      if (from !== null && to !== null && from > to) {
        const message = `expected a date from ${from} on, received ${to}`
        throw refuse('VALIDATION400', { details: [{ path: 'to', message }] })
      }
      const after = readCursor(cursor, readPosition)
      const page = await lists.within(partnerId, () =>
        listBookPayments(reading, { partnerId, from, to, stage }, { limit, after }),
      )
      return {
        items: page.rows.map(partnerPaymentOf),
        completeThrough: page.completeThrough,
        nextCursor: page.next === null ? null : cursorOf(page.next),
      }
    },
  }
}

const partnerPaymentOf = (row: BookRow): PartnerPayment => ({
  reference: row.reference,
  paymentId: row.payment_id,
  channel: row.channel_kind,
  stage: row.stage,
  amount: dinarsFromCentimes(row.amount),
  refundedAmount: dinarsFromSum(row.refunded_amount),
  currency: row.currency,
  businessDate: row.business_date,
  openedAt: row.opened_at,
  paidAt: row.paid_at,
  refundedAt: row.refunded_at,
  webhookDelivery: row.webhook_delivery,
  statementId: row.statement_id,
})

/** A payment's id, and the date through which the first page was complete, if there was one. */
const cursorOf = ({ afterId, completeThrough }: BookPosition): string =>
  Buffer.from(`${afterId} ${completeThrough ?? ''}`).toString('base64url')

const readPosition = (text: string): BookPosition | null => {
  const [id = '', date, ...rest] = text.split(' ')
  const afterId = readUuid(id)
  if (afterId === null || date === undefined || rest.length > 0) return null
  if (date === '') return { afterId, completeThrough: null }
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? { afterId, completeThrough: date } : null
}
