import { dinarsFromSum, signedCentimesFromDinars } from '@wasl/protocol'
import { csvRows, type BookLine } from '@wasl/protocol/books'
import { refused } from '../problem.ts'
import { withProblems } from './book-lines.ts'

/** The columns of a statement's CSV that matter here. */
const COLUMNS = ['code', 'reference', 'amount'] as const

/**
 * The platform's lines of a statement, from its CSV for machines. Top-ups and adjustments have no
 * reference and are not payments. @throws Problem
 */
export const readStatement = async function* (
  text: AsyncIterable<string>,
): AsyncGenerator<BookLine> {
  let places: number[] | null = null
  for await (const { cells, line } of withProblems(csvRows(text, ','))) {
    if (places === null) {
      places = COLUMNS.map((name) => cells.indexOf(name))
      if (places.includes(-1)) {
        throw refused(
          'The statement is not the CSV for machines: its first line has no code, reference and amount.',
          'Download it with format=csv, not csv-excel.',
        )
      }
      continue
    }
    const [code = '', reference = '', amount = ''] = places.map((place) => cells[place] ?? '')
    if (reference === '') continue
    const centimes = signedCentimesFromDinars(Number(amount))
    if (centimes === null || amount === '') {
      throw refused(`Line ${line} of the statement: ${JSON.stringify(amount)} is not an amount.`)
    }
    yield lineOf(code, reference, centimes)
  }
  if (places === null) throw refused('The statement is empty.')
}

/** A refund that expired is money of the partner again, not a payment. */
const lineOf = (code: string, reference: string, centimes: number): BookLine =>
  code === 'COLLECT'
    ? { reference, amount: dinarsFromSum(centimes) }
    : { reference, amount: 0, refundedAmount: dinarsFromSum(-centimes) }
