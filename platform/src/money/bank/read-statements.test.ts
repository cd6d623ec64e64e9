/** MT940 and camt.053, as banks write them (W214). */
import { bankMappingRequest } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import type { FileLines } from './file-line.ts'
import { readBankLines } from './read-lines.ts'

const read = (
  format: 'mt940' | 'camt.053',
  text: string | Uint8Array,
  more: Record<string, unknown> = {},
): Promise<FileLines> =>
  readBankLines(
    typeof text === 'string' ? Buffer.from(text, 'utf8') : text,
    bankMappingRequest.parse({ format, account: 'clients', ...more }),
  )

const told = (result: FileLines): unknown =>
  result.ok ? result.lines : result.issues.map(({ path, message }) => `${path}: ${message}`)

const linesOf = (result: FileLines) => {
  if (!result.ok) throw new Error(JSON.stringify(result.issues))
  return result.lines
}

const MT940 = `{1:F01BNALDZALXXXX0000000000}{2:I940BNALDZALXXXXN}{4:
:20:STMT-1
:25:00799999001234567803
:28C:00012/001
:60F:C261230DZD1000,00
:61:2612311231C500,5NTRFS-0071//BANK-REF-1
suite du versement
:86:VERSEMENT ESPECES
AGENCE HYDRA
:61:2612310102D98,21NMSCNONREF//8842
:86:166?00FRAIS?20TENUE?21DE COMPTE
:61:261231RC100,NTRFNONREF
:61:261231RD1,01NTRFE2E/PART 2
:62F:C270102DZD1303,30
:86:Solde en ligne
-}
`

describe('MT940', () => {
  test('is read with its dates, directions, references and texts', async () => {
    expect(told(await read('mt940', MT940))).toEqual([
      {
        bookedOn: '2026-12-31',
        valueOn: '2026-12-31',
        amount: 50_050,
        description: 'VERSEMENT ESPECES AGENCE HYDRA TRF suite du versement',
        reference: 'S-0071',
      },
      {
        // Booked in the year after its value.
        bookedOn: '2027-01-02',
        valueOn: '2026-12-31',
        amount: -9_821,
        description: '166 FRAIS TENUE DE COMPTE MSC',
        reference: '8842',
      },
      {
        bookedOn: '2026-12-31',
        valueOn: '2026-12-31',
        amount: -10_000,
        description: 'TRF',
        reference: null,
      },
      {
        bookedOn: '2026-12-31',
        valueOn: '2026-12-31',
        amount: 101,
        description: 'TRF',
        reference: 'E2E/PART 2',
      },
    ])
    const windows = MT940.replaceAll('\n', '\r\n')
    expect(told(await read('mt940', windows))).toEqual(told(await read('mt940', MT940)))
  })

  test('of several statements is read whole', async () => {
    const second = `:20:STMT-2\n:25:1\n:60F:D270103DZD5,00\n:61:270103C6,00NTRFX-1\n:62F:C270103DZD1,00\n`
    expect(linesOf(await read('mt940', MT940 + second))).toHaveLength(5)
  })

  test.each([
    [
      'a line that was lost',
      MT940.replace(/:61:261231RD.*\n/, ''),
      /^line 13: the lines do not lead/,
    ],
    ['an amount that was changed', MT940.replace('C500,5', 'C600,5'), /do not lead/],
    ['an end that was lost', MT940.replace(/:62F:[^]*/, ''), /^: This statement has no closing/],
    [
      'a second statement before the end of the first',
      MT940.replace(/:62F:.*\n/, '') + MT940,
      /missing/,
    ],
    [
      'euros',
      MT940.replaceAll('DZD', 'EUR'),
      /^line 5: expected a statement in DZD, received "EUR"/,
    ],
    [
      'a date that does not exist',
      MT940.replace('2612311231C', '2613311231C'),
      /^line 6: expected a line/,
    ],
    ['parts of a centime', MT940.replace('C500,5', 'C500,505'), /^line 6: expected a line/],
    ['an expected credit', MT940.replace('261231RC', '261231EC'), /^line 12: expected a line/],
    [
      'a line before its balance',
      MT940.replace(/:60F:.*\n/, '') + MT940,
      /^line 5: expected an opening/,
    ],
    ['a CSV file', 'Date;Montant\n21/11/2026;5,00\n', /^: This file is no MT940 statement/],
  ])('with %s is refused', async (_, text, why) => {
    const result = await read('mt940', text)
    expect(result.ok).toBe(false)
    expect(String(told(result))).toMatch(why)
  })

  test('of another account is refused when the format names one', async () => {
    const ours = { accountNumber: '00799999001234567803' }
    expect(linesOf(await read('mt940', MT940, ours))).toHaveLength(4)
    const other = await read('mt940', MT940, { accountNumber: '00799999001234567904' })
    expect(told(other)).toEqual([
      'line 3: expected a statement of the account 00799999001234567904, received one of "00799999001234567803"',
    ])
  })

  test('without a line is refused', async () => {
    const none = ':20:A\n:25:1\n:60F:C261230DZD1,00\n:62F:C261230DZD1,00\n'
    expect(String(told(await read('mt940', none)))).toMatch(/This statement has no line/)
  })
})

const PAYOUT = '01a20e4df2227983ba637dea525d6f8b'

const entry = (amount: string, mark: string, more = '', status = '<Cd>BOOK</Cd>'): string =>
  `<Ntry><NtryRef>E-1</NtryRef><Amt Ccy="DZD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>${status}</Sts>
  <BookgDt><Dt>2026-11-21</Dt></BookgDt><ValDt><DtTm>2026-11-22T00:00:00+01:00</DtTm></ValDt>${more}</Ntry>`

const balance = (code: string, amount: string, mark = 'CRDT'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="DZD">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd>
  <Dt><Dt>2026-11-21</Dt></Dt></Bal>`

const camt = (inside: string, prefix = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id>
<Acct><Id><Othr><Id>00799999001234567803</Id></Othr></Id><Ccy>DZD</Ccy></Acct>
${inside}</Stmt></BkToCstmrStmt></Document>`.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}`)

const PAID = entry(
  '9821.50',
  'DBIT',
  `<NtryDtls><TxDtls><Refs><EndToEndId>${PAYOUT}</EndToEndId></Refs>
  <RmtInf><Ustrd>1001-2026-0001 &amp; <![CDATA[R<1>]]></Ustrd></RmtInf></TxDtls></NtryDtls>
  <AddtlNtryInf>VIR EMIS</AddtlNtryInf>`,
)

const WHOLE = [
  balance('OPBD', '10000.00'),
  balance('CLBD', '278.50'),
  PAID,
  entry('100', 'CRDT', '', 'BOOK'),
  entry('7.00', 'CRDT', '', '<Cd>PDNG</Cd>'),
].join('\n')

describe('camt.053', () => {
  test('is read with its dates, directions, references and texts, and without what is announced', async () => {
    expect(told(await read('camt.053', camt(WHOLE)))).toEqual([
      {
        bookedOn: '2026-11-21',
        valueOn: '2026-11-22',
        amount: -982_150,
        description: `VIR EMIS 1001-2026-0001 & R<1> ${PAYOUT}`,
        reference: PAYOUT,
      },
      {
        bookedOn: '2026-11-21',
        valueOn: '2026-11-22',
        amount: 10_000,
        description: '',
        reference: 'E-1',
      },
    ])
    const prefixed = camt(WHOLE, 'ns:').replace('xmlns=', 'xmlns:ns=')
    expect(told(await read('camt.053', prefixed))).toEqual(
      told(await read('camt.053', camt(WHOLE))),
    )
  })

  test('names the batch of a debit of many', async () => {
    const batch = '<NtryDtls><Btch><PmtInfId>B-77</PmtInfId></Btch></NtryDtls>'
    const inside = [
      balance('PRCD', '5.00'),
      balance('CLBD', '2.00', 'DBIT'),
      entry('7.0', 'DBIT', batch),
    ]
    const [line] = linesOf(await read('camt.053', camt(inside.join(''))))
    expect(line).toMatchObject({ reference: 'B-77', amount: -700 })
  })

  test.each([
    ['an entry that was lost', camt(WHOLE.replace(PAID, '')), /do not lead from the opening/],
    ['no closing balance', camt(WHOLE.replace('CLBD', 'CLAV')), /expected an opening balance/],
    ['a file that ends early', camt(WHOLE).slice(0, -40), /^line 21: expected XML|expected XML/],
    ['euros', camt(WHOLE.replace('<Amt Ccy="DZD">9821', '<Amt Ccy="EUR">9821')), /received "EUR"/],
    ['parts of a centime', camt(WHOLE.replace('9821.50', '9821.505')), /at most two decimals/],
    ['a minus', camt(WHOLE.replace('9821.50', '-9821.50')), /at most two decimals/],
    ['no direction', camt(WHOLE.replaceAll('DBIT', 'BOTH')), /CRDT or DBIT/],
    ['another status', camt(WHOLE.replace('PDNG', 'FUTR')), /received "FUTR"/],
    [
      'a date that does not exist',
      camt(WHOLE.replaceAll('2026-11-2', '2026-13-2')),
      /booking date/,
    ],
    [
      'entities of its own',
      camt(WHOLE).replace('<Document', '<!DOCTYPE Document [<!ENTITY x "y">]><Document'),
      /a document type is not expected/,
    ],
    [
      'another message',
      camt(WHOLE).replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn'),
      /no camt.053/,
    ],
    ['a CSV file', 'Date;Montant\n21/11/2026;5,00\n', /expected XML/],
  ])('with %s is refused', async (_, text, why) => {
    const result = await read('camt.053', text)
    expect(result.ok).toBe(false)
    expect(String(told(result))).toMatch(why)
  })

  test('of another account is refused when the format names one', async () => {
    const other = await read('camt.053', camt(WHOLE), { accountNumber: '00799999001234567904' })
    expect(String(told(other))).toMatch(/expected a statement of the account/)
  })
})
