/** Finds the cells of a bank's table by the titles in its header, or by their numbers. */
import type { CsvMapping } from '@wasl/protocol'
import { lineIssue, says, titlesSaid, type FileIssue } from './file-problem.ts'
import type { Row } from './read-rows.ts'

export type Column = CsvMapping['columns']['bookedOn']

export type Table = {
  /** The cells of a row, without spaces around them. */
  cellOf: (row: Row, column: Column) => string
  /** The column with the currency of each line; null when the file has none. */
  currency: Column | null
  /** What is wrong with the number of cells of a row. */
  widthIssue: (row: Row) => FileIssue | null
}

/** How banks call the column with the currency. */
const CURRENCY_TITLES = new Set(['devise', 'monnaie', 'currency', 'ccy', 'dev', 'العملة', 'عملة'])

/** Every column that a mapping names. */
const columnsOf = ({ columns, amounts }: CsvMapping): Column[] => {
  const { description, bookedOn, valueOn, reference, currency } = columns
  return [bookedOn, valueOn, ...description, reference, currency, ...amountColumns(amounts)].filter(
    (column) => column !== undefined,
  )
}

const amountColumns = (amounts: CsvMapping['amounts']): Column[] => {
  switch (amounts.form) {
    case 'signed':
      return [amounts.column]
    case 'two-columns':
      return [amounts.out, amounts.in]
    case 'indicator':
      return [amounts.column, amounts.indicator]
    default:
      return amounts satisfies never
  }
}

/**
 * @param header the row with the titles; null for a file without one.
 * @param first the first line: without a header, its width is that of the table.
 */
export const tableOf = (
  mapping: CsvMapping,
  header: Row | null,
  first: Row | null,
): { ok: true; table: Table } | { ok: false; issues: FileIssue[] } => {
  const titles = (header?.cells ?? []).map((title) => title.trim())
  const folded = titles.map((title) => title.toLowerCase())
  const width = header?.cells.length ?? first?.cells.length ?? 0
  const wanted = [...new Set(columnsOf(mapping))]
  const issues = wanted.flatMap((column) => {
    const places = placesOf(folded, column, width)
    return places.length === 1 ? [] : [columnIssue(column, places.length, titles, header)]
  })
  if (issues.length > 0) return { ok: false, issues }
  const placeOf = new Map(
    wanted.map((column) => [column, placesOf(folded, column, width)[0] ?? -1]),
  )
  const found = folded.findIndex((title) => CURRENCY_TITLES.has(title))
  const currency = mapping.columns.currency ?? (found === -1 ? null : found + 1)
  const table: Table = {
    cellOf: ({ cells }, column) =>
      cells[placeOf.get(column) ?? (typeof column === 'number' ? column - 1 : -1)]?.trim() ?? '',
    currency,
    widthIssue: (row) => widthIssue(row, titles, width),
  }
  return { ok: true, table }
}

const placesOf = (titles: readonly string[], column: Column, width: number): number[] => {
  if (typeof column === 'number') return column <= width ? [column - 1] : []
  return titles.flatMap((title, place) => (title === column.toLowerCase() ? [place] : []))
}

const columnIssue = (
  column: Column,
  found: number,
  titles: readonly string[],
  header: Row | null,
): FileIssue => {
  const name = JSON.stringify(column)
  const all = titlesSaid(titles)
  const lineNumber = header?.lineNumber ?? 1
  if (found > 1) {
    return lineIssue(
      lineNumber,
      says(
        `expected one column ${name} in the header, found ${found}. Its columns are ${all}`,
        `une seule colonne ${name} est attendue dans l’en-tête, il y en a ${found}. Ses colonnes sont ${all}`,
        `المنتظر عمود واحد ${name} في الترويسة والموجود ${found}. أعمدتها ${all}`,
      ),
    )
  }
  return lineIssue(
    lineNumber,
    says(
      `the column ${name} is missing. The columns of this file are ${all === '' ? 'without titles' : all}`,
      `la colonne ${name} manque. Les colonnes de ce fichier sont ${all === '' ? 'sans titre' : all}`,
      `العمود ${name} غير موجود. أعمدة هذا الملف ${all === '' ? 'دون عناوين' : all}`,
    ),
  )
}

/**
 * A separator inside a text shifts every cell after it by one, so that an amount is read from the
 * wrong column. So a row must have as many cells as the header. Empty titles at the end are not
 * columns: cells there may be missing, and must be empty.
 */
const widthIssue = (
  { cells, lineNumber }: Row,
  titles: readonly string[],
  width: number,
): FileIssue | null => {
  const least = titles.length === 0 ? width : titles.findLastIndex((title) => title !== '') + 1
  const isFull = cells.length >= least && cells.length <= width
  if (isFull && cells.slice(least).every((cell) => cell.trim() === '')) return null
  return lineIssue(
    lineNumber,
    says(
      `expected ${width} cells, as many as the header has, received ${cells.length}: a text with the separator in it needs quotation marks`,
      `${width} cellules attendues, autant que dans l’en-tête, ${cells.length} reçues : un texte qui contient le séparateur doit être entre guillemets`,
      `المنتظر ${width} خلية كما في الترويسة والموجود ${cells.length}: النص الذي فيه الفاصل يوضع بين علامتي اقتباس`,
    ),
  )
}
