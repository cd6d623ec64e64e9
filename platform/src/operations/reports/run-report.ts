import {
  dinarsFromSum,
  formatSum,
  REPORT_COLUMNS,
  type ReportColumn,
  type ReportName,
} from '@wasl/protocol'
import type pg from 'pg'
import type { EveryCell } from '../../cells/every-cell.ts'
import { csvField } from '../../money/settlement/documents/csv-field.ts'
import { mergeRows } from './merge-rows.ts'
import { readAged } from './read-aged.ts'
import { REPORTS, type Value } from './reports.ts'

export type ReportPeriod = { from: string; to: string }

export type ReportRows = { columns: readonly ReportColumn[]; rows: Record<string, Value>[] }

/** By default the present business date, and the first of its month. */
export const readPeriod = async (
  pool: pg.Pool,
  { from, to }: { from: string | null; to: string | null },
): Promise<ReportPeriod> => {
  const { rows } = await pool.query<ReportPeriod>(
    `select coalesce($1::date, date_trunc('month', last)::date)::text as "from", last::text as "to"
    from (
      select coalesce($2::date, greatest((wasl_now() at time zone time_zone)::date, open_day)) as last
      from ledger_state
    ) as ends`,
    [from, to],
  )
  return rows[0] ?? { from: from ?? '', to: to ?? '' }
}

/** The table of a report, over all cells. */
export const runReport = async (
  cells: EveryCell,
  name: ReportName,
  { from, to }: ReportPeriod,
): Promise<ReportRows> => {
  const report = REPORTS[name]
  const { aged } = report
  const columns = REPORT_COLUMNS[name]
  if (aged !== undefined && !cells.isAlone) {
    return { columns, rows: await readAged(cells, aged, to) }
  }
  const answers = await cells.read(({ operatorLists }, leftOut) =>
    rowsInCell(operatorLists, name, { from, to }, leftOut),
  )
  return { columns, rows: mergeRows(columns, report, answers) }
}

/** The rows of a report as one cell has them. */
export const rowsInCell = async (
  pool: pg.Pool,
  name: ReportName,
  { from, to }: ReportPeriod,
  leftOut: readonly number[] = [],
): Promise<Record<string, Value>[]> => {
  const { rows } = await pool.query<Record<string, Value>>(REPORTS[name].sql(leftOut), [from, to])
  return rows
}

/** The rows with sums in dinars. */
export const rowsAsJson = ({ columns, rows }: ReportRows): Record<string, Value>[] =>
  rows.map((row) =>
    Object.fromEntries(
      columns.map(([name, type]) => {
        const value = row[name] ?? null
        return [name, type === 'sum' && value !== null ? dinarsFromSum(Number(value)) : value]
      }),
    ),
  )

/** CSV (RFC 4180) in UTF-8, with decimal points. */
export const rowsAsCsv = ({ columns, rows }: ReportRows): string => {
  const lines = [columns.map(([name]) => name)]
  for (const row of rows) lines.push(columns.map((column) => field(column, row)))
  return lines.map((line) => `${line.join(',')}\r\n`).join('')
}

const field = ([name, type]: ReportColumn, row: Record<string, Value>): string => {
  const value = row[name] ?? null
  if (value === null) return ''
  if (type === 'sum') return formatSum(Number(value))
  return type === 'text' ? csvField(String(value)) : String(value)
}
