import type { Language } from '@wasl/protocol'
import type { StatementLine } from '../../statements/statement.ts'
import { SUMS, sumsOf, type ReadableDocument } from '../document.ts'
import { LABELS, type Labels } from '../labels.ts'
import { addLine, NO_TOTALS, type Totals } from '../totals.ts'
import { dateCell, emptyCell, sumCell, textCell, timeCell } from './cells.ts'
import { columnsXml, rowsOfSheet, sheetView, TABLE_END, tableStart } from './sheet.ts'
import { SHEET_HEAD, sheetFile, workbookFiles } from './workbook.ts'
import { zip, type ZipFile } from './zip.ts'

/** A sheet has 1,048,576 rows. More lines continue on another sheet. */
const LINES_PER_SHEET = 1_000_000

/**
 * A statement as a workbook: a sheet of its figures, then its lines below a header that stays in
 * sight, with their total at the end. In Arabic the sheets run from right to left. It is written as a
 * stream, so its size does not matter to memory.
 */
export const statementXlsx = (
  document: ReadableDocument,
  linesPerSheet = LINES_PER_SHEET,
): AsyncGenerator<Buffer> => zip(filesOf(document, linesPerSheet))

const filesOf = async function* (
  document: ReadableDocument,
  linesPerSheet: number,
): AsyncGenerator<ZipFile> {
  const { lines, language } = document
  const labels = LABELS[language]
  const sheets = [labels.title]
  yield { name: sheetFile(0), parts: figuresSheet(document) }
  const reader = readerOf(lines, linesPerSheet)
  try {
    do {
      reader.nextSheet()
      const name = sheets.length === 1 ? labels.lines : `${labels.lines} ${sheets.length}`
      yield { name: sheetFile(sheets.length), parts: linesSheet(reader, language) }
      sheets.push(name)
    } while (!reader.isDone())
  } finally {
    await reader.close()
  }
  yield* workbookFiles(sheets)
}

const figuresSheet = function* ({
  statement,
  names,
  language,
}: ReadableDocument): Generator<string> {
  const labels = LABELS[language]
  const partner = language === 'ar' ? (names.partnerAr ?? names.partner) : names.partner
  const sums = sumsOf(statement.figures)
  const row = rowsOfSheet()
  yield `${SHEET_HEAD}${sheetView(language)}${columnsXml([38, 26])}<sheetData>`
  yield row(textCell(labels.title, 'title'), textCell(statement.number, 'title'))
  yield row(textCell(labels.partner, 'label'), textCell(partner))
  yield row(emptyCell(), textCell(statement.owner))
  yield row(textCell(labels.issuer, 'label'), textCell(names.issuer))
  yield row(textCell(labels.period, 'label'), dateCell(statement.from))
  yield row(emptyCell(), dateCell(statement.until))
  yield row(textCell(labels.closedAt, 'label'), textCell(statement.closedAt.toISOString()))
  yield row(textCell(labels.currency, 'label'), textCell(statement.currency))
  yield row()
  for (const [name, sign] of SUMS) {
    const isNet = name === 'net'
    yield row(
      textCell(labels.sums[name], isNet ? 'totalText' : 'text'),
      sumCell(sign * sums[name], isNet ? 'totalSum' : 'sum'),
    )
  }
  yield '</sheetData></worksheet>'
}

/** Gives the lines of one sheet after the other, from one stream of pages. */
const readerOf = (pages: AsyncIterable<readonly StatementLine[]>, linesPerSheet: number) => {
  const source = pages[Symbol.asyncIterator]()
  let page: readonly StatementLine[] = []
  let done = false
  let room = 0
  let totals = NO_TOTALS
  return {
    nextSheet: (): void => {
      room = linesPerSheet
    },
    close: async (): Promise<void> => void (await source.return?.()),
    isDone: (): boolean => done,
    totals: (): Totals => totals,
    /** The next lines that fit on the sheet; null when it, or the whole, is at its end. */
    next: async (): Promise<readonly StatementLine[] | null> => {
      while (page.length === 0 && !done) {
        const { value, done: isLast } = await source.next()
        if (isLast === true) done = true
        else page = value
      }
      if (done || room === 0) return null
      const part = page.slice(0, room)
      page = page.slice(part.length)
      room -= part.length
      for (const line of part) totals = addLine(totals, line)
      return part
    },
  }
}

type LinesReader = ReturnType<typeof readerOf>

const WIDTHS = [12, 14, 24, 28, 38, 38, 16, 16, 12]

const linesSheet = async function* (
  reader: LinesReader,
  language: Language,
): AsyncGenerator<string> {
  const labels = LABELS[language]
  const row = rowsOfSheet()
  yield tableStart(language, WIDTHS)
  yield row(...headerCells(labels))
  for (let part = await reader.next(); part !== null; part = await reader.next()) {
    let text = ''
    for (const line of part) text += row(...lineCells(line, labels))
    yield text
  }
  if (reader.isDone()) yield row(...totalCells(labels, reader.totals()))
  yield TABLE_END
}

const headerCells = ({ columns }: Labels): string[] =>
  [
    columns.businessDate,
    columns.time,
    columns.code,
    columns.reference,
    columns.paymentId,
    columns.sourceId,
    columns.channel,
    columns.amount,
    columns.fee,
  ].map((text) => textCell(text, 'header'))

const lineCells = (line: StatementLine, { codes, channels }: Labels): string[] => [
  dateCell(line.businessDate),
  timeCell(line.at),
  textCell(codes[line.code]),
  textCell(line.reference ?? ''),
  textCell(line.paymentId ?? ''),
  textCell(line.sourceId),
  line.channelKind === null ? emptyCell() : textCell(channels[line.channelKind]),
  sumCell(line.amount),
  sumCell(line.fee),
]

const totalCells = ({ total }: Labels, { amount, fee }: Totals): string[] => [
  textCell(total, 'totalText'),
  ...Array.from({ length: 6 }, () => emptyCell('totalText')),
  sumCell(amount, 'totalSum'),
  sumCell(fee, 'totalSum'),
]
