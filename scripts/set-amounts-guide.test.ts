/**
 * Runs every command of the guide "Set amounts on your QR codes" in one terminal, against `wasl dev`
 * and the shop in PHP of "Integrate in an afternoon".
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ERRORS, webhookEventSchema } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playAfternoon, type Afternoon } from './test/afternoon.ts'
import { ROOT, guide } from './test/guide.ts'
import { isMissing } from './test/languages.ts'

const { text, blocks, block } = guide('set-amounts.md')

const typed = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)

type Sale = { centimes: number; details: string }

/** The payments by QR code in the shop's records, the oldest first. */
const salesIn = (records: string): Sale[] => {
  const database = new DatabaseSync(records, { readOnly: true })
  try {
    const sales = "select centimes, details from orders where reference like 'QR-%' order by rowid"
    return database.prepare(sales).all() as Sale[]
  } finally {
    database.close()
  }
}

describe.skipIf(isMissing('php'))('putting amounts on a QR code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-set-amounts-'))
  const records = join(folder, 'shop.sqlite')
  const environment = { WASL_DEV_DIR: join(folder, 'dev'), DATA_FILE: records }
  let afternoon: Afternoon

  beforeAll(async () => {
    afternoon = await playAfternoon(typed, environment)
  })

  afterAll(async () => {
    await afternoon.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The output of the one block that contains these words. */
  const answerTo = (words: string): string => {
    const index = typed.indexOf(block('sh', words))
    return afternoon.answers[index] ?? `nothing: ${afternoon.ran.stderr}`
  }

  const configAfter = (words: string): unknown => JSON.parse(answerTo(words))

  test('every block succeeds', () => {
    const { ran, statuses } = afternoon
    expect(statuses, ran.stderr + ran.stdout).toEqual(typed.map(() => '0'))
  })

  test('several amounts are set, and the answer is as in the guide', () => {
    const shown = JSON.parse(block('json', 'MULTI_AMOUNT')) as object
    expect(configAfter('[500, 1000, 2500.50] }')).toEqual({
      ...shown,
      qrCodeToken: expect.stringMatching(/^[0-9A-Z]{26}$/),
      updatedAt: expect.any(String),
    })
  })

  test('a price for one day expires at its end', () => {
    expect(configAfter('[350]')).toMatchObject({
      kind: 'TIME_LIMITED',
      amounts: [350],
      expiresAt: expect.stringMatching(/T23:59:59\.999Z$/),
    })
  })

  test('the total of one customer can be paid once, and removed', () => {
    expect(configAfter('[1250.50]')).toMatchObject({ kind: 'SINGLE_USE', amounts: [1250.5] })
    expect(configAfter('un-set-qr-config')).toMatchObject({ kind: null, mode: 'OPEN_AMOUNT' })
  })

  test('a reserved single use cannot be changed until its lock lapses', () => {
    expect(afternoon.ran.stderr).toContain('QR_CODE400_CANNOT_BE_MODIFIED')
    expect(answerTo('--hold')).toMatch(
      /1250\.50 DZD.*\nlocked until[\s\S]*16 min later\n[\s\S]*1250\.50 DZD.*\npaid/,
    )
  })

  test('the shop passes all certification checks of QR codes', () => {
    expect(answerTo('wasl certify')).toContain('4 passed, 0 failed, 0 skipped')
  })

  test('the shop gets no lookup, and books every sale once, with its till', () => {
    expect(answerTo('--times 2').match(/acknowledged in/g)).toHaveLength(2)
    expect(afternoon.platform.printed()).toMatch(/QR-/)
    expect(afternoon.platform.printed()).not.toMatch(/GET .*QR-/)
    const sales = salesIn(records)
    expect(sales.map(({ centimes }) => centimes)).toEqual([100_000, 125_050, 35_000, 1_000])
    expect(new Set(sales.map(({ details }) => JSON.parse(details)[0].value)).size).toBe(1)
  })
})

describe('the guide "Set amounts on your QR codes"', () => {
  test('shows a valid event', () => {
    const event = webhookEventSchema.parse(JSON.parse(block('json', 'payment.success')))
    expect(event.data.qrCodeToken).toBe('7Z3M9K0QW5T8R2VXN4BHJD01Z9')
  })

  test('says what to do about every error code that the two requests can return', () => {
    const { paths } = JSON.parse(readFileSync(join(ROOT, 'protocol/openapi.json'), 'utf8')) as {
      paths: Record<string, { post: { responses: Record<string, unknown> } }>
    }
    const documented = ['set-qr-config', 'un-set-qr-config'].flatMap(
      (name) =>
        JSON.stringify(paths[`/partner/qr/v1/${name}`]?.post.responses).match(/[A-Z_]+\d{3}\w*/g) ??
        [],
    )
    const codes = documented.filter((code) => code in ERRORS && code !== 'REQUEST413_TOO_LARGE')
    expect(codes.length).toBeGreaterThan(10)
    const rows = text.match(/^\| `[A-Z].*/gm)?.join('\n') ?? ''
    expect(codes.filter((code) => !rows.includes(`\`${code}\``))).toEqual([])
  })

  test('has only snippets that a test checks', () => {
    expect(blocks.map(({ language }) => language).filter((name) => name !== 'sh')).toEqual([
      'json',
      'json',
    ])
    expect(text.match(/^```/gm)).toHaveLength(2 * blocks.length)
  })
})
