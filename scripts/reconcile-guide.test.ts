/** Runs every snippet and command of the guide "Reconcile" against the real platform. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPartner } from '../platform/test/support/node.ts'
import { useScene } from '../platform/test/support/scene.ts'

const ROOT = join(import.meta.dirname, '..')
const guide = readFileSync(join(ROOT, 'docs/guides/reconcile.md'), 'utf8')
const french = readFileSync(join(ROOT, 'docs/guides/fr/reconcile.md'), 'utf8')

type Block = { language: string; code: string }

const blocksOf = (page: string): Block[] =>
  Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, language = '', code = '']) => ({
    language,
    code,
  }))

const blocks = blocksOf(guide)

/** The one block of this language that contains this text. */
const block = (language: string, word: string): string => {
  const found = blocks.filter(({ language: of, code }) => of === language && code.includes(word))
  expect(found).toHaveLength(1)
  return found[0]?.code ?? ''
}

const scene = useScene()
const folder = mkdtempSync(join(tmpdir(), 'wasl-guide-'))
let partner: TestPartner

const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0

/** Tests are skipped when a tool is missing, but not in CI, where all are installed. */
const needs = (command: string): boolean => process.env['CI'] === undefined && !has(command)

beforeAll(async () => {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const { platform, channel, server } = scene
  partner = await platform.createPartner(server)
  const prices = { 'INV-2026-0001': 599.8, 'INV-2026-0003': 250 }
  for (const [reference, price] of Object.entries(prices)) {
    server.prices.set(reference, price)
    const { paymentId } = await platform.opened(channel, partner, reference)
    const outcome = reference === 'INV-2026-0001' ? 'confirm' : 'cancel'
    await platform.change(channel, outcome, paymentId)
  }
})

beforeEach(() => {
  for (const { language, code } of blocks) {
    const name = /^(?:\/\/|#) (\S+\.(?:ts|py))$/m.exec(code)?.[1]
    if (language === 'ts' || language === 'python') writeFileSync(join(folder, name ?? ''), code)
  }
  writeFileSync(join(folder, 'invoices.json'), block('json', 'INV-2026-0001'))
})

afterAll(() => rmSync(folder, { recursive: true }))

const exported = (): Record<string, string> => ({
  WASL_URL: scene.platform.origin,
  WASL_API_KEY: partner.apiKey,
})

type Ran = { code: number; stdout: string; stderr: string }

/** Runs a block of the guide with the platform's address and key instead of the example's. */
const sh = async (code: string, variables = exported()): Promise<Ran> => {
  const script = code
    .replaceAll('https://pay.example', scene.platform.origin)
    .replaceAll('wasl_prt_…', partner.apiKey)
    .replaceAll('/srv/shop', folder)
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const child = spawn('sh', ['-ec', script], {
    cwd: folder,
    env: { PATH: path, ...variables, HOME: folder },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const [exit] = (await once(child, 'close')) as [number]
  return { code: exit, stdout, stderr }
}

describe('the guide "Reconcile"', () => {
  test.skipIf(needs('curl'))('asks for one reference with curl', async () => {
    const { code, stdout } = await sh(block('sh', 'curl'))
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ stage: 'paid', amount: 599.8 }),
    ])
  })

  test('compares the invoices, with the result that it shows', async () => {
    const ran = await sh(block('sh', 'node reconcile.ts'))
    expect(ran).toEqual({ code: 0, stdout: block('text', 'INV-2026-0001'), stderr: '' })
    const invoices = JSON.parse(readFileSync(join(folder, 'invoices.json'), 'utf8')) as unknown
    expect(invoices).toMatchObject([
      { state: 'paid' },
      { state: 'paid' },
      { state: 'open' },
      { state: 'open' },
    ])
  })

  test('has a crontab line that cron accepts', async () => {
    const [, schedule, command] = /^((?:\S+ ){5})(.*)$/m.exec(block('cron', 'reconcile.ts')) ?? []
    expect(schedule).toMatch(/^(?:(?:\d+|\*) ){5}$/)
    const lines = Object.entries(exported()).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(folder, '.env'), lines.join(''))
    // As cron runs it: without the exported variables.
    expect(await sh(command ?? '', {})).toEqual({ code: 0, stdout: '', stderr: '' })
    const log = readFileSync(join(folder, 'reconcile.log'), 'utf8')
    expect(log).toBe(block('text', 'INV-2026-0001'))
  })

  test('exits with 1 and prints the reason when the platform refuses', async () => {
    const { platform } = scene
    const changed = (status: string) =>
      platform.call('PATCH', `/operator/v1/partners/${partner.partnerId}`, {
        key: platform.operatorKey,
        body: { status },
      })
    await changed('inactive')
    const ran = await sh(block('sh', 'node reconcile.ts'))
    await changed('active')
    expect(ran).toMatchObject({
      code: 1,
      stdout: '0 checked, 0 differences\n',
      stderr: expect.stringMatching(/^refused: .*PARTNER_API403_MERCHANT_INACTIVE/),
    })
  })

  test('reads millions of invoices from a table in pages', async () => {
    const { pool } = scene.platform
    await pool.query(`create table invoices (
      reference text primary key, state text not null, amount numeric not null,
      changed_at timestamptz not null default now())`)
    await pool.query(`insert into invoices
      select 'INV-' || lpad(number::text, 6, '0'), 'open', 599.80,
        now() - case when number % 7 = 0 then interval '1 year' else interval '1 day' end
      from generate_series(1, 1500) as number`)
    const { recentInvoices } = (await import(
      pathToFileURL(join(folder, 'invoices-in-postgres.ts')).href
    )) as { recentInvoices: (from: typeof pool, after: string) => AsyncIterable<unknown> }
    const seen: unknown[] = []
    for await (const invoice of recentInvoices(pool, 'INV-000400')) seen.push(invoice)
    const { rows } = await pool.query(
      `select reference from invoices
      where reference > 'INV-000400' and changed_at > now() - interval '90 days'
      order by reference`,
    )
    expect(seen).toEqual(rows.map(({ reference }) => ({ reference, state: 'open', amount: 599.8 })))
    await pool.query('drop table invoices')
  })

  test.skipIf(needs('python3'))('reads stages in Python', async () => {
    const ran = await sh(block('sh', 'python3'))
    expect(ran).toEqual({
      code: 0,
      stdout: 'INV-2026-0001 paid\nINV-2026-0002 not_found\n',
      stderr: '',
    })
  })

  test('has TypeScript that compiles in strict mode', () => {
    const config = {
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
      include: ['*.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const checked = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
    expect(checked.stdout + checked.stderr).toBe('')
  })

  test('has the same snippets, in the same order, in French', () => {
    expect(blocksOf(french)).toEqual(blocks)
  })

  test('has the same sections and tables in French', () => {
    const shape = (page: string): string[] =>
      Array.from(page.matchAll(/^(?:#+|\| `[^|]+`)/gm), ([start]) => start)
    expect(shape(french)).toEqual(shape(guide))
  })

  test('has only snippets that a test runs', () => {
    const languages = blocks.map(({ language }) => language)
    expect(languages).toEqual(['sh', 'ts', 'json', 'sh', 'text', 'ts', 'cron', 'python', 'sh'])
    expect(guide.match(/^```/gm)).toHaveLength(2 * blocks.length)
  })
})
