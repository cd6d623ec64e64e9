/** A table as a workbook that a person's spreadsheet opens. */
import { EXPORT_ROWS_MAX, type Language } from '@wasl/protocol'
import { LABELS } from '../../money/settlement/documents/labels.ts'
import { spool } from '../../money/settlement/documents/spool.ts'
import {
  tableXlsx,
  type Cell,
  type TableColumn,
} from '../../money/settlement/documents/xlsx/table-xlsx.ts'
import { createWallClock } from '../../money/settlement/documents/xlsx/wall-clock.ts'
import { Answered } from '../server/routes.ts'
import { centimesOfSum } from '../../base/centimes.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export type TableFile<Row> = {
  title: string
  /** What the file is called, without its extension: plain ASCII. */
  name: string
  language: Language
  /** The clock of the moments. */
  timeZone: string
  columns: readonly TableColumn<Row>[]
  pages: AsyncIterable<readonly Row[]>
}

/** Excel opens no workbook whose sheet has a longer name. */
const TITLE_CHARACTERS_MAX = 31

/** It is written in full before its first byte is sent: no half of a file arrives. */
export const tableFile = async <Row>(file: TableFile<Row>) => {
  const { language, timeZone, columns, pages, name } = file
  const title = file.title.slice(0, TITLE_CHARACTERS_MAX)
  const { total } = LABELS[language]
  const clock = createWallClock(timeZone)
  const document = await spool(tableXlsx({ title, language, clock, total, columns, pages }))
  return new Answered(200, XLSX_TYPE, document.stream(), {
    'content-disposition': `attachment; filename="${name}.xlsx"`,
    'content-length': String(document.bytes),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    vary: 'accept-language',
  })
}

/**
 * The same pages, as long as they have no more rows than a file may have: nothing is cut.
 *
 * @throws what `tooMany` makes.
 */
export const atMost = async function* <Row>(
  pages: AsyncIterable<readonly Row[]>,
  tooMany: () => Error,
): AsyncGenerator<readonly Row[]> {
  let count = 0
  for await (const page of pages) {
    count += page.length
    if (count > EXPORT_ROWS_MAX) throw tooMany()
    yield page
  }
}

export const textOf = (text: string | null): Cell => (text === null ? null : { kind: 'text', text })

export const momentOf = (at: string | null): Cell =>
  at === null ? null : { kind: 'moment', at: new Date(at) }

export const sumOf = (dinars: number | null): Cell =>
  dinars === null ? null : { kind: 'sum', centimes: centimesOfSum(dinars) }
