import { shown, type BankMappingRequest, type Centimes, type Issue } from '@wasl/protocol'
import { decodeFile } from './decode.ts'
import { readBankAmount } from './read-amount.ts'
import { readBankDate } from './read-date.ts'
import { readRows, type Row } from './read-rows.ts'

/** What a row of the file says. */
export type FileLine = {
  bookedOn: string
  valueOn: string | null
  /** Below 0 when the money left the account; never 0. */
  amount: Centimes
  description: string
  reference: string | null
}

export type FileLines = { ok: true; lines: FileLine[] } | { ok: false; issues: Issue[] }

/** A file with more wrong rows has the wrong mapping. */
const ISSUES_MAX = 20

const TEXT_LENGTH_MAX = 1_000

type Column = BankMappingRequest['columns']['bookedOn']

/**
 * Reads a bank's export. One wrong row refuses the whole file, so that a wrong mapping imports nothing.
 * A cell is text or a number, never a formula: what a spreadsheet would compute is kept as it is
 * written.
 */
export const readBankLines = async (
  bytes: Uint8Array,
  mapping: BankMappingRequest,
): Promise<FileLines> => {
  const decoded = decodeFile(bytes, mapping.encoding)
  if (!decoded.ok) return refused(decoded.problem)
  const read = await readRows(decoded.text, mapping)
  if (!read.ok) return refused(read.problem)
  const { headerRows, footerRows } = mapping
  const header = headerRows === 0 ? null : (read.rows[headerRows - 1] ?? null)
  const rows = read.rows.slice(headerRows, footerRows === 0 ? undefined : -footerRows)
  const issues: Issue[] = []
  const lines: FileLine[] = []
  const cellOf = createCellOf(header, issues)
  for (const row of rows) {
    const line = lineOf(row, mapping, cellOf)
    if (typeof line === 'string') {
      issues.push({ path: `line ${row.lineNumber}`, message: line })
    } else if (line !== null) lines.push(line)
    if (issues.length >= ISSUES_MAX) break
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, lines }
}

const refused = (message: string): FileLines => ({ ok: false, issues: [{ path: '', message }] })

type CellOf = (row: Row, column: Column) => string

/** Finds cells by the titles in the header. A title that is missing or there twice is an issue. */
const createCellOf = (header: Row | null, issues: Issue[]): CellOf => {
  const titles = (header?.cells ?? []).map((title) => title.trim().toLowerCase())
  const places = new Map<string, number>()
  const placeOf = (title: string): number => {
    const known = places.get(title)
    if (known !== undefined) return known
    const found = titles.flatMap((one, place) => (one === title.toLowerCase() ? [place] : []))
    if (found.length !== 1) {
      const message = `expected one column ${shown(title)} in the header, found ${found.length}`
      issues.push({ path: `line ${header?.lineNumber ?? 1}`, message })
    }
    const place = found[0] ?? -1
    places.set(title, place)
    return place
  }
  return ({ cells }, column) =>
    cells[typeof column === 'number' ? column - 1 : placeOf(column)]?.trim() ?? ''
}

/** The line of a row, null for one without an amount, or what is wrong with it. */
const lineOf = (
  row: Row,
  mapping: BankMappingRequest,
  cellOf: CellOf,
): FileLine | null | string => {
  const { dateFormat, columns } = mapping
  const bookedText = cellOf(row, columns.bookedOn)
  const bookedOn = readBankDate(bookedText, dateFormat)
  if (bookedOn === null) return `expected a date ${dateFormat}, received ${shown(bookedText)}`
  const valueText = columns.valueOn === undefined ? '' : cellOf(row, columns.valueOn)
  const valueOn = valueText === '' ? null : readBankDate(valueText, dateFormat)
  if (valueText !== '' && valueOn === null) {
    return `expected a value date ${dateFormat}, received ${shown(valueText)}`
  }
  const amount = amountOf(row, mapping, cellOf)
  if (typeof amount === 'string') return amount
  if (amount === 0) return null
  const description = plain(columns.description.map((column) => cellOf(row, column)).join(' '))
  const reference = columns.reference === undefined ? '' : plain(cellOf(row, columns.reference))
  for (const text of [description, reference]) {
    const problem = textProblem(text)
    if (problem !== null) return problem
  }
  return { bookedOn, valueOn, amount, description, reference: reference === '' ? null : reference }
}

/** A quoted cell may have line ends. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const textProblem = (text: string): string | null => {
  if (text.length > TEXT_LENGTH_MAX)
    return `expected texts of at most ${TEXT_LENGTH_MAX} characters`
  return /\p{Cc}/u.test(text) ? `expected no control characters, received ${shown(text)}` : null
}

const amountOf = (
  row: Row,
  { amounts, decimal }: BankMappingRequest,
  cellOf: CellOf,
): Centimes | string => {
  const read = (column: Column): Centimes | string => {
    const text = cellOf(row, column)
    return (
      readBankAmount(text, decimal) ??
      `expected an amount with "${decimal}" before its centimes, received ${shown(text)}`
    )
  }
  switch (amounts.form) {
    case 'signed': {
      const amount = read(amounts.column)
      return amounts.negative === 'out' || typeof amount === 'string' ? amount : 0 - amount
    }
    case 'two-columns': {
      const [out, into] = [amounts.out, amounts.in].map((column) =>
        cellOf(row, column) === '' ? 0 : read(column),
      ) as [Centimes | string, Centimes | string]
      if (typeof out === 'string') return out
      if (typeof into === 'string') return into
      if (out !== 0 && into !== 0) return 'expected an amount in one of the two columns'
      // Some banks write a minus in the column of what left.
      return into < 0 ? 'expected no minus in the column of what came in' : into - Math.abs(out)
    }
    case 'indicator': {
      const amount = read(amounts.column)
      if (typeof amount === 'string') return amount
      const indicator = cellOf(row, amounts.indicator)
      if (amount < 0) return 'expected no minus beside an indicator'
      if (indicator === amounts.in) return amount
      if (indicator === amounts.out) return 0 - amount
      return `expected "${amounts.in}" or "${amounts.out}", received ${shown(indicator)}`
    }
    default:
      return amounts satisfies never
  }
}
