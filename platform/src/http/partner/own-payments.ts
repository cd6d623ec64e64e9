import { EXPORT_ROWS_MAX, type ownPaymentsQuery } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { z } from 'zod'
import { notePersonalReading } from '../../base/audit/note-reading.ts'
import { listPayments } from '../../payments/list.ts'
import { ANY_PAYMENT, type PaymentFilter } from '../../payments/payment-filter.ts'
import { readLocalPeriod } from '../../payments/local-period.ts'
import { readPaymentRecords } from '../../payments/read-records.ts'
import { readTimeline } from '../../payments/timeline.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import { partnerOfQrToken } from '../../payments/qr-codes/token.ts'
import { issueReceiptOf } from '../../payments/receipts/issue.ts'
import type { Keyring } from '../../base/secrets/seal.ts'
import { createRenderPdf } from '../../base/pdf/render-pdf.ts'
import { findStatementOfPayment } from '../../money/settlement/statements/find-of-payment.ts'
import { partnerOfId } from '../../base/wire-ids.ts'
import { ownDetailOf, ownRecordOf } from '../bodies/own-payment.ts'
import { readTimeZone } from '../../ledger/read-time-zone.ts'
import { OWN_COLUMNS } from '../bodies/payment-columns.ts'
import { paymentsFile } from '../bodies/payment-export.ts'
import type { QrCodesOf } from '../bodies/qr-file.ts'
import { receiptAnswer } from '../bodies/receipt.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { ownPages } from './export-payments.ts'
import { createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import { forEvents, type EventsCaller, type PartnerKeys } from './partner.ts'

export type OwnPaymentsDeps = PartnerKeys & {
  keyring: Keyring
  makeTransition: MakeTransition
  codes: QrCodesOf
}

const { ownPayments } = OPERATIONS.partner

/**
 * A partner's payments as its users look at them (W153). They do not count with the lists of its
 * programs, and only a few run at once.
 */
export const partnerOwnPayments = (app: FastifyInstance, deps: OwnPaymentsDeps): void =>
  forEvents(app, deps, (scope, options) =>
    addRoutes(scope, ownPayments, deps.spread(ownPayments, deps, handlersOf), options),
  )

/** An export reads for some seconds. */
const EXPORT_LIMITS = { inFlightMax: 1, waitingMax: 2 } as const

const handlersOf = ({
  db,
  keyring,
  makeTransition,
  codes,
}: OwnPaymentsDeps): Handlers<typeof ownPayments, EventsCaller> => {
  const reading = { pool: db.partnerLists, makeTransition }
  const lists = createPartnerGate(LIST_LIMITS)
  const exports = createPartnerGate(EXPORT_LIMITS)
  const receipts = { hot: db.hot, pool: db.pool, keyring, publicOrigin: codes.publicOrigin }
  const renderPdf = createRenderPdf()

  return {
    listNewestPayments: ({ query, caller: { partnerId } }) =>
      lists.within(partnerId, async () => {
        const filter = await filterOf(db.partnerLists, partnerId, query)
        if (filter === null) return { items: [], nextCursor: null }
        const beforeId = readCursor(query.cursor, readUuid)
        const rows = await listPayments(reading, filter, { limit: query.limit + 1, beforeId })
        return pageOf(rows, query.limit, { idOf: (row) => row.payment_id, toItem: ownRecordOf })
      }),

    exportOwnPayments: ({ query, caller: { partnerId }, request }, refuse) =>
      exports.within(partnerId, async () => {
        const filter = await filterOf(db.partnerLists, partnerId, query)
        if (filter === null) throw refuse('VALIDATION400', { details: [NOT_OWN_CODE] })
        return paymentsFile(ownPages(reading, filter), OWN_COLUMNS, {
          ...query,
          acceptLanguage: request.headers['accept-language'],
          readTimeZone: () => readTimeZone(db.partnerLists),
          tooMany: () => refuse('EXPORT422_TOO_MANY', { extra: { max: EXPORT_ROWS_MAX } }),
        })
      }),

    readOwnPayment: ({ params, caller: { partnerId, actor } }, refuse) =>
      lists.within(partnerId, async () => {
        const paymentId = params.paymentId.toLowerCase()
        const found = isOf(partnerId, paymentId) ? await readTimeline(reading, paymentId) : null
        if (found === null) throw refuse('PAYMENT404_NOT_FOUND')
        await notePersonalReading(db.pool, actor, { partnerId, subject: paymentId, of: 'labels' })
        const statement = await findStatementOfPayment(db.partnerLists, partnerId, paymentId)
        return ownDetailOf(found, statement)
      }),

    readOwnReceipt: ({ params, query, caller: { partnerId }, request }, refuse) =>
      lists.within(partnerId, async () => {
        const paymentId = params.paymentId.toLowerCase()
        const ids = isOf(partnerId, paymentId) ? [paymentId] : []
        const [payment] = await readPaymentRecords(reading, ids)
        if (payment === undefined) throw refuse('PAYMENT404_NOT_FOUND')
        const issued = await issueReceiptOf(receipts, payment, payment.channel_name)
        if (!issued.ok) throw refuse(issued.code)
        return receiptAnswer(renderPdf, issued.receipt, query, request.headers['accept-language'])
      }),
  }
}

type Filters = Pick<
  z.output<typeof ownPaymentsQuery>,
  'qrCodeToken' | 'referenceBegins' | 'stage' | 'from' | 'to'
>

const NOT_OWN_CODE = { path: 'qrCodeToken', message: 'expected a code of yours' }

/** Null for a code of another partner, which has none of this partner's payments. */
const filterOf = async (
  pool: pg.Pool,
  partnerId: number,
  query: Filters,
): Promise<PaymentFilter | null> => {
  const { qrCodeToken: qrToken = null, referenceBegins = null, stage = null } = query
  if (qrToken !== null && partnerOfQrToken(qrToken) !== partnerId) return null
  const opened = await readLocalPeriod(pool, query)
  return { ...ANY_PAYMENT, partnerId, qrToken, referenceBegins, stage, opened }
}

/** Another partner's payment gets the same answer as one that does not exist. */
const isOf = (partnerId: number, paymentId: string): boolean => partnerOfId(paymentId) === partnerId
