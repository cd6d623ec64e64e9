/** Reads a partner's own book from CSV or JSON. It never guesses: what it cannot read stops it. */
import { dinarsFromSum, signedCentimesFromDinars, type Centimes } from '../centimes.ts'
import { createAmountReader, type DecimalMark } from './amounts.ts'
import type { BookLine, BookState } from './book.ts'
import { findColumns, type ColumnName, type Columns } from './columns.ts'
import { csvRows, type BookRow, type Delimiter } from './csv.ts'
import { jsonRows } from './json.ts'
import { startOf } from './start-of.ts'
import { UnreadableBook } from './unreadable.ts'
import { STATE_WORDS } from './words.ts'

export type BookFormat = {
  /** The columns that have other names than the usual ones. */
  mapping: Partial<Record<ColumnName, string>>
  /** Of CSV; null: the one that splits the first line into the most cells. */
  delimiter: Delimiter | null
  /** Null: the one of the first amount that can be read in one way only. */
  decimal: DecimalMark | null
  /** Words of the column `state`, beside the usual ones. */
  words: Partial<Record<BookState, readonly string[]>>
}

/** A book with the usual names and words. */
export const USUAL_FORMAT: BookFormat = { mapping: {}, delimiter: null, decimal: null, words: {} }

/**
 * A book's lines. Its text is CSV with a header, or JSON: a list of objects, or an object that has one
 * such list.
 *
 * @param isWanted whether a line of this date counts; null for a line without a date.
 * @throws UnreadableBook that names the line.
 */
export const readBook = async function* (
  text: AsyncIterable<string>,
  format: BookFormat = USUAL_FORMAT,
  isWanted: (date: string | null) => boolean = () => true,
): AsyncGenerator<BookLine> {
  const { isJson, pieces } = await startOf(text)
  let columns: Columns | null = null
  const amountOf = createAmountReader(format.decimal)
  const rows = isJson ? jsonRows(pieces) : csvRows(pieces, format.delimiter)
  for await (const row of rows) {
    if (columns === null) columns = findColumns(row.cells, format.mapping)
    else {
      const cell = (index: number | null): string =>
        index === null ? '' : (row.cells[index] ?? '').trim()
      if (!isWanted(dateOf(cell(columns.date), row))) continue
      yield lineOf(row, columns, { cell, amountOf, words: format.words })
    }
  }
  if (columns === null) throw new UnreadableBook({ why: 'empty' })
}

type Reading = {
  cell: (index: number | null) => string
  amountOf: (text: string, line: number) => number
  words: BookFormat['words']
}

const lineOf = (row: BookRow, columns: Columns, { cell, amountOf, words }: Reading): BookLine => {
  const reference = cell(columns.reference)
  if (reference === '') throw new UnreadableBook({ why: 'no_reference', line: row.line })
  const state = columns.state === null ? 'paid' : stateOf(cell(columns.state), row, words)
  const dinars = (index: number | null): number | undefined => {
    const text = cell(index)
    if (index === null || text === '') return undefined
    const isNumber = row.numbers?.includes(index) ?? false
    return dinarsFromSum(isNumber ? numberOf(text, row) : amountOf(text, row.line))
  }
  const [amount, refundedAmount] = [dinars(columns.amount), dinars(columns.refunded)]
  return {
    reference,
    state,
    ...(amount !== undefined && { amount }),
    ...(refundedAmount !== undefined && { refundedAmount }),
  }
}

const numberOf = (text: string, { line }: BookRow): Centimes => {
  const centimes = signedCentimesFromDinars(Number(text))
  if (centimes !== null) return centimes
  throw new UnreadableBook({ why: 'bad_amount', line, text, mark: '.' })
}

const stateOf = (text: string, { line }: BookRow, words: BookFormat['words']): BookState => {
  const word = text.trim().toLowerCase()
  for (const state of ['paid', 'refunded', 'open'] as const) {
    if (words[state]?.includes(word) || STATE_WORDS[state].includes(word)) return state
  }
  throw new UnreadableBook({ why: 'bad_state', line, text })
}

/** Null for a book without dates. @throws UnreadableBook when a date is neither 2026-11-22 nor 22/11/2026. */
const dateOf = (text: string, { line }: BookRow): string | null => {
  if (text === '') return null
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)
  if (iso !== null) return iso[0]
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(text) ?? []
  if (year !== '') return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  throw new UnreadableBook({ why: 'bad_date', line, text })
}
