/** What the template prints: every text as it is printed, and nothing to calculate. */
import type { Centimes, Language } from '@wasl/protocol'
import type { StatementLine } from '../statements/statement.ts'
import { SUMS, sumsOf, type ReadableDocument } from './document.ts'
import { LABELS, type Labels } from './labels.ts'
import { directionOf, readableSum, visibleText } from './readable.ts'
import { addLine, NO_TOTALS, type Totals } from './totals.ts'

/** A text and its direction. The template isolates each from the text around it. */
export type Directed = { text: string; dir: 'ltr' | 'rtl' }

export type PaperRow = {
  cells: Directed[]
  amount: string
  fee: string
  /** The number of this row, and the totals up to and with it, for the foot of the page. */
  total: { row: number; amount: string; fee: string }
}

export type SheetOfPaper = {
  lang: Language
  dir: 'ltr' | 'rtl'
  title: string
  labels: Pick<Labels, 'total' | 'broughtForward' | 'carriedForward' | 'page' | 'of'>
  about: [label: string, value: Directed][]
  figures: [label: string, sum: string][]
  heading: string
  note: string | null
  columns: string[]
  rows: PaperRow[]
  /** The longest text in the columns of sums. */
  widest: { amount: string; fee: string }
}

/** About 60 pages. A longer statement is printed day by day. */
export const LINES_MAX = 3_000

export const sheetOfPaper = async (
  document: ReadableDocument,
  linesMax = LINES_MAX,
): Promise<SheetOfPaper> => {
  const { statement, language } = document
  const labels = LABELS[language]
  const { total, broughtForward, carriedForward, page, of } = labels
  const sums = sumsOf(statement.figures)
  const table = await tableOf(document, linesMax)
  return {
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    title: labels.title,
    labels: { total, broughtForward, carriedForward, page, of },
    about: aboutOf(document),
    figures: SUMS.map(([name, sign]) => [
      labels.sums[name],
      readableSum(sign * sums[name], language),
    ]),
    ...table,
    widest: {
      amount: longest([
        last(table.columns, 2),
        ...table.rows.flatMap((row) => [row.amount, row.total.amount]),
      ]),
      fee: longest([
        last(table.columns, 1),
        ...table.rows.flatMap((row) => [row.fee, row.total.fee]),
      ]),
    },
  }
}

const last = (texts: readonly string[], fromEnd: number): string => texts.at(-fromEnd) ?? ''

const longest = (texts: readonly string[]): string =>
  texts.reduce((one, other) => (other.length > one.length ? other : one), '')

const directed = (text: string): Directed => {
  const visible = visibleText(text)
  return { text: breakable(visible), dir: directionOf(visible) }
}

/** A word of more characters is wider than its column. */
const WORD_MAX = 20

// A zero-width space lets a line break where a text has no space. It is not printed.
const breakable = (text: string): string =>
  text.replaceAll(/\S+/gu, (word) => {
    const characters = Array.from(word)
    if (characters.length <= WORD_MAX) return word
    return characters
      .map((character, at) => (at > 0 && at % WORD_MAX === 0 ? `\u200B${character}` : character))
      .join('')
  })

const aboutOf = ({ statement, names, language }: ReadableDocument): SheetOfPaper['about'] => {
  const { number, creditNoteNumber, owner, from, until, closedAt, currency } = statement
  const labels = LABELS[language]
  const partner = language === 'ar' ? (names.partnerAr ?? names.partner) : names.partner
  const closed = `${closedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return [
    [labels.number, directed(number)],
    ...(creditNoteNumber === null
      ? []
      : [[labels.creditNote, directed(creditNoteNumber)] satisfies [string, Directed]]),
    [labels.partner, directed(partner)],
    ['', directed(owner)],
    [labels.issuer, directed(names.issuer)],
    [labels.period, directed(`${from} – ${until}`)],
    [labels.closedAt, directed(closed)],
    [labels.currency, directed(currency)],
  ]
}

type Table = Pick<SheetOfPaper, 'heading' | 'note' | 'columns' | 'rows'>

/** The lines; the totals of each day when there are too many lines. */
const tableOf = async ({ lines, language }: ReadableDocument, linesMax: number): Promise<Table> => {
  const kept: StatementLine[] = []
  const days = new Map<string, Totals>()
  for await (const page of lines) {
    for (const line of page) {
      if (kept.length <= linesMax) kept.push(line)
      days.set(line.businessDate, addLine(days.get(line.businessDate) ?? NO_TOTALS, line))
    }
  }
  return kept.length <= linesMax ? linesTable(kept, language) : daysTable(days, language)
}

const linesTable = (lines: readonly StatementLine[], language: Language): Table => {
  const { lines: heading, columns, codes, channels } = LABELS[language]
  const rowOf = rowsWithTotals(language)
  return {
    heading,
    note: null,
    columns: [
      columns.businessDate,
      columns.reference,
      columns.code,
      columns.channel,
      columns.amount,
      columns.fee,
    ],
    rows: lines.map((line) =>
      rowOf(
        [
          line.businessDate,
          line.reference ?? '',
          codes[line.code],
          line.channelKind === null ? '' : channels[line.channelKind],
        ],
        line,
      ),
    ),
  }
}

const daysTable = (days: ReadonlyMap<string, Totals>, language: Language): Table => {
  const { days: heading, tooLong, columns, count } = LABELS[language]
  const rowOf = rowsWithTotals(language)
  return {
    heading,
    note: tooLong,
    columns: [columns.businessDate, count, columns.amount, columns.fee],
    rows: [...days].map(([date, totals]) => rowOf([date, String(totals.count)], totals)),
  }
}

/** Makes one row after the other, each with the totals up to it. */
const rowsWithTotals = (language: Language) => {
  let row = 0
  let total = { amount: 0, fee: 0 }
  const shown = ({ amount, fee }: { amount: Centimes; fee: Centimes }) => ({
    amount: readableSum(amount, language),
    fee: readableSum(fee, language),
  })
  return (cells: readonly string[], sums: { amount: Centimes; fee: Centimes }): PaperRow => {
    row += 1
    total = { amount: total.amount + sums.amount, fee: total.fee + sums.fee }
    return { cells: cells.map(directed), ...shown(sums), total: { row, ...shown(total) } }
  }
}
