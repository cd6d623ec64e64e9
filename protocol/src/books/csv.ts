/** Reads CSV as spreadsheets write it: RFC 4180 with any of four delimiters, in a stream. */
import { UnreadableBook } from './unreadable.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const

export type Delimiter = (typeof DELIMITERS)[number]

export type BookRow = {
  cells: string[]
  /** The number of its first line in the file, from 1. */
  line: number
  /**
   * The places of the cells that are numbers of JSON: their point is not a separator of thousands.
   */
  numbers?: readonly number[]
}

/** No sheet has wider cells or rows. */
export const CELL_LENGTH_MAX = 32_767
export const CELLS_MAX = 1_000

/**
 * The delimiter of a header: the one outside quotes that makes the most cells.
 *
 * @param header the first line.
 */
export const delimiterOf = (header: string): Delimiter => {
  const unquoted = header.replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** The rows of a text that comes in pieces. Empty lines are skipped. @throws UnreadableBook */
export const csvRows = async function* (
  pieces: AsyncIterable<string>,
  given: Delimiter | null,
): AsyncGenerator<BookRow> {
  const parser = newParser()
  let delimiter = given
  // Kept until the first line is whole, which tells the delimiter.
  let held = ''
  for await (const piece of pieces) {
    held += piece
    delimiter ??= delimiterOfStart(held)
    if (delimiter === null) continue
    yield* parse(parser, held, delimiter)
    held = ''
  }
  yield* parse(parser, held, delimiter ?? delimiterOf(held))
  if (parser.isQuoted) {
    throw new UnreadableBook({ why: 'open_quote', line: parser.rowLine })
  }
  const hasRest = parser.cell !== '' || parser.cells.length > 0
  const row = hasRest ? endRow(parser) : null
  if (row !== null) yield row
}

/** Null while the first line is not whole. */
const delimiterOfStart = (text: string): Delimiter | null => {
  const end = text.indexOf('\n')
  if (end !== -1) return delimiterOf(text.slice(0, end))
  if (text.length <= CELL_LENGTH_MAX * 2) return null
  throw new UnreadableBook({ why: 'too_large', line: 1 })
}

type Parser = {
  cells: string[]
  cell: string
  isQuoted: boolean
  /** The character before closed a quoted cell; another quotation mark is one of its text. */
  wasQuote: boolean
  line: number
  rowLine: number
}

const newParser = (): Parser => ({
  cells: [],
  cell: '',
  isQuoted: false,
  wasQuote: false,
  line: 1,
  rowLine: 1,
})

const parse = function* (parser: Parser, text: string, delimiter: string): Generator<BookRow> {
  for (const character of text) {
    if (character === '\n') parser.line += 1
    if (parser.isQuoted) takeQuoted(parser, character)
    else if (character === delimiter) endCell(parser)
    else if (character === '\n') {
      const row = endRow(parser)
      if (row !== null) yield row
    } else takePlain(parser, character)
  }
}

const takeQuoted = (parser: Parser, character: string): void => {
  if (character === '"') {
    parser.isQuoted = false
    parser.wasQuote = true
    return
  }
  parser.cell += character
  if (parser.cell.length > CELL_LENGTH_MAX) throw tooLarge(parser)
}

const takePlain = (parser: Parser, character: string): void => {
  if (character === '"' && (parser.cell === '' || parser.wasQuote)) {
    if (parser.wasQuote) parser.cell += '"'
    parser.isQuoted = true
  } else if (character !== '\r') parser.cell += character
  parser.wasQuote = false
}

const endCell = (parser: Parser): void => {
  const { cells, cell } = parser
  if (cell.length > CELL_LENGTH_MAX || cells.length >= CELLS_MAX) throw tooLarge(parser)
  cells.push(cell)
  parser.cell = ''
  parser.wasQuote = false
}

const endRow = (parser: Parser): BookRow | null => {
  endCell(parser)
  const row = { cells: parser.cells, line: parser.rowLine }
  parser.cells = []
  parser.rowLine = parser.line
  return row.cells.length === 1 && row.cells[0]?.trim() === '' ? null : row
}

const tooLarge = ({ rowLine }: Parser): UnreadableBook =>
  new UnreadableBook({ why: 'too_large', line: rowLine })
