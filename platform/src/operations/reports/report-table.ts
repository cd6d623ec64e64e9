/** A report as people read it: names, words of their language, and totals. */
import {
  isReportDate,
  type Language,
  REPORT_COLUMNS,
  REPORT_TOTALS,
  type ReportColumn,
  reportHead,
  type ReportName,
  reportText,
} from '@wasl/protocol'
import type pg from 'pg'
import { listNames, type NamedId } from '../../parties/list-names.ts'
import type { Cell, TableColumn } from '../../money/settlement/documents/xlsx/table-xlsx.ts'
import type { Value } from './reports.ts'

type Row = Record<string, Value>

export type OwnerNames = ReadonlyMap<string, string>

/** Before the name of the channel whose safe it is. */
const SAFE = { en: 'Safe of', fr: 'Coffre de', ar: 'خزنة' } as const

/** The names of the partners, channels, agents and safes in a report. */
export const readOwnerNames = async (
  pool: pg.Pool,
  rows: readonly Row[],
  language: Language,
): Promise<OwnerNames> => {
  const owners = new Set(rows.map((row) => row['owner']).filter((id) => typeof id === 'string'))
  const named = await listNames(pool, [...owners])
  return new Map(named.map((one) => [one.id, nameIn(one, language)]))
}

/** A name in a file: a safe has that of its channel, and a partner may have one in Arabic. */
export const nameIn = (
  { id, name, nameAr }: Omit<NamedId, 'channelId'>,
  language: Language,
): string => {
  if (id.startsWith('safe_')) return `${SAFE[language]} ${name}`
  return language === 'ar' ? (nameAr ?? name) : name
}

export const columnsOf = (
  report: ReportName,
  language: Language,
  names: OwnerNames,
): TableColumn<Row>[] =>
  REPORT_COLUMNS[report].map((column) => ({
    head: reportHead(column[0], language),
    cell: (row) => cellOf(column, row[column[0]] ?? null, { language, names }),
    isTotalled: REPORT_TOTALS[report].includes(column[0]),
  }))

const cellOf = (
  [name, type]: ReportColumn,
  value: Value,
  { language, names }: { language: Language; names: OwnerNames },
): Cell => {
  if (value === null) return null
  if (type === 'sum') return { kind: 'sum', centimes: Number(value) }
  if (type !== 'text') return { kind: 'number', value: Number(value) }
  const text = String(value)
  if (isReportDate(name)) return { kind: 'date', date: text }
  if (name === 'month') return { kind: 'month', month: text }
  if (name === 'owner') return { kind: 'text', text: names.get(text) ?? text }
  return { kind: 'text', text: reportText(name, text, language) }
}
