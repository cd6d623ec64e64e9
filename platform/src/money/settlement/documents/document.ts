/**
 * The documents of a closed statement.
 *
 * - A *format* is a way to write a statement: `json` and `csv` for machines, `csv-excel` and `xlsx` for
 *   spreadsheets, `pdf` for paper.
 * - Its *sums* are its figures as D32 names them; its *lines* are the transfers that they add up.
 *
 * The figures and lines of a closed statement never change. So `json` and `csv` have the same bytes
 * whenever they are written, in every language; the signed manifest lists their SHA-256 (W118).
 */
import type { Centimes, Language } from '@wasl/protocol'
import type { Figures, Statement, StatementLine } from '../statements/statement.ts'

export type ClosedStatement = Statement & { number: string; figures: Figures; closedAt: Date }

export const isClosed = (statement: Statement): statement is ClosedStatement =>
  statement.closedAt !== null && statement.figures !== null && statement.number !== null

/** The names on a document for people. They may change later, so no format for machines has them. */
export type DocumentNames = {
  issuer: string
  partner: string
  partnerAr: string | null
}

/** The lines in their order, in pages: a page for each read. */
export type LinePages = AsyncIterable<readonly StatementLine[]>

export type StatementDocument = { statement: ClosedStatement; lines: LinePages }

/** A document for people: with names, in a language. */
export type ReadableDocument = StatementDocument & { names: DocumentNames; language: Language }

/** The sums of D32 in the order of the calculation, each with the sign that it has in the net. */
export const SUMS = [
  ['gross', 1],
  ['refunds', -1],
  ['adjustments', 1],
  ['fees', -1],
  ['vat', -1],
  ['carriedForward', 1],
  ['net', 1],
] as const

export type Sums = Record<(typeof SUMS)[number][0], Centimes>

/** Fees and VAT are without what refunds gave back. */
export const sumsOf = ({
  gross,
  refunds,
  fees,
  feesBack,
  vat,
  vatBack,
  adjustments,
  carriedForward,
  net,
}: Figures): Sums => ({
  gross,
  refunds,
  fees: fees - feesBack,
  vat: vat - vatBack,
  adjustments,
  carriedForward,
  net,
})

/** Writes a document piece by piece: what stands before the lines, each page of lines, what follows. */
export type PageWriter = {
  head: string
  page: (lines: readonly StatementLine[]) => string
  tail: string
}

export const written = async function* (
  { head, page, tail }: PageWriter,
  pages: LinePages,
): AsyncGenerator<string> {
  yield head
  for await (const lines of pages) yield page(lines)
  yield tail
}
