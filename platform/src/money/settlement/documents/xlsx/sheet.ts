/** What the sheets of every workbook have in common. */
import type { Language } from '@wasl/protocol'
import { CELL_START } from './cells.ts'
import { SHEET_HEAD } from './workbook.ts'

/** In Arabic a sheet runs from right to left. */
export const sheetView = (language: Language, inside = ''): string =>
  `<sheetViews><sheetView workbookViewId="0"${language === 'ar' ? ' rightToLeft="1"' : ''}>` +
  `${inside}</sheetView></sheetViews>`

export const columnsXml = (widths: readonly number[]): string =>
  `<cols>${widths
    .map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols>`

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Numbers the rows of a sheet, and names their cells. */
export const rowsOfSheet = () => {
  let number = 0
  return (...cells: readonly string[]): string => {
    number += 1
    let text = `<row r="${number}">`
    for (const [at, cell] of cells.entries()) {
      text += `<c r="${LETTERS[at]}${number}"${cell.slice(CELL_START.length)}`
    }
    return `${text}</row>`
  }
}

/** On paper, all columns are on one page. */
const FIT_TO_PAGE = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
const LANDSCAPE =
  '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'

const FROZEN = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'

/** The start of a sheet that is one table: its first row, the header, stays in sight. */
export const tableStart = (language: Language, widths: readonly number[]): string =>
  `${SHEET_HEAD}${FIT_TO_PAGE}${sheetView(language, FROZEN)}${columnsXml(widths)}<sheetData>`

export const TABLE_END = `</sheetData>${LANDSCAPE}</worksheet>`
