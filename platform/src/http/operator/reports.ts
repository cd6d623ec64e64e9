import { pickLanguage, REPORTS_IN_WORDS } from '@wasl/protocol'
import { readTimeZone } from '../../ledger/read-time-zone.ts'
import { readCompleteThroughAll } from '../../ledger/list-balances.ts'
import { readAccountCodes, setAccountCodes } from '../../operations/reports/account-codes.ts'
import { dayAsTable, readDayReport } from '../../operations/reports/day-report.ts'
import {
  readPeriod,
  rowsAsCsv,
  rowsAsJson,
  runReport,
} from '../../operations/reports/run-report.ts'
import { columnsOf, readOwnerNames } from '../../operations/reports/report-table.ts'
import { tableFile } from '../bodies/table-file.ts'
import { Answered } from '../server/routes.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

const NOT_KEPT = { 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' }

const CSV = 'text/csv; charset=utf-8; header=present'

/** Reports of the books (D31). */
export const reports = ({ db, everyCell }: RouteDeps): OperatorHandlers<'reports'> => ({
  async readDayReport({ params: { businessDate }, query: { format } }) {
    const report = await readDayReport(everyCell, businessDate)
    if (format === 'json') return report
    return new Answered(200, CSV, rowsAsCsv(dayAsTable(report)), {
      ...NOT_KEPT,
      'content-disposition': `attachment; filename="wasl-day-${businessDate}.csv"`,
    })
  },

  async readReport({ params: { report }, query, request }) {
    const { from = null, to = null, format, lang } = query
    const completeThrough = await readCompleteThroughAll(everyCell)
    const period = await readPeriod(db.operatorLists, { from, to })
    const found = await runReport(everyCell, report, period)
    if (format === 'json') {
      const body = { report, ...period, completeThrough, rows: rowsAsJson(found) }
      return new Answered(200, 'application/json; charset=utf-8', JSON.stringify(body), NOT_KEPT)
    }
    const file = `wasl-${report}-${period.to}`
    if (format === 'xlsx') {
      const pool = db.operatorLists
      const language = lang ?? pickLanguage(request.headers['accept-language'])
      return tableFile({
        title: REPORTS_IN_WORDS[report][language],
        name: file,
        language,
        timeZone: await readTimeZone(pool),
        columns: columnsOf(report, language, await readOwnerNames(pool, found.rows, language)),
        pages: onePage(found.rows),
      })
    }
    return new Answered(200, CSV, rowsAsCsv(found), {
      ...NOT_KEPT,
      'content-disposition': `attachment; filename="${file}.csv"`,
    })
  },

  readAccountCodes: () => readAccountCodes(db.operatorLists),

  setAccountCodes: ({ body, caller }) => setAccountCodes(db.pool, body, caller.actor),
})

const onePage = async function* <Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}
