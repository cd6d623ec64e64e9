import { formatSum, type Centimes, type Language } from '@wasl/protocol'
import { visibleText } from '../readable.ts'
import { STYLE } from './workbook.ts'

export type StyleName = keyof typeof STYLE

/** How every cell begins; its row adds its name. */
export const CELL_START = '<c'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// Excel reads _x0041_ as the letter A.
const EXCEL_ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g

/** Text for a cell. Characters that XML cannot contain are written out, as are invisible ones. */
export const xmlText = (text: string): string =>
  visibleText(text)
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
    .replaceAll(EXCEL_ESCAPE, '_x005F_')

/** A text. A cell of this type is never calculated, whatever the text begins with. */
export const textCell = (text: string, style: StyleName = 'text'): string =>
  `${CELL_START} s="${STYLE[style]}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

/** A number, with exactly the decimals that the ledger has. */
export const sumCell = (centimes: Centimes, style: StyleName = 'sum'): string =>
  `${CELL_START} s="${STYLE[style]}"><v>${formatSum(centimes)}</v></c>`

export const numberCell = (value: number, style: StyleName = 'text'): string =>
  `${CELL_START} s="${STYLE[style]}"><v>${value}</v></c>`

export const emptyCell = (style: StyleName = 'text'): string =>
  `${CELL_START} s="${STYLE[style]}"/>`

const DAY_MS = 86_400_000

/** Spreadsheets count the days from here. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)

/** A business date as a spreadsheet's number of days. */
export const dateCell = (date: string, style: StyleName = 'date'): string =>
  numberCell((Date.parse(`${date}T00:00:00Z`) - FIRST_DAY_MS) / DAY_MS, style)

const MONTH_STYLES = { en: 'monthEn', fr: 'monthFr', ar: 'monthAr' } as const

/** A month such as 2026-11: the date of its first day, shown as the month's name and the year. */
export const monthCell = (month: string, language: Language): string =>
  dateCell(`${month}-01`, MONTH_STYLES[language])

/** The time of the day, to the second, as a fraction of the day. */
export const timeCell = (at: Date): string => {
  const seconds = Math.floor((at.getTime() % DAY_MS) / 1000)
  // With all its digits: 08:00:00 must not be shown as 07:59:59.
  return numberCell(seconds / 86_400, 'time')
}

/** A moment of a clock on the wall: its milliseconds are counted as if that clock showed UTC. */
export const momentCell = (wallMs: number): string =>
  // Whole seconds, so that no digit of a fraction rounds to the second before.
  numberCell((Math.floor(wallMs / 1000) * 1000 - FIRST_DAY_MS) / DAY_MS, 'moment')
