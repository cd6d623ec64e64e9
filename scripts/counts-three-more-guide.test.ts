/** Runs every command of the guide "The partner counts three more" from both sides. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPartner } from '../platform/test/support/node.ts'
import { useScene } from '../platform/test/support/scene.ts'
import { until } from '../platform/test/support/wait.ts'

const ROOT = join(import.meta.dirname, '..')
const NAME = 'the-partner-counts-three-more.md'
const guide = readFileSync(join(ROOT, 'docs/guides', NAME), 'utf8')
const french = readFileSync(join(ROOT, 'docs/guides/fr', NAME), 'utf8')

/** The date that the guide's book and commands have. */
const GUIDE_DATE = '2026-11-22'

const blocksOf = (page: string): string[] =>
  Array.from(page.matchAll(/^```\w+\n(.*?)^```$/gms), ([, code = '']) => code)

const block = (word: string): string => {
  const found = blocksOf(guide).filter((code) => code.includes(word))
  expect(found).toHaveLength(1)
  return found[0] ?? ''
}

const scene = useScene()
const folder = mkdtempSync(join(tmpdir(), 'wasl-guide-'))
let partner: TestPartner
let date: string

beforeAll(async () => {
  const { platform, server, channel } = scene
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  // Midday, so that no payment of this story falls on the next date.
  const now = await platform.clock.now()
  const midday = new Date(now)
  midday.setUTCDate(midday.getUTCDate() + 1)
  midday.setUTCHours(11, 0, 0, 0)
  await platform.clock.advanceTo(midday)
  date = midday.toISOString().slice(0, 10)
  partner = await platform.createPartner(server)
  await sh(block('"echo": "all"'))
  for (const reference of ['INV-1', 'INV-2', 'INV-3', 'INV-4', 'INV-5']) {
    const { paymentId } = await platform.opened(channel, partner, reference)
    const outcome = reference === 'INV-5' ? 'cancel' : 'confirm'
    await platform.change(channel, outcome, paymentId)
    await server.webhooksArrived(reference, 2)
    // All but INV-4 are booked.
    if (reference !== 'INV-4') {
      const booked = { status: 409, body: { error: 'ALREADY_PAID', errorMessage: 'Paid.' } }
      server.onLookup(() => booked, reference)
    }
  }
  await platform.settled()
  const [year, month, day] = date.split('-')
  const book = block('Référence').replaceAll('22/11/2026', `${day}/${month}/${year}`)
  writeFileSync(join(folder, 'book.csv'), book)
})

afterAll(() => rmSync(folder, { recursive: true }))

type Ran = { code: number; stdout: string; stderr: string }

const sh = async (code: string, variables: Record<string, string> = {}): Promise<Ran> => {
  const { platform } = scene
  const script = code
    .replaceAll('https://pay.example', platform.origin)
    .replaceAll('wasl_prt_…', partner.apiKey)
    .replaceAll('prt_1001', partner.partnerId)
    .replaceAll(GUIDE_DATE, date)
  const child = spawn('sh', ['-c', script], {
    cwd: folder,
    env: {
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: folder,
      WASL: platform.origin,
      WASL_OPERATOR_KEY: platform.operatorKey,
      WASL_URL: platform.origin,
      WASL_API_KEY: partner.apiKey,
      ...variables,
    },
  })
  const ran = { stdout: '', stderr: '' }
  child.stdout.on('data', (data: Buffer) => (ran.stdout += data.toString()))
  child.stderr.on('data', (data: Buffer) => (ran.stderr += data.toString()))
  const [exitCode] = (await once(child, 'close')) as [number]
  return { code: exitCode, ...ran }
}

/** npm warns of settings that it does not know. */
const QUIET = { npm_config_loglevel: 'error' }

const lastLine = (code: string): string => code.trimEnd().split('\n').at(-1) ?? ''

test('the command prints what the guide shows, and exits with 1', async () => {
  const { code, stdout, stderr } = await sh(block('statement compare book.csv'), QUIET)
  expect({ stdout, stderr }).toEqual({ stdout: block('✗ missing_here'), stderr: '' })
  expect(code).toBe(1)
})

test('the book without the mistakes agrees', async () => {
  const [year, month, day] = date.split('-')
  const rows = ['INV-1', 'INV-2', 'INV-3', 'INV-4'].map((reference) => `${reference};599,80`)
  const other = `${year}-${month}-${Number(day) === 1 ? '02' : '01'}`
  writeFileSync(
    join(folder, 'book.csv'),
    `date;reference;montant\n${rows.map((row) => `${date};${row}`).join('\n')}\n${other};INV-9;5\n`,
  )
  const command = block('statement compare book.csv').replace('\n', ' && ')
  expect(await sh(command)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('4 agree, 0'),
  })
  const asJson = await sh(command.trimEnd() + ' --json')
  expect(JSON.parse(asJson.stdout)).toMatchObject({ differences: [], agreeing: 4 })
  expect((await sh('npx --no-install wasl statement compare book.csv')).code).toBe(2)
})

test('the list has the payments of the date', async () => {
  const { stdout } = await sh(lastLine(block('/partner/payments/v1?')))
  const { items } = JSON.parse(stdout) as { items: { reference: string; stage: string }[] }
  expect(items.map(({ reference, stage }) => `${reference} ${stage}`)).toEqual([
    'INV-1 paid',
    'INV-2 paid',
    'INV-3 paid',
    'INV-4 paid',
    'INV-5 released',
  ])
})

test('the operator sees what was acknowledged and not booked, and resolves it', async () => {
  const { platform, server } = scene
  await platform.clock.advance(11 * 60)
  const [payments = '', echoes = ''] = block('state=unbooked').trimEnd().split('\n')
  const unbooked = async (): Promise<{ reference: string; paymentId: string }[]> =>
    JSON.parse((await sh(echoes)).stdout).items
  const [echo] = await until('the echo', async () => {
    const items = await unbooked()
    return items.length > 0 && items
  })
  expect(echo?.reference).toBe('INV-4')
  const found = JSON.parse((await sh(payments)).stdout).items
  expect(found[0]).toMatchObject({ reference: 'INV-4', stage: 'paid' })
  const { items } = await platform.operator(`/webhook-events?paymentId=${echo?.paymentId}`)
  const EVENT_ID = items.find(({ event }: any) => event === 'payment.success').eventId
  const booked = { status: 409, body: { error: 'ALREADY_PAID', errorMessage: 'Paid.' } }
  server.onLookup(() => booked, 'INV-4')
  expect((await sh(block('/redeliver'), { EVENT_ID })).code).toBe(0)
  await server.webhooksArrived('INV-4', 2, 'payment.success')
  await platform.settled()
  expect(await unbooked()).toEqual([])
})

test('both languages have the same book, commands and output', () => {
  expect(blocksOf(french)).toEqual(blocksOf(guide))
})
