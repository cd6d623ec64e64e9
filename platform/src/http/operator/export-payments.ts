import { EXPORT_ROWS_MAX } from '@wasl/protocol'
import { readTimeZone } from '../../ledger/read-time-zone.ts'
import { OPERATOR_COLUMNS } from '../bodies/payment-columns.ts'
import { paymentsFile } from '../bodies/payment-export.ts'
import { pagesOf, type OneAtATime } from './export-rows.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

type ListPayments = OperatorHandlers<'payments'>['listPayments']

/**
 * A file with the payments of the list (W158). It asks the list itself, so it has what the list has,
 * also over several cells.
 */
export const paymentExport = (
  { db }: Pick<RouteDeps, 'db'>,
  listPayments: ListPayments,
  oneAtATime: OneAtATime,
): OperatorHandlers<'paymentExport'> => ({
  exportPayments: (asked, refuse) =>
    oneAtATime(() => {
      const pages = pagesOf((page) =>
        listPayments({ ...asked, query: { ...asked.query, ...page } }, refuse),
      )
      return paymentsFile(pages, OPERATOR_COLUMNS, {
        ...asked.query,
        acceptLanguage: asked.request.headers['accept-language'],
        readTimeZone: () => readTimeZone(db.operatorLists),
        tooMany: () => refuse('EXPORT422_TOO_MANY', { extra: { max: EXPORT_ROWS_MAX } }),
      })
    }),
})
