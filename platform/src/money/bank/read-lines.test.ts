import { bankMappingRequest, type BankMappingRequest } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readBankAmount } from './read-amount.ts'
import { readBankDate } from './read-date.ts'
import type { FileLines } from './file-line.ts'
import { readBankLines } from './read-lines.ts'
import { ROWS_MAX } from './read-rows.ts'

const mappingOf = (changes: Record<string, unknown> = {}): BankMappingRequest =>
  bankMappingRequest.parse({
    account: 'clients',
    delimiter: ';',
    dateFormat: 'DD/MM/YYYY',
    decimal: ',',
    amounts: { form: 'two-columns', out: 'Débit', in: 'Crédit' },
    columns: { bookedOn: 'Date', valueOn: 'Valeur', description: ['Libellé'], reference: 'Réf.' },
    ...changes,
  })

const HEADER = 'Date;Valeur;Libellé;Réf.;Débit;Crédit'

const read = (
  text: string | Uint8Array,
  changes: Record<string, unknown> = {},
): Promise<FileLines> =>
  readBankLines(typeof text === 'string' ? Buffer.from(text, 'utf8') : text, mappingOf(changes))

const row = (text: string): string => `${HEADER}\n${text}\n`

const issuesOf = (result: FileLines): unknown =>
  result.ok ? result.lines : result.issues.map(({ path, message }) => ({ path, message }))

describe('an export with two columns', () => {
  test('is read with its dates, amounts and texts', async () => {
    const file = `${HEADER}\r
21/11/2026;22/11/2026;VERSEMENT  ESPECES;0071-558213;;9 800,00\r
22/11/2026;;"FRAIS; TENUE
DE COMPTE";;178,5;\r
;;;;;\r
23/11/2026;;VIREMENT EMIS;P-1;-9.821,50;0,00\r
`
    expect(issuesOf(await read(file))).toEqual([
      {
        bookedOn: '2026-11-21',
        valueOn: '2026-11-22',
        amount: 980_000,
        description: 'VERSEMENT ESPECES',
        reference: '0071-558213',
      },
      {
        bookedOn: '2026-11-22',
        valueOn: null,
        amount: -17_850,
        description: 'FRAIS; TENUE DE COMPTE',
        reference: null,
      },
      {
        bookedOn: '2026-11-23',
        valueOn: null,
        amount: -982_150,
        description: 'VIREMENT EMIS',
        reference: 'P-1',
      },
    ])
  })

  test.for([
    ['31/02/2026;;X;;;1,00', /expected a date DD\/MM\/YYYY, received "31\/02\/2026"/],
    ['2026-11-21;;X;;;1,00', /expected a date/],
    ['21/11/1926;;X;;;1,00', /expected a date/],
    ['21/11/2026;x;X;;;1,00', /expected a value date/],
    ['21/11/2026;;X;;;1.00', /expected an amount with ","/],
    ['21/11/2026;;X;;;1,001', /expected an amount/],
    ['21/11/2026;;X;;;=1+1', /expected an amount with "," before its centimes, received "=1\+1"/],
    ['21/11/2026;;X;;;10000000000,00', /expected an amount/],
    ['21/11/2026;;X;;;1e3', /expected an amount/],
    ['21/11/2026;;X;;2,00;1,00', /in one of the two columns/],
    ['21/11/2026;;X;;;-1,00', /no minus/],
    [`21/11/2026;;${'x'.repeat(1_001)};;;1,00`, /at most 1000 characters/],
    ['21/11/2026;;a\u0007b;;;1,00', /no control characters/],
  ] as const)('refuses the whole file for the row %s', async ([text, message]) => {
    const result = await read(row(`21/11/2026;;GOOD;;;5,00\n${text}`))
    expect(issuesOf(result)).toEqual([{ path: 'line 3', message: expect.stringMatching(message) }])
  })

  test.for([
    // An unquoted separator: the amount would be read from the cell before it.
    ['21/11/2026;;PAI;12,00;;;100,00', 7],
    ['21/11/2026;;PAI;X;;100,00;', 7],
    ['21/11/2026;;X;;1,00', 5],
  ] as const)(
    'refuses the row %s, which has not the cells of the header',
    async ([text, found]) => {
      const result = await read(row(`21/11/2026;;GOOD;;;5,00\n${text}`))
      expect(issuesOf(result)).toEqual([
        {
          path: 'line 3',
          message: expect.stringMatching(`^expected 6 cells, .* received ${found}:`),
        },
      ])
    },
  )

  test('takes titles at the end that are empty for no columns', async () => {
    const file = (text: string) => `${HEADER};\n${text}\n`
    expect((await read(file('21/11/2026;;X;;;1,00'))).ok).toBe(true)
    expect((await read(file('21/11/2026;;X;;;1,00;'))).ok).toBe(true)
    expect((await read(file('21/11/2026;;PAI;12,00;;;100,00'))).ok).toBe(false)
  })

  const ofCurrency = ([currency, more]: readonly [string, object]) => {
    const columns = { bookedOn: 'Date', description: ['Libellé'], ...more }
    return read(`${HEADER};Devise\n21/11/2026;;X;;;1,00;${currency}\n`, { columns })
  }

  test.for([
    ['DZD', {}],
    ['', {}],
    ['DA', { currency: 'Devise' }],
  ] as const)('reads a row of the currency of the account: %j with %j', async (given) => {
    expect(issuesOf(await ofCurrency(given))).toEqual([expect.objectContaining({ amount: 100 })])
  })

  test.for([
    ['EUR', {}],
    ['EUR', { currency: 'Devise' }],
    ['', { currency: 'Devise' }],
  ] as const)('refuses a row of another currency: %j with %j', async (given) => {
    const message: unknown = expect.stringMatching(/^expected DZD/)
    expect(issuesOf(await ofCurrency(given))).toEqual([{ path: 'line 2', message }])
  })

  test.for([
    ['a ZIP archive', Buffer.from('504b030414000000', 'hex'), /ZIP archive.*أرشيف ZIP/s],
    ['a workbook', Buffer.from('PK\u0003\u0004....xl/workbook.xml'), /Excel workbook/],
    ['a PDF', Buffer.from('%PDF-1.7\n'), /a PDF.*au format CSV/s],
    ['a web page', Buffer.from('<!DOCTYPE html><html>'), /web page/],
    ['an empty file', Buffer.from(''), /empty.*vide.*فارغ/s],
    ['line ends alone', Buffer.from('\ufeff\r\n \r\n'), /empty/],
    ['only a header', Buffer.from(`${HEADER}\n`), /a header and no line/],
  ] as const)('says what to do with %s', async ([, bytes, words]) => {
    const result = await read(bytes)
    const { en, fr, ar } = (!result.ok && result.issues[0]?.messages) || {}
    expect(`${en} ${fr} ${ar}`).toMatch(words)
  })

  test('keeps a formula as the text that it is', async () => {
    const result = await read(row('21/11/2026;;"=HYPERLINK(""http://x"")";@SUM(A1);;1,00'))
    expect(issuesOf(result)).toMatchObject([
      { description: '=HYPERLINK("http://x")', reference: '@SUM(A1)' },
    ])
  })

  test('refuses titles that are missing or there twice', async () => {
    const missing = await read(row('21/11/2026;;X;;;1,00').replace('Crédit', 'Credit'))
    expect(issuesOf(missing)).toEqual([
      {
        path: 'line 1',
        message:
          'the column "Crédit" is missing. The columns of this file are "Date", "Valeur", "Libellé", ' +
          '"Réf.", "Débit", "Credit"',
      },
    ])
    const twice = await read(row('21/11/2026;;X;;;1,00').replace('Valeur', 'Date'))
    expect(issuesOf(twice)).toMatchObject([
      { message: expect.stringMatching(/^expected one column "Date" in the header, found 2/) },
      { message: expect.stringMatching(/^the column "Valeur" is missing/) },
    ])
  })

  test('names at most 20 wrong rows', async () => {
    const result = await read(row('x;;;;;\n'.repeat(100)))
    expect(issuesOf(result)).toHaveLength(20)
  })
})

describe('the other forms of amounts', () => {
  const columns = { bookedOn: 1, description: [2] }
  const form = (amounts: unknown, more: Record<string, unknown> = {}) => ({
    amounts,
    columns,
    headerRows: 0,
    decimal: '.',
    ...more,
  })

  test.for([
    [{ form: 'signed', column: 3 }, '21/11/2026;X;-1,234.50', -123_450],
    [{ form: 'signed', column: 3, negative: 'in' }, '21/11/2026;X;-1,234.50', 123_450],
    [{ form: 'signed', column: 3 }, '21/11/2026;X;12.5-', -1_250],
    [{ form: 'indicator', column: 3, indicator: 4, out: 'D', in: 'C' }, '21/11/2026;X;7;D', -700],
    [{ form: 'indicator', column: 3, indicator: 4, out: 'D', in: 'C' }, '21/11/2026;X;7;C', 700],
  ] as const)('%j', async ([amounts, text, amount]) => {
    expect(issuesOf(await read(text, form(amounts)))).toMatchObject([{ amount }])
  })

  test('an unknown indicator is refused', async () => {
    const amounts = { form: 'indicator', column: 3, indicator: 4, out: 'D', in: 'C' }
    const result = await read('21/11/2026;X;7;c', form(amounts))
    expect(issuesOf(result)).toMatchObject([{ message: 'expected "C" or "D", received "c"' }])
  })

  test('rows before the titles and after the lines are left out', async () => {
    const file = `Compte 001;;\nSolde;;12\n${HEADER}\n21/11/2026;;X;;;1,00\nTotal;;;;;1,00\n`
    const result = await read(file, { headerRows: 3, footerRows: 1 })
    expect(issuesOf(result)).toHaveLength(1)
  })

  test('a quotation mark is text where the mapping says so', async () => {
    const text = row('21/11/2026;;SARL "EL BARAKA" & FILS;;;1,00')
    expect((await read(text)).ok).toBe(false)
    expect(issuesOf(await read(text, { quote: null }))).toMatchObject([
      { description: 'SARL "EL BARAKA" & FILS' },
    ])
  })
})

describe('an encoding', () => {
  const FILE = row('21/11/2026;;Société إيداع;;;1,00')

  test('UTF-8 is read with and without a byte order mark', async () => {
    for (const text of [FILE, `\ufeff${FILE}`]) {
      expect(issuesOf(await read(text))).toMatchObject([{ description: 'Société إيداع' }])
    }
  })

  test('UTF-16 and Windows-1252 are read as the mapping says', async () => {
    const wide = Buffer.from(`\ufeff${FILE}`, 'utf16le')
    expect(issuesOf(await read(wide, { encoding: 'utf-16le' }))).toMatchObject([
      { description: 'Société إيداع' },
    ])
    const latin = Buffer.from(row('21/11/2026;;Société;;;1,00'), 'latin1')
    expect(issuesOf(await read(latin, { encoding: 'windows-1252' }))).toMatchObject([
      { description: 'Société' },
    ])
  })

  test.for([
    ['Latin bytes as UTF-8', Buffer.from('é', 'latin1'), 'utf-8', /expected utf-8\. Set/],
    [
      'UTF-8 with its mark as Windows-1252',
      Buffer.from('\ufeffé'),
      'windows-1252',
      /expected windows-1252, and the file looks like utf-8\./,
    ],
    [
      'UTF-16 as UTF-8',
      Buffer.from('\ufeffé', 'utf16le'),
      'utf-8',
      /expected utf-8, and the file looks like utf-16le\./,
    ],
    [
      'UTF-16 without a mark as Windows-1252',
      Buffer.from('ab', 'utf16le'),
      'windows-1252',
      /expected windows-1252, and the file looks like utf-16le\./,
    ],
    [
      'half a character as UTF-16',
      Buffer.from([0x41]),
      'utf-16le',
      /expected utf-16le, and the file looks like utf-8\./,
    ],
  ] as const)('%s is refused', async ([, bytes, encoding, message]) => {
    expect(issuesOf(await read(bytes, { encoding }))).toEqual([
      { path: '', message: expect.stringMatching(message) },
    ])
  })
})

describe('a hostile file', () => {
  test.for([
    ['with an open quote', `${HEADER}\n21/11/2026;;"X;;;1,00\n`.repeat(3)],
    ['with one endless row', `${HEADER}\n${'x'.repeat(20_000)}`],
    ['with an endless quoted cell', `${HEADER}\n"${'x\n'.repeat(20_000)}"`],
    ['with too many columns', `${HEADER}\n${';'.repeat(101)}x`],
    ['with too many rows', `${HEADER}\n${'x\n'.repeat(ROWS_MAX + 1)}`],
    ['with text after a quote', row('21/11/2026;;"X"Y;;;1,00')],
  ] as const)('%s is refused', async ([, text]) => {
    const result = await read(text)
    expect(result.ok).toBe(false)
  })

  test('never throws and never invents money, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
        const result = await read(bytes, {
          headerRows: 0,
          columns: { bookedOn: 1, description: [2] },
        })
        expect(typeof result.ok).toBe('boolean')
      }),
      { numRuns: 200 },
    )
  })

  test('reads back every amount that it can write', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (centimes) => {
        const digits = String(Math.abs(centimes)).padStart(3, '0')
        const whole = digits.slice(0, -2)
        const grouped = whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, '\u202f')
        for (const form of [whole, grouped, whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, '.')]) {
          const text = `${centimes < 0 ? '-' : ''}${form},${digits.slice(-2)} DA`
          expect(readBankAmount(text, ',')).toBe(centimes)
        }
      }),
    )
  })

  test('knows real dates only', () => {
    expect(readBankDate('29/02/2028', 'DD/MM/YYYY')).toBe('2028-02-29')
    expect(readBankDate('29/02/2027', 'DD/MM/YYYY')).toBeNull()
    expect(readBankDate('20261121', 'YYYYMMDD')).toBe('2026-11-21')
    expect(readBankDate('11/21/2026', 'MM/DD/YYYY')).toBe('2026-11-21')
    expect(readBankDate('21/11/26', 'DD/MM/YY')).toBe('2026-11-21')
  })
})
