import type { CountedLine, Side } from './book.ts'

/** The entries of both books, at four numbers and two bytes a reference beside its text. */
export type Entries = {
  add: (side: Side, reference: string, line: CountedLine) => void
  of: (side: Side, reference: string) => CountedLine
  references: () => Iterable<string>
}

const FIRST_CAPACITY = 1_024

type Columns = { paid: Float64Array; refunded: Float64Array; flags: Uint8Array }

const columnsFor = (capacity: number, from?: Columns): Columns => {
  const columns = {
    paid: new Float64Array(capacity),
    refunded: new Float64Array(capacity),
    flags: new Uint8Array(capacity),
  }
  if (from !== undefined) {
    columns.paid.set(from.paid)
    columns.refunded.set(from.refunded)
    columns.flags.set(from.flags)
  }
  return columns
}

export const createEntries = (): Entries => {
  const places = new Map<string, number>()
  let capacity = FIRST_CAPACITY
  const sides = { here: columnsFor(capacity), there: columnsFor(capacity) }

  const placeOf = (reference: string): number => {
    const place = places.get(reference)
    if (place !== undefined) return place
    if (places.size === capacity) {
      capacity *= 2
      sides.here = columnsFor(capacity, sides.here)
      sides.there = columnsFor(capacity, sides.there)
    }
    places.set(reference, places.size)
    return places.size - 1
  }

  return {
    add(side, reference, line) {
      const place = placeOf(reference)
      const { paid, refunded, flags } = sides[side]
      paid[place] = sum(reference, paid[place], line.paid)
      refunded[place] = sum(reference, refunded[place], line.refunded)
      flags[place] = (flags[place] ?? 0) | line.flags
    },
    of(side, reference) {
      const place = places.get(reference) ?? 0
      const { paid, refunded, flags } = sides[side]
      return { paid: paid[place] ?? 0, refunded: refunded[place] ?? 0, flags: flags[place] ?? 0 }
    },
    references: () => places.keys(),
  }
}

/** Integers up to 2^53 are exact in a Float64Array. */
const sum = (reference: string, before: number | undefined, more: number): number => {
  const total = (before ?? 0) + more
  if (Number.isSafeInteger(total)) return total
  throw new RangeError(`compareBooks: the lines of ${JSON.stringify(reference)} add up to too much`)
}
