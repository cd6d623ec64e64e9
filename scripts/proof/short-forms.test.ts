/**
 * The measurements of `npm run proof` in a short form: their own code on some hundred payments. What is
 * asserted is that it comes to its end, that its table is counted, and that its invariants hold: no time,
 * and no ratio of times.
 */
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createCleanup, type Cleanup } from '../../benchmarks/src/harness/cleanup.ts'
import type { BenchDatabase, BenchPostgres } from '../../benchmarks/src/harness/postgres.ts'
import type { Load, LoadOptions } from '../../benchmarks/src/harness/wrk.ts'
import { MONTHS } from '../../benchmarks/src/options.ts'
import type { Bench, Row } from '../../benchmarks/src/scenario.ts'
import { runCells } from '../../benchmarks/src/scenarios/cells.ts'
import { DUE_FROM } from '../../benchmarks/src/scenarios/growth-claims.ts'
import { runGrowth } from '../../benchmarks/src/scenarios/growth.ts'
import { runHour } from '../../benchmarks/src/scenarios/hour.ts'
import { runProcesses } from '../../benchmarks/src/scenarios/processes.ts'
import { removeSeeded } from '../../benchmarks/src/seed/payments.ts'
import { tableOf } from '../../benchmarks/src/table.ts'
import { removeCopies } from '../../platform/src/base/database/copies.ts'
import {
  BARE_TEMPLATE,
  connectTo,
  createTestDatabase,
} from '../../platform/test/support/database.ts'
import { PROOFS } from './promises.ts'

let cleanup: Cleanup

beforeEach(() => {
  cleanup = createCleanup()
})

afterEach(() => cleanup.run())

/** Databases of the suite's server, by the names that the benchmark gives them. */
const createPostgres = (): BenchPostgres => {
  const urls = new Map<string, string>()
  const open = async (name: string, url: string): Promise<BenchDatabase> => {
    const client = await connectTo(url)
    client.on('error', () => undefined)
    const disconnect = cleanup.add(() => client.end())
    return { name, url, client, disconnect, drop: disconnect }
  }
  const make = async (name: string): Promise<BenchDatabase> => {
    const database = await createTestDatabase(BARE_TEMPLATE)
    cleanup.add(() => database.drop())
    urls.set(name, database.url)
    return open(name, database.url)
  }
  return {
    create: make,
    createMigrated: make,
    async find(name) {
      const url = urls.get(name)
      return url === undefined ? null : open(name, url)
    },
  }
}

const benchOf = (folder = ''): Bench => ({
  cleanup,
  postgres: createPostgres(),
  folder,
  quick: true,
  rounds: 1,
  perSecond: null,
  seconds: 1,
  turns: 1,
  turnSeconds: 1,
  measure: (round) => round(),
  profileTo: null,
  kept: null,
  log: () => undefined,
})

/** What the proof counts, when whatever depends on the machine's speed is taken as reached. */
const countOf = (name: string, rows: Row[]): number | null => {
  const reached = rows.map((row) => ({
    ...row,
    ratio: row.ratio === null ? null : 1,
    goal: row.goal && { ...row.goal, met: true },
  }))
  return PROOFS.find((proof) => proof.name === name)?.countOf(tableOf(reached)) ?? null
}

test('an hour of whole payments, in a twentieth of a second', async () => {
  const rows = await runHour(benchOf(), { partners: 10, perSecond: 1_000, minuteSeconds: 0.05 })
  expect(countOf('whole', rows)).toBe(1)
  expect(rows.find(({ scenario }) => scenario.includes('invariants'))?.result).toBe('0')
})

test('an hour ends when payers come faster than they are served', async () => {
  const outrun = { partners: 10, perSecond: 20_000, minuteSeconds: 0.02 }
  const [first] = await runHour({ ...benchOf(), rounds: 3 }, outrun)
  expect(first?.contestant).toBe('1 minutes at 20,000/s')
})

test('growth goes on with a kept database, and measures it after its last month', async () => {
  const calls = { load: sendSome, warmUpSeconds: 0, pageRows: 1 }
  const days = { closes: 2, dayTransfers: 10 }
  const parts = { small: 100, large: 480, claims: 2, ...calls, ...days }
  const bench = benchOf(mkdtempSync(join(inject('sharedFolder'), 'growth-')))
  const until = (month: number): Promise<Row[]> =>
    runGrowth({ ...bench, kept: { folder: '', month } }, parts)
  expect(countOf('growth', await until(2))).toBe(20)
  const [first, ...more] = await until(MONTHS)
  expect(countOf('growth', [first as Row])).toBe(20)
  expect(more.map(({ contestant }) => contestant)).toEqual(
    Array.from({ length: 6 }, () => ['100 payments', '480 payments']).flat(),
  )
  const { client } = (await bench.postgres.find('bench_kept')) as BenchDatabase
  const counts = async (): Promise<object> => {
    const { rows } = await client.query(COUNTS)
    return rows[0] as object
  }
  expect(await counts()).toMatchObject({ paid: 480, references: 480, due: DUE })
  // A measurement that is repeated begins with what there was before.
  await removeSeeded(client, DUE_FROM, DUE)
  expect(await counts()).toEqual({ paid: 480, references: 480, due: 0, events: 480, attempts: 0 })
  // Each payment is posted once, and rolled up; the measured days are removed.
  const { rows: books } = await client.query(BOOKS)
  expect(books).toEqual([{ posted: 480, rolled: 480 * 59_980, total: 480 * 59_980 }])
})

const BOOKS = `
  select (select count(*)::int from ledger_transfers) as posted,
    (select sum(debits)::float8 from ledger_days) as rolled,
    (select sum(credits)::float8 from ledger_totals) as total`

/** What two claims need. */
const DUE = 960

const COUNTS = `
  select count(*) filter (where stage = 'paid')::int as paid,
    count(distinct reference) filter (where stage = 'paid')::int as references,
    count(*) filter (where stage = 'locked')::int as due,
    (select count(*)::int from webhook_events) as events,
    (select count(*)::int from webhook_attempts) as attempts
  from payments`

/** Some of the calls of the file, one at a time: wrk is not on every machine. */
const sendSome = async (_: Cleanup, { origin, requestsFile }: LoadOptions): Promise<Load> => {
  const lines = readFileSync(requestsFile, 'utf8').trimEnd().split('\n').slice(0, 20)
  for (const line of lines) {
    const [method, path, key] = line.split('\t')
    const headers = { 'x-api-key': key ?? '' }
    const { statusCode, body } = await request(`${origin}${path}`, { method, headers } as object)
    await body.dump()
    expect([path, statusCode]).toEqual([path, 200])
  }
  return { rate: 1, requests: lines.length, p50Ms: 1, p99Ms: 1 }
}

test('processes are counted for one and two of them', async () => {
  const all = 'api,dispatch,periodic'
  const installations = { '1 process (floor)': [all], '2 processes': [all, all] }
  const rows = await runProcesses(benchOf(), { installations, partners: 4, payments: 40 })
  // The proof asks for four processes too.
  expect(countOf('processes', rows)).toBeNull()
  const four = rows.flatMap((row) =>
    row.contestant === '2 processes' ? [row, { ...row, contestant: '4 processes' }] : [row],
  )
  expect(countOf('processes', four)).toBe(1)
})

test('cells are counted for one and two of them', async () => {
  const parts = { counts: [1, 2], openStores, partners: 4, payments: 40, statisticsMs: 0 }
  const rows = await runCells(benchOf(), parts)
  expect(countOf('cells', rows)).toBe(1)
})

/** At most two, of which the second copies from the first: only without that can they be dropped. */
const openStores = async (count: number): Promise<string[]> => {
  const stores = await Promise.all(Array.from({ length: count }, () => createTestDatabase()))
  const [control, second] = stores.map(({ url }) => url) as [string, string?]
  cleanup.add(async () => {
    if (second !== undefined) {
      const [from, to] = [await connectTo(control), await connectTo(second)]
      await removeCopies(from, to, 'south')
      await Promise.all([from.end(), to.end()])
    }
    for (const store of stores) await store.drop()
  })
  return stores.map(({ url }) => url)
}
