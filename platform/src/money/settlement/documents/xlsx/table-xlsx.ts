import type { Centimes, Language } from '@wasl/protocol'
import {
  dateCell,
  emptyCell,
  momentCell,
  monthCell,
  numberCell,
  sumCell,
  textCell,
} from './cells.ts'
import { rowsOfSheet, TABLE_END, tableStart } from './sheet.ts'
import type { WallClock } from './wall-clock.ts'
import { sheetFile, workbookFiles } from './workbook.ts'
import { zip, type ZipFile } from './zip.ts'

/** A value as a spreadsheet knows it. Null is an empty cell. */
export type Cell =
  | { kind: 'text'; text: string }
  | { kind: 'sum'; centimes: Centimes }
  | { kind: 'number'; value: number }
  /** A business date, such as 2026-11-24. */
  | { kind: 'date'; date: string }
  /** Such as 2026-11. */
  | { kind: 'month'; month: string }
  | { kind: 'moment'; at: Date }
  | null

export type TableColumn<Row> = {
  head: string
  cell: (row: Row) => Cell
  /** Its cells are sums, and the last row is what they add up to. */
  isTotalled?: boolean
}

export type Table<Row> = {
  /** The name of the sheet, which is ours: it needs no escapes. */
  title: string
  language: Language
  clock: WallClock
  /** The word before the totals. */
  total: string
  columns: readonly TableColumn<Row>[]
  pages: AsyncIterable<readonly Row[]>
}

/**
 * A table as a workbook of one sheet, for people: numbers are numbers and dates are dates, so a
 * spreadsheet shows them with the signs of its own language. It is written as a stream.
 */
export const tableXlsx = <Row>(table: Table<Row>): AsyncGenerator<Buffer> => zip(filesOf(table))

const filesOf = function* <Row>(table: Table<Row>): Generator<ZipFile> {
  yield { name: sheetFile(0), parts: sheetOf(table) }
  yield* workbookFiles([table.title])
}

/** In characters. */
const WIDTH = 20

const sheetOf = async function* <Row>(table: Table<Row>): AsyncGenerator<string> {
  const { columns, pages, language } = table
  const row = rowsOfSheet()
  const totals = columns.map(() => 0)
  yield tableStart(
    language,
    columns.map(() => WIDTH),
  )
  yield row(...columns.map(({ head }) => textCell(head, 'header')))
  for await (const page of pages) {
    let text = ''
    for (const item of page) {
      const cells = columns.map(({ cell }) => cell(item))
      for (const [at, cell] of cells.entries()) {
        if (cell?.kind === 'sum') totals[at] = (totals[at] ?? 0) + cell.centimes
      }
      text += row(...cells.map((cell) => cellXml(cell, table)))
    }
    yield text
  }
  if (columns.some(({ isTotalled }) => isTotalled)) yield row(...totalCells(table, totals))
  yield TABLE_END
}

const totalCells = <Row>({ columns, total }: Table<Row>, totals: readonly number[]): string[] =>
  columns.map(({ isTotalled = false }, at) => {
    if (isTotalled) return sumCell(totals[at] ?? 0, 'totalSum')
    return at === 0 ? textCell(total, 'totalText') : emptyCell('totalText')
  })

const cellXml = (
  cell: Cell,
  { clock, language }: { clock: WallClock; language: Language },
): string => {
  switch (cell?.kind) {
    case undefined:
      return emptyCell()
    case 'text':
      return textCell(cell.text)
    case 'sum':
      return sumCell(cell.centimes)
    case 'number':
      return numberCell(cell.value)
    case 'date':
      return dateCell(cell.date)
    case 'month':
      return monthCell(cell.month, language)
    case 'moment':
      return momentCell(clock(cell.at))
    default:
      return cell satisfies never
  }
}
