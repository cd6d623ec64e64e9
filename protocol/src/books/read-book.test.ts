import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookLine } from './book.ts'
import { compareBooks } from './compare.ts'
import { readBook } from './read-book.ts'
import { UnreadableBook, type BookProblem } from './unreadable.ts'

const pieces = async function* (text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const read = async (text: string, size = 5): Promise<BookLine[]> => {
  const lines: BookLine[] = []
  for await (const line of readBook(pieces(text, size))) lines.push(line)
  return lines
}

const why = async (text: string): Promise<BookProblem['why'] | null> =>
  read(text).then(
    () => null,
    (error: unknown) => (error instanceof UnreadableBook ? error.problem.why : null),
  )

/** Two lines of one reference may not be told apart after a sort, so each has its own. */
const bookArbitrary = fc.uniqueArray(
  fc.record({
    reference: fc.string({ unit: fc.constantFrom('A', '7', '/', '"', ';', ',', 'ف', 'é') }),
    amount: fc
      .integer({ min: -99_999_999, max: 99_999_999 })
      .map((centimes) => Number((centimes / 100).toFixed(2))),
    state: fc.constantFrom('open', 'paid', 'refunded'),
  }),
  { minLength: 1, selector: ({ reference }) => reference },
)

const isNamed = ({ reference }: { reference: string }): boolean => reference !== ''

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

describe('a book', () => {
  test('reads the same from CSV and from JSON, however its text is cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(bookArbitrary, fc.integer({ min: 1, max: 40 }), async (all, size) => {
        const book = all.filter(isNamed)
        fc.pre(book.length > 0)
        const csv = book.map((one) =>
          [quoted(one.reference), one.amount.toFixed(2), one.state].join(';'),
        )
        const fromCsv = await read(['reference;amount;state', ...csv].join('\r\n'), size)
        const fromJson = await read(JSON.stringify({ items: book }), size)
        expect(fromCsv).toEqual(book)
        expect(fromJson).toEqual(book)
        const { differences, agreeing } = await compareBooks({ here: fromCsv, there: fromJson })
        expect(differences).toEqual([])
        expect(agreeing).toBe(book.length)
      }),
    )
  })

  test('as JSON has the same names as CSV, in any order and with other fields', async () => {
    expect(
      await read('\ufeff [{"montant":"1 250,50","réf":"A","note":null},{"réf":"B","montant":7}]'),
    ).toEqual([
      { reference: 'A', amount: 1250.5, state: 'paid' },
      { reference: 'B', amount: 7, state: 'paid' },
    ])
  })

  test.for([
    ['[{"reference":"A","amount":1.125}]', 'bad_amount'],
    ['[{"reference":"A","amount":1e30}]', 'bad_amount'],
    ['[{"reference":"","amount":1}]', 'no_reference'],
    ['[{"reference":"A"}]', 'no_column'],
    ['[{"reference":"A","amount":1,"state":"perhaps"}]', 'bad_state'],
    ['[{"reference":"A","amount":1,"date":"soon"}]', 'bad_date'],
    ['[', 'bad_json'],
    ['{"a":[],"b":[]}', 'no_list'],
    ['[1]', 'no_list'],
    ['{}', 'no_list'],
    ['[]', 'empty'],
    [' \n ', 'empty'],
    ['reference;amount\nA;"5', 'open_quote'],
  ] as const)('%s: %s', async ([text, expected]) => {
    expect(await why(text)).toBe(expected)
  })
})
