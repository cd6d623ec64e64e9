import { dinarsFromSum } from '@wasl/protocol'
import type { BookLine } from '@wasl/partner-kit'
import { refused, usage } from '../problem.ts'
import { createAmountReader, type DecimalMark } from './amounts.ts'
import { findColumns, readMapping, type ColumnName, type Columns } from './columns.ts'
import { csvRows, type CsvRow, type Delimiter } from './csv.ts'

export type BookFormat = {
  mapping: Partial<Record<ColumnName, string>>
  delimiter: Delimiter | null
  decimal: DecimalMark | null
  /** Words of the column `state`, beside the usual ones. */
  words: Partial<Record<State, readonly string[]>>
}

type State = 'open' | 'paid' | 'refunded'

const WORDS: Record<State, readonly string[]> = {
  paid: ['paid', 'payé', 'payée', 'paye', 'payee', 'réglé', 'réglée', 'مدفوع', 'مدفوعة'],
  refunded: ['refunded', 'remboursé', 'remboursée', 'مسترد', 'مستردة', 'مسترجع'],
  open: [
    'open',
    'locked',
    'released',
    'unpaid',
    'cancelled',
    'canceled',
    'pending',
    'ouvert',
    'ouverte',
    'impayé',
    'impayée',
    'annulé',
    'annulée',
    'en attente',
    'غير مدفوع',
    'غير مدفوعة',
    'ملغى',
    'ملغاة',
    'معلق',
  ],
}

export type FormatOptions = {
  columns?: string
  delimiter?: string
  decimal?: string
  paid?: string
  refunded?: string
  open?: string
}

const DELIMITER_NAMES: Readonly<Record<string, Delimiter>> = {
  ',': ',',
  ';': ';',
  '|': '|',
  tab: '\t',
  '\t': '\t',
}

/** @throws Problem when an option is wrong. */
export const readFormat = (options: FormatOptions): BookFormat => {
  const { delimiter, decimal } = options
  if (delimiter !== undefined && DELIMITER_NAMES[delimiter] === undefined) {
    throw usage(`--delimiter: expected , ; | or tab, received ${JSON.stringify(delimiter)}`)
  }
  if (decimal !== undefined && decimal !== '.' && decimal !== ',') {
    throw usage(`--decimal: expected . or , received ${JSON.stringify(decimal)}`)
  }
  const words = (text: string | undefined) => text?.split(',').map((word) => plain(word)) ?? []
  return {
    mapping: readMapping(options.columns),
    delimiter: DELIMITER_NAMES[delimiter ?? ''] ?? null,
    decimal: decimal ?? null,
    words: {
      paid: words(options.paid),
      refunded: words(options.refunded),
      open: words(options.open),
    },
  }
}

/** A book's lines with their dates, if it has any. @throws Problem that names the line. */
export const readBook = async function* (
  text: AsyncIterable<string>,
  format: BookFormat,
  isWanted: (date: string | null) => boolean,
): AsyncGenerator<BookLine> {
  let columns: Columns | null = null
  const amountOf = createAmountReader(format.decimal)
  for await (const row of csvRows(text, format.delimiter)) {
    if (columns === null) columns = findColumns(row.cells, format.mapping)
    else {
      const cell = (index: number | null): string =>
        index === null ? '' : (row.cells[index] ?? '').trim()
      if (!isWanted(dateOf(cell(columns.date), row))) continue
      yield lineOf(row, columns, { cell, amountOf, words: format.words })
    }
  }
  if (columns === null) throw refused('The book is empty: expected a first line with the columns.')
}

type Reading = {
  cell: (index: number | null) => string
  amountOf: (text: string, line: number) => number
  words: BookFormat['words']
}

const lineOf = (row: CsvRow, columns: Columns, { cell, amountOf, words }: Reading): BookLine => {
  const reference = cell(columns.reference)
  if (reference === '') throw refused(`Line ${row.line} has no reference.`)
  const state = columns.state === null ? 'paid' : stateOf(cell(columns.state), row, words)
  const amount = cell(columns.amount)
  const refunded = cell(columns.refunded)
  return {
    reference,
    state,
    ...(amount !== '' && { amount: dinarsFromSum(amountOf(amount, row.line)) }),
    ...(refunded !== '' && { refundedAmount: dinarsFromSum(amountOf(refunded, row.line)) }),
  }
}

const plain = (text: string): string => text.trim().toLowerCase()

const stateOf = (text: string, { line }: CsvRow, words: BookFormat['words']): State => {
  const word = plain(text)
  for (const state of ['paid', 'refunded', 'open'] as const) {
    if (words[state]?.includes(word) || WORDS[state].includes(word)) return state
  }
  throw refused(
    `Line ${line}: the state ${JSON.stringify(text)} is not known.`,
    'Say what it means: --paid "…", --refunded "…" or --open "…", with commas between words.',
  )
}

/** Null for a book without dates. @throws Problem when a date is neither 2026-11-22 nor 22/11/2026. */
const dateOf = (text: string, { line }: CsvRow): string | null => {
  if (text === '') return null
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)
  if (iso !== null) return iso[0]
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(text) ?? []
  if (year !== '') return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  throw refused(
    `Line ${line}: expected a date such as 2026-11-22 or 22/11/2026, received ${JSON.stringify(text)}.`,
  )
}
