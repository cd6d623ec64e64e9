import { EXPORT_PAYMENTS_MAX, type OperatorPaymentRecord } from '@wasl/protocol'
import { readTimeZone } from '../../ledger/read-time-zone.ts'
import { OPERATOR_COLUMNS } from '../bodies/payment-columns.ts'
import { paymentsFile, type Pages } from '../bodies/payment-export.ts'
import { Answered } from '../server/routes.ts'
import { createPartnerGate } from '../partner/partner-gate.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

const PAGE_ROWS = 500

/** An export reads for some seconds, and the lists of people must not wait for several. */
const LIMITS = { inFlightMax: 1, waitingMax: 4, code: 'EXPORT429_TOO_MANY_AT_ONCE' } as const

/** The exports of the operator are of all partners. */
const OPERATOR = 0

type ListPayments = OperatorHandlers<'payments'>['listPayments']

/**
 * A file with the payments of the list (W158). It asks the list itself, so it has what the list has,
 * also over several cells.
 */
export const paymentExport = (
  { db }: Pick<RouteDeps, 'db'>,
  listPayments: ListPayments,
): OperatorHandlers<'paymentExport'> => {
  const exports = createPartnerGate(LIMITS)
  return {
    exportPayments: (asked, refuse) =>
      exports.within(OPERATOR, () =>
        paymentsFile(pagesOf(listPayments, asked, refuse), OPERATOR_COLUMNS, {
          ...asked.query,
          acceptLanguage: asked.request.headers['accept-language'],
          readTimeZone: () => readTimeZone(db.operatorLists),
          tooMany: () => refuse('EXPORT422_TOO_MANY', { extra: { max: EXPORT_PAYMENTS_MAX } }),
        }),
      ),
  }
}

type Export = Parameters<OperatorHandlers<'paymentExport'>['exportPayments']>

const pagesOf = async function* (
  listPayments: ListPayments,
  asked: Export[0],
  refuse: Export[1],
): Pages<OperatorPaymentRecord> {
  for (let cursor: string | undefined; ;) {
    const query = { ...asked.query, limit: PAGE_ROWS, cursor }
    const page = await listPayments({ ...asked, query }, refuse)
    if (page instanceof Answered) throw new Error('a list has one way to answer')
    yield page.items
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}
