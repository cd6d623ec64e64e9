import { MAX_CENTIMES, type QueryOf } from '@wasl/protocol'
import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import { notePersonalReading, notePhoneSearch } from '../../base/audit/note-reading.ts'
import { listPayments, type PaymentFilter, type Period } from '../../payments/list.ts'
import { readLocalPeriod } from '../../payments/local-period.ts'
import { readTimeline } from '../../payments/timeline.ts'
import { cleanText } from '../../base/typed/typed-text.ts'
import type { AmountRange } from '../../base/typed/read-amount.ts'
import { partnerOfQrToken } from '../../payments/qr-codes/token.ts'
import { channelNumber, partnerNumber } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { operatorRecordOf } from '../bodies/payment.ts'
import { paymentDetailOf } from '../bodies/payment-detail.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

type ListPayments = typeof OPERATIONS.operator.payments.listPayments

/** Payments and their history (D9, D22). */
export const payments = ({ db, makeTransition }: RouteDeps): OperatorHandlers<'payments'> => {
  const reading = { pool: db.operatorLists, makeTransition }

  return {
    async listPayments({ query, caller: { actor } }) {
      const typed = query.reference ?? query.referenceBegins ?? query.referenceEnds
      await notePhoneSearch(db.pool, actor, { typed })
      const beforeId = readCursor(query.cursor, readUuid)
      const page = { limit: query.limit + 1, beforeId }
      const filter = await filterOf(db.operatorLists, query)
      const rows = filter === null ? [] : await listPayments(reading, filter, page)
      return pageOf(rows, query.limit, { idOf: (row) => row.payment_id, toItem: operatorRecordOf })
    },

    async readPaymentDetail({ params, caller: { actor } }, refuse) {
      const found = await readTimeline(reading, params.paymentId.toLowerCase())
      if (found === null) throw refuse('PAYMENT404_NOT_FOUND')
      const { partner_id: partnerId, payment_id: subject } = found.payment
      await notePersonalReading(db.pool, actor, { partnerId, subject, of: 'labels' })
      return paymentDetailOf(found)
    },
  }
}

/** Null when no payment can match: a QR code of one partner with another partner's id. */
const filterOf = async (
  pool: pg.Pool,
  query: QueryOf<ListPayments>,
): Promise<PaymentFilter | null> => {
  const asked = query.partnerId === undefined ? null : partnerNumber(query.partnerId)
  const qrToken = query.qrCodeToken ?? null
  const owner = qrToken === null ? asked : partnerOfQrToken(qrToken)
  if (qrToken !== null && (owner === null || (asked !== null && asked !== owner))) return null
  return {
    partnerId: owner,
    partnerName: query.partnerName ?? null,
    reference: query.reference ?? null,
    referenceBegins: query.referenceBegins ?? null,
    referenceEnds: query.referenceEnds ?? null,
    words: query.words === undefined ? [] : wordsOf(query.words),
    qrToken,
    stage: query.stage ?? null,
    channelId: query.channelId === undefined ? null : channelNumber(query.channelId),
    channelName: query.channelName ?? null,
    amounts: amountsOf(query),
    opened: narrower(
      periodOf(query.createdSince, query.createdBefore),
      await readLocalPeriod(pool, query),
    ),
    paid: periodOf(query.paidSince, query.paidBefore),
    refunded: periodOf(query.refundedSince, query.refundedBefore),
  }
}

const wordsOf = (text: string): string[] => cleanText(text).split(' ').filter(Boolean)

const amountsOf = ({
  amount,
  amountFrom = amount,
  amountTo = amount,
}: QueryOf<ListPayments>): AmountRange | null =>
  amountFrom === undefined && amountTo === undefined
    ? null
    : {
        from: amountFrom === undefined ? 1 : centimesOf(amountFrom),
        to: amountTo === undefined ? MAX_CENTIMES : centimesOf(amountTo),
      }

const narrower = (one: Period, other: Period): Period => ({
  since: [one.since, other.since].reduce((a, b) => (a === null || (b !== null && b > a) ? b : a)),
  before: [one.before, other.before].reduce((a, b) =>
    a === null || (b !== null && b < a) ? b : a,
  ),
})

const periodOf = (since: string | undefined, before: string | undefined): Period => ({
  since: since === undefined ? null : new Date(since),
  before: before === undefined ? null : new Date(before),
})
