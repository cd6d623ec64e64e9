import { csvRows, type BookLine } from '@wasl/protocol/books'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookLines } from './book-lines.ts'
import { readFormat, type FormatOptions } from './read-format.ts'
import { readStatement } from './read-statement.ts'

const pieces = async function* (text: string, size = 7): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

const read = async (text: string, options: FormatOptions = {}): Promise<BookLine[]> => {
  const lines: BookLine[] = []
  for await (const line of bookLines(pieces(text), readFormat(options), () => true))
    lines.push(line)
  return lines
}

const amounts = async (text: string, options?: FormatOptions) =>
  (await read(text, options)).map(({ amount }) => amount)

describe('a book', () => {
  test('of a French spreadsheet: semicolons, decimal commas, spaces between thousands', async () => {
    const text =
      '\ufeffRéférence;Montant;État\r\nINV-1;"1 250,50";Payée\r\nINV-2;12 000,00 DA;remboursée\r\n\r\nINV-3;70;Impayée'
    expect(await read(text)).toEqual([
      { reference: 'INV-1', amount: 1250.5, state: 'paid' },
      { reference: 'INV-2', amount: 12_000, state: 'refunded' },
      { reference: 'INV-3', amount: 70, state: 'open' },
    ])
  })

  test('in Arabic, with tabs and columns in another order', async () => {
    expect(await read('المبلغ\tالمرجع\tالحالة\n599.80\tفاتورة/1\tمدفوعة\n')).toEqual([
      { reference: 'فاتورة/1', amount: 599.8, state: 'paid' },
    ])
  })

  test('with quotes, delimiters and line ends inside a cell', async () => {
    const text = 'reference,amount,note\n"INV ""1"", a",1.5,"two\nlines"\nINV-2,2,x\n'
    expect((await read(text)).map(({ reference }) => reference)).toEqual(['INV "1", a', 'INV-2'])
  })

  test('with other names and words for its columns and states', async () => {
    const columns = 'reference=N° pièce,amount=Crédit,state=Code'
    const text = 'N° pièce|Crédit|Code\nA|10|OK\nB|20|KO\n'
    expect(await read(text, { columns, paid: 'ok', open: 'ko' })).toEqual([
      { reference: 'A', amount: 10, state: 'paid' },
      { reference: 'B', amount: 20, state: 'open' },
    ])
  })

  test.for([
    ['1,250.50\n1,000', [1250.5, 1000]],
    ['1.250,50\n1.000', [1250.5, 1000]],
    ['599,8\n1.000', [599.8, 1000]],
    ['0.01\n9999999999.99', [0.01, 9_999_999_999.99]],
    ['-100,00\n−5', [-100, -5]],
  ] as const)('%s are exact amounts', async ([column, expected]) => {
    expect(
      await amounts(
        `reference;amount\n${column
          .split('\n')
          .map((text) => `A;${text}`)
          .join('\n')}`,
      ),
    ).toEqual(expected)
  })

  test.for([
    ['reference;amount\nA;12.345,6,7', 'Line 2: the amount'],
    ['reference;amount\nA;1,50\nB;2.75', 'with "," as the decimal mark'],
    ['reference;amount\nA;free', 'Line 2: the amount "free"'],
    ['reference;amount\n;5', 'Line 2 has no reference'],
    ['reference;amount;state\nA;5;perhaps', 'the state "perhaps"'],
    ['reference;amount;date\nA;5;yesterday', 'expected a date'],
    ['reference;price\nA;5', 'no column for the amount'],
    ['reference;amount\nA;"5', 'is never closed'],
    ['', 'The book is empty'],
  ] as const)('%j: %s', async ([text, problem]) => {
    await expect(read(text)).rejects.toThrow(problem)
  })

  test('any cells come back from CSV, however it is cut into pieces', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', ' ', 'é', 'م') })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (written, size) => {
        const text = written
          .map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
          .join('\n')
        const found: string[][] = []
        for await (const { cells } of csvRows(pieces(text, size), ',')) found.push(cells)
        expect(found).toEqual(written)
      }),
    )
  })
})

test('a statement: refunds that expire are no payments, top-ups have no reference', async () => {
  const text =
    'business_date,at,code,reference,payment_id,source_id,channel,amount,fee,currency\r\n' +
    '2026-11-21,t,COLLECT,INV-1,p,s,AGENCY,500.00,7.50,DZD\r\n' +
    '2026-11-21,t,REFUND,INV-1,p,s,AGENCY,-100.00,0.00,DZD\r\n' +
    '2026-11-22,t,REFUND_EXPIRED,INV-1,p,s,AGENCY,100.00,0.00,DZD\r\n' +
    '2026-11-22,t,TOPUP,,,s,,50.00,0.00,DZD\r\n'
  const lines: BookLine[] = []
  for await (const line of readStatement(pieces(text))) lines.push(line)
  expect(lines).toEqual([
    { reference: 'INV-1', amount: 500 },
    { reference: 'INV-1', amount: 0, refundedAmount: 100 },
    { reference: 'INV-1', amount: 0, refundedAmount: -100 },
  ])
})
