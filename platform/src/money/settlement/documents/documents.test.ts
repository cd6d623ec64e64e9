import { crc32 } from 'node:zlib'
import { formatSum } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cellsOf,
  collected,
  documentOf,
  HOSTILE,
  linesOf,
  parseCsv,
  statementOf,
  textOf,
  unzip,
} from '../../../../test/support/statement-documents.ts'
import { CSV_COLUMNS, statementCsv } from './csv.ts'
import { statementCsvExcel } from './csv-excel.ts'
import { SUMS, sumsOf } from './document.ts'
import { statementJson } from './json.ts'
import { visibleText } from './readable.ts'
import { statementXlsx } from './xlsx/statement-xlsx.ts'

const LINES = linesOf(120)
const { figures } = statementOf(LINES)
const sums = sumsOf(figures)
const linesAmount = sums.gross - sums.refunds + sums.adjustments
const linesFee = sums.fees

/** The integer of a decimal text: tests add up centimes. */
const centimes = (text: string): number => {
  expect(text).toMatch(/^-?\d+[.,]\d\d$/)
  return Number(text.replace(/[.,]/, ''))
}

const add = (texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + centimes(text ?? ''), 0)

const references = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' })
const withReferences = fc.array(references, { minLength: 1, maxLength: 20 })

describe('the JSON of a statement', () => {
  test('has every line and the figures, and adds up', async () => {
    const text = await textOf(statementJson(documentOf(LINES, 'en')))
    const { statement, lines } = JSON.parse(text)
    expect(lines).toHaveLength(120)
    expect(lines[1]).toEqual({
      businessDate: '2026-11-01',
      at: LINES[1]?.at.toISOString(),
      code: 'COLLECT',
      line: 1,
      reference: '+CMD|calc',
      paymentId: LINES[1]?.paymentId,
      sourceId: LINES[1]?.sourceId,
      channel: 'DELIVERY',
      channelId: 'chn_2',
      amount: 1001.37,
      fee: 15.01,
      vatBasisPoints: 1900,
    })
    for (const [name] of SUMS) expect(statement[name]).toBe(Number(formatSum(sums[name])))
    expect(add([...text.matchAll(/"amount":(-?[\d.]+)/g)].map(([, sum]) => sum))).toBe(linesAmount)
  })

  test('keeps every reference as it is', async () => {
    await fc.assert(
      fc.asyncProperty(withReferences, async (texts) => {
        const lines = linesOf(texts.length, texts)
        const parsed = JSON.parse(await textOf(statementJson(documentOf(lines, 'en'))))
        expect(parsed.lines.map((line: any) => line.reference)).toEqual(
          lines.map(({ reference }) => reference),
        )
      }),
    )
  })
})

describe('the CSV for machines', () => {
  test('has the same bytes however the lines are read, and in each language', async () => {
    const text = await textOf(statementCsv(documentOf(LINES, 'en')))
    expect(await textOf(statementCsv(documentOf(LINES, 'ar', 1)))).toBe(text)
    expect(await textOf(statementCsv(documentOf(LINES, 'fr', 1000)))).toBe(text)
  })

  test('adds up to the figures', async () => {
    const [header, ...rows] = parseCsv(await textOf(statementCsv(documentOf(LINES, 'en'))))
    expect(header).toEqual([...CSV_COLUMNS])
    expect(rows).toHaveLength(120)
    const column = (name: (typeof CSV_COLUMNS)[number]) =>
      rows.map((row) => row[CSV_COLUMNS.indexOf(name)])
    expect(add(column('amount'))).toBe(linesAmount)
    expect(add(column('fee'))).toBe(linesFee)
  })

  test('keeps every reference as it is, with its quotes, commas and signs', async () => {
    await fc.assert(
      fc.asyncProperty(withReferences, async (texts) => {
        const lines = linesOf(texts.length, texts)
        const rows = parseCsv(await textOf(statementCsv(documentOf(lines, 'en'))))
        expect(rows.slice(1).map((row) => row[4])).toEqual(
          lines.map((line) => line.reference ?? ''),
        )
      }),
    )
  })
})

describe('the CSV for spreadsheets', () => {
  test('has a mark, semicolons, decimal commas, and totals that are those of the figures', async () => {
    const text = await textOf(statementCsvExcel(documentOf(LINES, 'fr')))
    expect(text.startsWith('\uFEFFDate;Heure (UTC);Opération;Référence;')).toBe(true)
    const rows = parseCsv(text.slice(1), ';')
    const lines = rows.slice(1, 121)
    expect(add(lines.map((row) => row[7]))).toBe(linesAmount)
    expect(add(lines.map((row) => row[8]))).toBe(linesFee)
    expect(rows[121]?.[0]).toBe('Total')
    expect(rows[121]?.slice(7).map((sum) => centimes(sum))).toEqual([linesAmount, linesFee])
    const net = rows.at(-1)
    expect([net?.[0], centimes(net?.[1] ?? '')]).toEqual(['Net à payer', figures.net])
  })

  test('no reference is a formula or hides a character', async () => {
    const rows = parseCsv((await textOf(statementCsvExcel(documentOf(LINES, 'ar')))).slice(1), ';')
    for (const [at, reference] of HOSTILE.entries()) {
      const cell = rows[at + 1]?.[3] ?? ''
      expect(cell).not.toMatch(/^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/)
      expect(cell).not.toMatch(/[\p{Cf}\p{Cc}]/u)
      expect(cell.replace(/^'/, '')).toBe(visibleText(reference).replace(/^'/, ''))
    }
  })
})

const workbookOf = async (language: 'ar' | 'fr' | 'en', linesPerSheet?: number) =>
  unzip(Buffer.concat(await collected(statementXlsx(documentOf(LINES, language), linesPerSheet))))

describe('the workbook', () => {
  test('is an archive whose checksums are right', async () => {
    for (const [name, { text, crc }] of await workbookOf('fr')) {
      expect([name, crc32(text)]).toEqual([name, crc])
    }
  })

  test('has numbers as numbers with two decimals, and their totals', async () => {
    const files = await workbookOf('fr')
    const rows = cellsOf(files.get('xl/worksheets/sheet2.xml')?.text ?? '')
    expect(rows).toHaveLength(122)
    const lines = rows.slice(1, 121)
    const column = (letter: string) => lines.map((row, at) => row.get(`${letter}${at + 2}`)?.value)
    expect(lines.every((row, at) => row.get(`H${at + 2}`)?.type === 'number')).toBe(true)
    expect(add(column('H'))).toBe(linesAmount)
    expect(add(column('I'))).toBe(linesFee)
    expect(centimes(rows[121]?.get('H122')?.value ?? '')).toBe(linesAmount)
    expect(centimes(rows[121]?.get('I122')?.value ?? '')).toBe(linesFee)
    const figuresSheet = cellsOf(files.get('xl/worksheets/sheet1.xml')?.text ?? '')
    expect(centimes(figuresSheet.at(-1)?.get('B16')?.value ?? '')).toBe(figures.net)
  })

  test('a hostile reference is a text that shows what it contains', async () => {
    const rows = cellsOf((await workbookOf('fr')).get('xl/worksheets/sheet2.xml')?.text ?? '')
    for (const [at, reference] of HOSTILE.entries()) {
      expect(rows[at + 1]?.get(`D${at + 2}`)).toEqual({
        type: 'text',
        value: visibleText(reference),
      })
      expect(rows[at + 1]?.size).toBe(9)
    }
  })

  test('a sheet runs from right to left in Arabic alone, below a frozen header', async () => {
    for (const language of ['ar', 'fr'] as const) {
      const sheet = (await workbookOf(language)).get('xl/worksheets/sheet2.xml')?.text ?? ''
      expect(sheet.includes('rightToLeft="1"')).toBe(language === 'ar')
      expect(sheet).toContain('ySplit="1"')
      expect(sheet).toContain('state="frozen"')
    }
  })

  test('lines beyond the rows of a sheet continue on the next one, with one total', async () => {
    for (const [perSheet, sheets] of [
      [50, 3],
      [60, 2],
      [119, 2],
      [120, 1],
    ] as const) {
      const files = await workbookOf('en', perSheet)
      const names = [...files.keys()].filter((name) => name.startsWith('xl/worksheets/'))
      expect(names).toHaveLength(1 + sheets)
      const all = names.slice(1).map((name) => cellsOf(files.get(name)?.text ?? ''))
      expect(all.flat()).toHaveLength(120 + sheets + 1)
      expect(centimes([...(all.at(-1)?.at(-1)?.values() ?? [])].at(-1)?.value ?? '')).toBe(linesFee)
    }
  })

  test('a reader that stops early ends the reading of lines', async () => {
    let isClosed = false
    const lines = async function* () {
      try {
        for (;;) yield LINES
      } finally {
        isClosed = true
      }
    }
    for await (const chunk of statementXlsx({ ...documentOf(LINES, 'en'), lines: lines() })) {
      if (chunk.length > 10_000) break
    }
    expect(isClosed).toBe(true)
  })

  test('an error in the lines is the error of the workbook', async () => {
    // oxlint-disable-next-line require-yield -- It fails before its first page.
    const lines = async function* (): AsyncGenerator<never> {
      throw new Error('the lines were lost')
    }
    const parts = statementXlsx({ ...documentOf(LINES, 'en'), lines: lines() })
    await expect(collected(parts)).rejects.toThrow('the lines were lost')
  })
})
