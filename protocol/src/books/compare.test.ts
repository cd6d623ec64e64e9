import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookLine } from './book.ts'
import { compareBooks } from './compare.ts'
import type { BookDifference } from './compare.ts'

const compare = (here: BookLine[], there: BookLine[]) => compareBooks({ here, there })

const told = async (here: BookLine[], there: BookLine[]): Promise<string[]> =>
  (await compare(here, there)).differences.map((one) => `${one.reference} ${one.difference}`)

describe('two books', () => {
  test('differ in what one of them misses, in states and in amounts', async () => {
    const here: BookLine[] = [
      { reference: 'SAME', amount: 599.8 },
      { reference: 'MINE', amount: 100 },
      { reference: 'AMOUNT', amount: 0.1 },
      { reference: 'AMOUNT', amount: 0.2 },
      { reference: 'STATE', amount: 50, state: 'refunded' },
      { reference: 'OPEN', amount: 70, state: 'open' },
      { reference: 'NOBODY', amount: 1, state: 'open' },
    ]
    const there: BookLine[] = [
      { reference: 'SAME', amount: 599.8 },
      { reference: 'YOURS', amount: 10 },
      { reference: 'AMOUNT', amount: 0.31 },
      { reference: 'STATE', amount: 50 },
      { reference: 'OPEN', amount: 70 },
    ]
    expect(await told(here, there)).toEqual([
      'AMOUNT another_amount',
      'MINE missing_there',
      'OPEN another_state',
      'STATE another_state',
      'YOURS missing_here',
    ])
    const { agreeing, totals, differences } = await compare(here, there)
    expect(agreeing).toBe(2)
    expect(totals.here).toEqual({
      references: 6,
      paid: 59_980 + 10_000 + 30 + 5_000,
      refunded: 5_000,
    })
    expect(differences[0]).toEqual({
      difference: 'another_amount',
      reference: 'AMOUNT',
      here: { state: 'paid', amount: 0.3, refundedAmount: 0 },
      there: { state: 'paid', amount: 0.31, refundedAmount: 0 },
    })
  })

  test('add up to the centime: three times 0.10 is 0.30', async () => {
    const dime = { reference: 'A', amount: 0.1 }
    expect(await told([dime, dime, dime], [{ reference: 'A', amount: 0.3 }])).toEqual([])
  })

  test('a reference that was entered twice has another amount', async () => {
    const once = { reference: 'A', amount: 500 }
    expect(await told([once, once], [once])).toEqual(['A another_amount'])
  })

  test('a negative amount gives back, and a partial refund is another amount', async () => {
    const paid = { reference: 'A', amount: 500 }
    const part = { reference: 'A', amount: 500, refundedAmount: 100 }
    expect(await told([paid, { reference: 'A', amount: -100 }], [part])).toEqual([])
    expect(await told([paid], [part])).toEqual(['A another_amount'])
    expect(
      await told([paid, { reference: 'A', amount: -500 }], [{ ...paid, state: 'refunded' }]),
    ).toEqual([])
  })

  test('a line without an amount is compared by its state alone', async () => {
    expect(
      await told([{ reference: 'A', state: 'paid' }], [{ reference: 'A', amount: 5 }]),
    ).toEqual([])
    expect(
      await told([{ reference: 'A', state: 'refunded' }], [{ reference: 'A', amount: 5 }]),
    ).toEqual(['A another_state'])
  })

  test('an amount that is no number of dinars is refused', async () => {
    await expect(compare([{ reference: 'A', amount: 1.005 }], [])).rejects.toThrow('two decimals')
    await expect(compare([{ reference: '', amount: 1 }], [])).rejects.toThrow('a reference')
  })
})

const lineArbitrary: fc.Arbitrary<BookLine> = fc.record({
  reference: fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'ف/١'),
  amount: fc.option(
    fc
      .integer({ min: -100_000, max: 100_000 })
      .map((centimes) => Number((centimes / 100).toFixed(2))),
    { nil: undefined, freq: 10 },
  ),
  state: fc.constantFrom(undefined, 'open', 'locked', 'paid', 'refunded'),
})

const bookArbitrary = fc.array(lineArbitrary, { maxLength: 12 })

const MIRRORED = {
  missing_here: 'missing_there',
  missing_there: 'missing_here',
  another_state: 'another_state',
  another_amount: 'another_amount',
} as const

const mirrored = ({ difference, reference, here, there }: BookDifference): BookDifference => ({
  difference: MIRRORED[difference],
  reference,
  here: there,
  there: here,
})

describe('the comparison of any two books', () => {
  test('has each reference of either book once: it agrees, or it has one difference', async () => {
    await fc.assert(
      fc.asyncProperty(bookArbitrary, bookArbitrary, async (here, there) => {
        const { differences, agreeing } = await compare(here, there)
        const union = new Set([...here, ...there].map(({ reference }) => reference))
        const differing = new Set(differences.map(({ reference }) => reference))
        expect(differing.size).toBe(differences.length)
        expect(differing.size + agreeing).toBe(union.size)
        expect([...differing].filter((reference) => !union.has(reference))).toEqual([])
        const names = new Set(here.map(({ reference }) => reference))
        for (const one of differences) {
          expect(one.here !== null).toBe(names.has(one.reference))
          expect(one.difference === 'missing_here').toBe(one.here === null)
          expect(one.difference === 'missing_there').toBe(one.there === null)
        }
      }),
    )
  })

  test('is mirrored when the books change sides', async () => {
    await fc.assert(
      fc.asyncProperty(bookArbitrary, bookArbitrary, async (here, there) => {
        const one = await compare(here, there)
        const other = await compare(there, here)
        expect(other.differences.map(mirrored)).toEqual(one.differences)
        expect(other.agreeing).toBe(one.agreeing)
        expect(other.totals).toEqual({ here: one.totals.there, there: one.totals.here })
      }),
    )
  })

  test('does not depend on the order of the lines', async () => {
    const permuted = bookArbitrary.chain((book) =>
      fc.tuple(fc.constant(book), fc.shuffledSubarray(book, { minLength: book.length })),
    )
    await fc.assert(
      fc.asyncProperty(permuted, permuted, async ([here, hereToo], [there, thereToo]) => {
        expect(await compare(hereToo, thereToo)).toEqual(await compare(here, there))
      }),
    )
  })

  test('finds nothing in one book twice', async () => {
    await fc.assert(
      fc.asyncProperty(bookArbitrary, async (book) => {
        expect((await compare(book, book)).differences).toEqual([])
      }),
    )
  })
})
