import { shown, type BankMappingRequest, type Centimes, type CsvMapping } from '@wasl/protocol'
import { tableOf, type Table } from './columns.ts'
import { decodeFile } from './decode.ts'
import { lineIssue, says, wholeFile, type FileIssue, type Said } from './file-problem.ts'
import type { FileLine, FileLines } from './file-line.ts'
import { readBankDate } from './read-date.ts'
import { readCamt053 } from './read-camt053.ts'
import { readMt940 } from './read-mt940.ts'
import { readRowAmount } from './read-row-amount.ts'
import { readRows, type Row } from './read-rows.ts'
import { notLines } from './sniff.ts'

/** A file with more wrong rows has the wrong mapping. */
const ISSUES_MAX = 20

const TEXT_LENGTH_MAX = 1_000

/**
 * Reads a bank's export. One wrong row refuses the whole file, so that a wrong mapping imports nothing.
 * A cell is text or a number, never a formula: what a spreadsheet would compute is kept as it is
 * written.
 */
export const readBankLines = async (
  bytes: Uint8Array,
  mapping: BankMappingRequest,
): Promise<FileLines> => {
  const problem = notLines(bytes)
  if (problem !== null) return wholeFile(problem)
  if (mapping.format === 'mt940') return readMt940(bytes, mapping)
  if (mapping.format === 'camt.053') return readCamt053(bytes, mapping)
  return readCsv(bytes, mapping)
}

const readCsv = async (bytes: Uint8Array, mapping: CsvMapping): Promise<FileLines> => {
  const decoded = decodeFile(bytes, mapping.encoding)
  if (!decoded.ok) return decoded
  const read = await readRows(decoded.text, mapping)
  if (!read.ok) return read
  const { headerRows, footerRows } = mapping
  const header = headerRows === 0 ? null : (read.rows[headerRows - 1] ?? null)
  const rows = read.rows.slice(headerRows, footerRows === 0 ? undefined : -footerRows)
  const found = tableOf(mapping, header, rows[0] ?? null)
  if (!found.ok) return found
  return rows.length === 0 ? NO_LINES : linesOf(rows, mapping, found.table)
}

const NO_LINES = wholeFile(
  says(
    'This file has a header and no line under it. Download the statement of days with movements, and import that file.',
    'Ce fichier a un en-tête et aucune ligne en dessous. Téléchargez le relevé de jours avec des mouvements, puis importez-le.',
    'في هذا الملف ترويسة دون أي سطر تحتها. نزّل كشف أيام فيها حركات ثم استورده.',
  ),
)

const linesOf = (rows: readonly Row[], mapping: CsvMapping, table: Table): FileLines => {
  const issues: FileIssue[] = []
  const lines: FileLine[] = []
  for (const row of rows) {
    const wrong = table.widthIssue(row)
    const line = wrong === null ? lineOf(row, mapping, table) : null
    if (wrong !== null) issues.push(wrong)
    else if (isSaid(line)) issues.push(lineIssue(row.lineNumber, line))
    else if (line !== null) lines.push(line)
    if (issues.length >= ISSUES_MAX) break
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, lines }
}

const isSaid = (line: FileLine | Said | null | Centimes): line is Said =>
  typeof line === 'object' && line !== null && 'ar' in line

/** The line of a row, null for one without an amount, or what is wrong with it. */
const lineOf = (row: Row, mapping: CsvMapping, table: Table): FileLine | null | Said => {
  const { dateFormat, columns } = mapping
  const { cellOf } = table
  const bookedText = cellOf(row, columns.bookedOn)
  const bookedOn = readBankDate(bookedText, dateFormat)
  if (bookedOn === null) return dateSaid(dateFormat, bookedText)
  const valueText = columns.valueOn === undefined ? '' : cellOf(row, columns.valueOn)
  const valueOn = valueText === '' ? null : readBankDate(valueText, dateFormat)
  if (valueText !== '' && valueOn === null) return valueDateSaid(dateFormat, valueText)
  const amount = readRowAmount(row, mapping, cellOf)
  if (typeof amount !== 'number') return amount
  if (amount === 0) return null
  const currency = currencyProblem(row, mapping, table)
  if (currency !== null) return currency
  const description = plain(columns.description.map((column) => cellOf(row, column)).join(' '))
  const reference = columns.reference === undefined ? '' : plain(cellOf(row, columns.reference))
  for (const text of [description, reference]) {
    const problem = textProblem(text)
    if (problem !== null) return problem
  }
  return { bookedOn, valueOn, amount, description, reference: reference === '' ? null : reference }
}

const dateSaid = (format: string, text: string): Said =>
  says(
    `expected a date ${format}, received ${shown(text)}`,
    `une date ${format} est attendue, ${shown(text)} reçu`,
    `المنتظر تاريخ ${format} والوارد ${shown(text)}`,
  )

const valueDateSaid = (format: string, text: string): Said =>
  says(
    `expected a value date ${format}, received ${shown(text)}`,
    `une date de valeur ${format} est attendue, ${shown(text)} reçu`,
    `المنتظر تاريخ قيمة ${format} والوارد ${shown(text)}`,
  )

/** How banks write the dinar. */
const DINARS = new Set(['dzd', 'da', 'دج', 'د.ج', 'د.ج.', '012'])

/** The books are in dinars. A file without a currency is of a dinar account. */
const currencyProblem = (row: Row, mapping: CsvMapping, table: Table): Said | null => {
  if (table.currency === null) return null
  const text = table.cellOf(row, table.currency)
  const isNamed = mapping.columns.currency !== undefined
  if (DINARS.has(text.toLowerCase()) || (text === '' && !isNamed)) return null
  return says(
    `expected DZD in the column of the currency, received ${shown(text)}: only accounts in dinars are imported`,
    `DZD attendu dans la colonne de la devise, ${shown(text)} reçu : seuls les comptes en dinars sont importés`,
    `المنتظر DZD في عمود العملة والوارد ${shown(text)}: لا تُستورد إلا حسابات الدينار`,
  )
}

/** A quoted cell may have line ends. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const textProblem = (text: string): Said | null => {
  if (text.length > TEXT_LENGTH_MAX) {
    return says(
      `expected texts of at most ${TEXT_LENGTH_MAX} characters`,
      `des textes de ${TEXT_LENGTH_MAX} caractères au plus sont attendus`,
      `المنتظر نصوص من ${TEXT_LENGTH_MAX} حرف على الأكثر`,
    )
  }
  if (!/\p{Cc}/u.test(text)) return null
  return says(
    `expected no control characters, received ${shown(text)}`,
    `aucun caractère de contrôle n’est attendu, ${shown(text)} reçu`,
    `لا تُنتظر محارف تحكّم، والوارد ${shown(text)}`,
  )
}
