import { HAS_NO_AMOUNT, countedLine, entryOf } from './book.ts'
import type { BookEntry, BookLine, CountedLine, Side } from './book.ts'
import { createEntries } from './entries.ts'
import type { Entries } from './entries.ts'

/**
 * - `missing_here`: the platform has it, and your book has no line of it.
 * - `missing_there`: your book has it as paid or refunded, and the platform does not.
 * - `another_state`: both have it; one says open, paid or refunded, and the other another of these.
 * - `another_amount`: both have it in the same state, with another amount paid or given back.
 */
export const BOOK_DIFFERENCES = [
  'missing_here',
  'missing_there',
  'another_state',
  'another_amount',
] as const

export type BookDifferenceName = (typeof BOOK_DIFFERENCES)[number]

export type BookDifference = {
  difference: BookDifferenceName
  reference: string
  here: BookEntry | null
  there: BookEntry | null
}

export type BookComparison = {
  /** In the order of their references. */
  differences: BookDifference[]
  /** References on which both books agree. */
  agreeing: number
  /** Each book's sums, in centimes. */
  totals: Record<Side, { references: number; paid: number; refunded: number }>
}

export type BookLines = Iterable<BookLine> | AsyncIterable<BookLine>

/**
 * Compares two books, to the centime. All lines of a reference are added up first, so the order of
 * the lines does not matter, and a reference that was entered twice shows as another amount. A
 * reference that is open in one book and missing in the other is not a difference.
 *
 * Both books are read once, in a stream; memory holds one entry for each reference (under 500 MB for a
 * million).
 *
 * @throws TypeError when a line is invalid; any error of the two sources.
 * @example
 * const { differences } = await compareBooks({
 *   here: myInvoicesOf('2026-11'),
 *   there: platformBook(client, { from: '2026-11-01', to: '2026-11-30' }),
 * })
 */
export const compareBooks = async (books: Record<Side, BookLines>): Promise<BookComparison> => {
  const entries = createEntries()
  for (const side of ['here', 'there'] as const) await addLines(entries, side, books[side])
  const differences: BookDifference[] = []
  const totals = { here: noTotals(), there: noTotals() }
  let agreeing = 0
  for (const reference of entries.references()) {
    const counted = { here: entries.of('here', reference), there: entries.of('there', reference) }
    for (const side of ['here', 'there'] as const) addTotals(totals[side], counted[side])
    const [here, there] = [entryOf(counted.here), entryOf(counted.there)]
    const difference = differenceOf(here, there, counted)
    if (difference === null) agreeing += 1
    else differences.push({ difference, reference, here, there })
  }
  differences.sort((a, b) => (a.reference < b.reference ? -1 : 1))
  return { differences, agreeing, totals }
}

const addLines = async (entries: Entries, side: Side, lines: BookLines): Promise<void> => {
  const add = (line: BookLine): void => {
    if (typeof line.reference !== 'string' || line.reference === '') {
      throw new TypeError(`compareBooks: ${side}: expected a reference, received none`)
    }
    entries.add(side, line.reference, countedLine(line))
  }
  if (Symbol.asyncIterator in lines) for await (const line of lines) add(line)
  else for (const line of lines) add(line)
}

const noTotals = () => ({ references: 0, paid: 0, refunded: 0 })

const addTotals = (totals: ReturnType<typeof noTotals>, line: CountedLine): void => {
  if (entryOf(line) === null) return
  totals.references += 1
  totals.paid += line.paid
  totals.refunded += line.refunded
}

const differenceOf = (
  here: BookEntry | null,
  there: BookEntry | null,
  counted: Record<Side, CountedLine>,
): BookDifferenceName | null => {
  if (here === null) return there === null || there.state === 'open' ? null : 'missing_here'
  if (there === null) return here.state === 'open' ? null : 'missing_there'
  if (here.state !== there.state) return 'another_state'
  if (((counted.here.flags | counted.there.flags) & HAS_NO_AMOUNT) !== 0) return null
  const isSame =
    counted.here.paid === counted.there.paid && counted.here.refunded === counted.there.refunded
  return isSame ? null : 'another_amount'
}
