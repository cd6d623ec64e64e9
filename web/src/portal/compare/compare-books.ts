/**
 * Compares two books by the rules of the kit's `compareBooks` (W127), without its library, whose checks
 * of bodies need `eval` in a browser. Amounts are added up in centimes.
 */
import type { BookLine } from './read-book.ts'

export type Entry = { state: 'open' | 'paid' | 'refunded'; amount: number }

export type Difference = {
  difference: 'missing_here' | 'missing_there' | 'another_state' | 'another_amount'
  reference: string
  here: Entry | null
  there: Entry | null
}

export type Comparison = {
  agreeing: number
  /** In the order of their references. */
  differences: Difference[]
  /** What each book has as paid and not given back, in dinars. */
  totals: { here: number; there: number }
}

type Line = BookLine & { refundedAmount?: number }

type Sum = { paid: number; refunded: number }

/** Exact for amounts of at most two decimals. */
const centimesOf = (dinars: number): number => Math.round(dinars * 100)

const countedOf = ({ state, amount, refundedAmount }: Line): Sum => {
  const centimes = centimesOf(amount)
  if (state === 'open') return { paid: 0, refunded: 0 }
  if (centimes < 0) return { paid: 0, refunded: -centimes }
  if (refundedAmount !== undefined) return { paid: centimes, refunded: centimesOf(refundedAmount) }
  return { paid: centimes, refunded: state === 'refunded' ? centimes : 0 }
}

const sumsOf = (lines: readonly Line[]): Map<string, Sum> => {
  const sums = new Map<string, Sum>()
  for (const line of lines) {
    const { paid, refunded } = countedOf(line)
    const before = sums.get(line.reference) ?? { paid: 0, refunded: 0 }
    sums.set(line.reference, { paid: before.paid + paid, refunded: before.refunded + refunded })
  }
  return sums
}

const entryOf = (sum: Sum | undefined): Entry | null => {
  if (sum === undefined) return null
  const { paid, refunded } = sum
  const isOpen = paid === 0 && refunded === 0
  const isRefunded = refunded > 0 && refunded >= paid
  return { state: isRefunded ? 'refunded' : isOpen ? 'open' : 'paid', amount: paid / 100 }
}

const differenceOf = (
  here: Sum | undefined,
  there: Sum | undefined,
): Difference['difference'] | null => {
  const [mine, theirs] = [entryOf(here), entryOf(there)]
  if (mine === null) return theirs === null || theirs.state === 'open' ? null : 'missing_here'
  if (theirs === null) return mine.state === 'open' ? null : 'missing_there'
  if (mine.state !== theirs.state) return 'another_state'
  const isSame = here?.paid === there?.paid && here?.refunded === there?.refunded
  return isSame ? null : 'another_amount'
}

const totalOf = (sums: ReadonlyMap<string, Sum>): number =>
  [...sums.values()].reduce((total, { paid, refunded }) => total + paid - refunded, 0) / 100

export const compareBooks = (mine: readonly Line[], theirs: readonly Line[]): Comparison => {
  const [here, there] = [sumsOf(mine), sumsOf(theirs)]
  const differences: Difference[] = []
  let agreeing = 0
  for (const reference of new Set([...here.keys(), ...there.keys()])) {
    const [one, other] = [here.get(reference), there.get(reference)]
    const difference = differenceOf(one, other)
    if (difference === null) agreeing += 1
    else differences.push({ difference, reference, here: entryOf(one), there: entryOf(other) })
  }
  differences.sort((a, b) => (a.reference < b.reference ? -1 : 1))
  return { agreeing, differences, totals: { here: totalOf(here), there: totalOf(there) } }
}
