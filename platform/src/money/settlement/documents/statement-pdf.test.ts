import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import {
  documentOf,
  linesOf,
  pdfText,
  statementOf,
} from '../../../../test/support/statement-documents.ts'
import { createRenderPdf } from '../../../base/pdf/render-pdf.ts'
import { sumsOf } from './document.ts'
import { LABELS } from './labels.ts'
import { directionOf, readableSum, visibleText } from './readable.ts'
import { sheetOfPaper } from './sheet-of-paper.ts'
import { statementPdf } from './statement-pdf.ts'

// .ci/run installs it.
const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined

const renderPdf = createRenderPdf()
const LINES = linesOf(120)

/** Which marks and spaces poppler adds around right-to-left text is not ours. */
const plain = (text: string): string => text.replaceAll(/[\p{Cf}]/gu, '').replaceAll('\u00A0', ' ')

describe.skipIf(!hasPoppler)('the PDF of a statement', () => {
  test.each(['en', 'fr', 'ar'] as const)(
    'has each amount, the figures and the number of each page (%s)',
    async (language) => {
      const pages = pdfText(await statementPdf(renderPdf, documentOf(LINES, language))) ?? []
      expect(pages.length).toBeGreaterThan(2)
      const shown = (sum: number) => plain(readableSum(sum, language))
      const all = plain(pages.join('\n'))
      for (const { amount, fee } of LINES) {
        expect(all).toContain(shown(amount))
        expect(all).toContain(shown(fee))
      }
      const { refunds, fees, vat, ...added } = sumsOf(statementOf(LINES).figures)
      for (const sum of [...Object.values(added), -refunds, -fees, -vat]) {
        expect(all).toContain(shown(sum))
      }
      for (const [at, page] of pages.entries()) {
        expect(plain(page).trimEnd().split('\n').at(-1)).toContain('1001-2026-0017')
        const numbers =
          plain(page)
            .trimEnd()
            .split('\n')
            .at(-1)
            ?.match(/\b\d+\b/g) ?? []
        expect(numbers).toContain(String(at + 1))
        expect(numbers).toContain(String(pages.length))
      }
    },
  )

  test('carries the totals from each page to the next one', async () => {
    const { broughtForward, carriedForward, total } = LABELS.en
    const pages = pdfText(await statementPdf(renderPdf, documentOf(LINES, 'en'))) ?? []
    const sumsAfter = (page: string, label: string): string[] | undefined =>
      new RegExp(`^ *${label} +(\\S+) +(\\S+)$`, 'm').exec(plain(page))?.slice(1)
    let row = 0
    for (const [at, page] of pages.entries()) {
      const before = at === 0 ? undefined : sumsOfLines(row)
      expect(sumsAfter(page, broughtForward)).toEqual(before)
      row += plain(page).match(/^ *2026-11-\d\d .*\d\.\d\d +-?\d/gm)?.length ?? 0
      const isLast = at === pages.length - 1
      expect(sumsAfter(page, isLast ? total : carriedForward)).toEqual(sumsOfLines(row))
    }
    expect(row).toBe(LINES.length)
  })

  test('shows a reference as text, whatever it contains', async () => {
    const lines = linesOf(16)
    const all = plain(
      (pdfText(await statementPdf(renderPdf, documentOf(lines, 'en'))) ?? []).join(),
    )
    const printable = lines.filter(({ reference }) => /^[ -~]{1,60}$/.test(reference ?? ''))
    expect(printable.length).toBeGreaterThan(8)
    for (const { reference } of printable) expect(all).toContain(reference)
    expect(all).toContain(visibleText('INV\u202Eabc\u2066x'))
    expect(all).toContain('#read("/etc/passwd")')
  })
})

const sumsOfLines = (count: number): string[] =>
  (['amount', 'fee'] as const).map((name) =>
    readableSum(
      LINES.slice(0, count).reduce((sum, line) => sum + line[name], 0),
      'en',
    ),
  )

describe('what a statement prints', () => {
  test('a long statement lists days, whose totals are those of the lines', async () => {
    const { rows, note, columns } = await sheetOfPaper(documentOf(LINES, 'en'), 119)
    expect(note).toBe(LABELS.en.tooLong)
    expect(columns).toHaveLength(4)
    expect(rows).toHaveLength(20)
    expect(rows.at(-1)?.total).toEqual({ row: 20, ...shownTotals() })
    const whole = await sheetOfPaper(documentOf(LINES, 'en'), 120)
    expect(whole.rows).toHaveLength(120)
    expect(whole.rows.at(-1)?.total).toEqual({ row: 120, ...shownTotals() })
  })

  test('a text has the direction of its first letter', () => {
    expect(['INV-1', '2026-1', 'فاتورة/1', '12/فاتورة INV', '', '#'].map(directionOf)).toEqual([
      'ltr',
      'ltr',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
    ])
  })

  test('a sum is written with Western digits, without marks of direction', () => {
    expect(['en', 'fr', 'ar'].map((language) => readableSum(-125_050, language as 'en'))).toEqual([
      '-1,250.50',
      '-1\u00A0250,50',
      '-1.250,50',
    ])
    expect(readableSum(9_007_199_254_740_991, 'en')).toBe('90,071,992,547,409.91')
  })
})

const shownTotals = () => {
  const [amount, fee] = sumsOfLines(LINES.length)
  return { amount, fee }
}
