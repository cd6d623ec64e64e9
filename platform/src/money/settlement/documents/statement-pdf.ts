import { join } from 'node:path'
import type { RenderPdf } from '../../../base/pdf/render-pdf.ts'
import type { ReadableDocument } from './document.ts'
import { sheetOfPaper, type SheetOfPaper } from './sheet-of-paper.ts'

const TEMPLATE = join(import.meta.dirname, 'statement.typ')

export const pdfOfPaper = (renderPdf: RenderPdf, paper: SheetOfPaper): Promise<Buffer> =>
  renderPdf({ template: TEMPLATE, data: paper })

/** A statement as PDF: figures, lines, the totals at the foot and head of each page. */
export const statementPdf = async (
  renderPdf: RenderPdf,
  document: ReadableDocument,
  linesMax?: number,
): Promise<Buffer> => pdfOfPaper(renderPdf, await sheetOfPaper(document, linesMax))
