import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@wasl/embedded-postgres'
import pg from 'pg'
import { request } from 'undici'
import { migrate } from '../../../platform/src/database/migrate.ts'
import type { Cleanup } from '../harness/cleanup.ts'
import { nextMessage, startProgram } from '../harness/child.ts'
import { startPlatform, type Platform } from '../harness/platform.ts'
import { processorTime } from '../harness/processor-time.ts'
import { median, medianRatio } from '../measure.ts'
import type { Bench, Goal, Row, Scenario } from '../scenario.ts'
import { createCalledPartners, createChannel, type SeededChannel } from '../seed/called.ts'

const PARTNERS = 48
const CONCURRENCY = 32

/**
 * The same load on all cells together, which makes the batches of each smaller; and the same load on each
 * cell, which is why somebody takes another one.
 */
const LOADS = [
  { load: '32 at a time', concurrencyOf: () => CONCURRENCY },
  { load: '32 for each cell', concurrencyOf: (count: number) => CONCURRENCY * count },
] as const
const COUNTS = [1, 2, 4] as const
const NAMES = ['north', 'south', 'east', 'west']

/** Payments of one round; a quick run only shows that everything works. */
const PAYMENTS = 4_000
const PAYMENTS_QUICK = 300

/** PostgreSQL tells what a session did a second after it. */
const STATISTICS_MS = 1_500

const TICK_MS = 10

/** More than this is the price of cells, and not of the machine. */
const GOAL = 1.1

const NOTE =
  'cells: several databases of one server on one machine, so that only the cost of more cells is seen. ' +
  'Processor time is that of PostgreSQL, the platform and the partners, without the load.'

/** The price of a payment when partners are spread over several databases. */
export const cells: Scenario = {
  name: 'cells',
  about: 'a payment opened, confirmed and delivered, with its partners in 1, 2 and 4 cells',
  tools: [],
  isLong: true,
  run: (bench) => runCells(bench),
}

type Cost = { cpuMs: number; statements: number }

type House = { platform: Platform; channel: SeededChannel; partners: number[]; urls: string[] }

const runCells = async (bench: Bench): Promise<Row[]> => {
  const { cleanup, rounds, quick, log } = bench
  const url = await startLogicalPostgres(cleanup)
  const sink = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sink, 10_000)
  const costs: Costs = new Map()
  const stores = new Map<number, string[]>()
  for (const count of COUNTS) stores.set(count, await createStores(url, count))
  for (let round = 0; round < rounds; round += 1) {
    for (const count of COUNTS) {
      const urls = stores.get(count) ?? []
      const house = await openHouse(bench, urls, `http://127.0.0.1:${port}/`)
      await pay(house, quick ? 50 : 500, CONCURRENCY)
      for (const { load, concurrencyOf } of LOADS) {
        const payments = quick ? PAYMENTS_QUICK : PAYMENTS
        const cost = await measured(house, payments, concurrencyOf(count))
        const key = `${load} ${count}`
        costs.set(key, [...(costs.get(key) ?? []), cost])
        const { cpuMs, statements } = cost
        log(`round ${round + 1}, ${key}: ${cpuMs.toFixed(2)} ms, ${statements.toFixed(2)}`)
      }
      await house.platform.stop()
    }
  }
  await sink.stop()
  return LOADS.flatMap(({ load }) => COUNTS.flatMap((count) => rowsOf(costs, load, count)))
}

/** By the load and the number of cells. */
type Costs = Map<string, Cost[]>

const rowsOf = (all: Costs, load: string, count: number): Row[] => {
  const costs = all.get(`${load} ${count}`) ?? []
  const alone = all.get(`${load} 1`) ?? []
  const row = (of: (cost: Cost) => number, unit: string, what: string): Row => {
    const ratio = medianRatio(costs.map(of), alone.map(of))
    return {
      scenario: `cells, ${load}: ${what} of a payment`,
      contestant: count === 1 ? '1 cell (floor)' : `${count} cells`,
      result: `${median(costs.map(of)).toFixed(2)} ${unit}`,
      ratio,
      goal: count === 1 ? null : within(ratio),
      ...(count === 1 && { note: NOTE }),
    }
  }
  return [
    row(({ cpuMs }) => cpuMs, 'ms', 'processor time'),
    row(({ statements }) => statements, 'transactions', 'transactions'),
  ]
}

const within = (ratio: number): Goal => ({ text: `≤ ${GOAL} of 1 cell`, met: ratio <= GOAL })

/** Each cell on the server has a worker that applies its copies, and for a moment one for each table. */
const SETTINGS = [
  `wal_level = 'logical'`,
  'max_connections = 400',
  'max_replication_slots = 40',
  'max_wal_senders = 40',
  'max_logical_replication_workers = 24',
  'max_worker_processes = 32',
]

/** The embedded server with what copies need, which a server has from its start on. */
const startLogicalPostgres = async (cleanup: Cleanup): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wasl-bench-cells-'))
  cleanup.add(() => rmSync(dataDir, { recursive: true, force: true }))
  const log = { info: () => undefined, warn: console.error, error: console.error }
  const first = await startEmbeddedPostgres({ dataDir, log })
  for (const setting of SETTINGS) {
    await query(first.url, `alter system set ${setting}`)
  }
  await first.stop()
  const server = await startEmbeddedPostgres({ dataDir, log })
  cleanup.add(() => server.stop())
  return server.url
}

const createStores = async (serverUrl: string, count: number): Promise<string[]> => {
  const urls: string[] = []
  for (const name of NAMES.slice(0, count)) {
    const database = `bench_${count}_${name}`
    await query(serverUrl, `create database ${database}`)
    const url = new URL(serverUrl)
    url.pathname = `/${database}`
    await migrate(url.href, { info: () => undefined, warn: console.error, error: console.error })
    urls.push(url.href)
  }
  return urls
}

const openHouse = async (bench: Bench, urls: string[], sink: string): Promise<House> => {
  const [databaseUrl = ''] = urls
  const cellsOf = urls.map((url, place) => `${NAMES[place]}=${url}`).join(',')
  const platform = await startPlatform(bench.cleanup, {
    databaseUrl,
    ...(urls.length > 1 && { cells: cellsOf }),
    profileTo: bench.profileTo,
  })
  const channel = await createChannel(platform)
  const partners = await createCalledPartners(platform, PARTNERS, sink)
  return { platform, channel, partners, urls }
}

const measured = async (house: House, payments: number, concurrency: number): Promise<Cost> => {
  const before = { own: processorTime().own, load: process.cpuUsage(), count: await countOf(house) }
  await pay(house, payments, concurrency)
  const load = process.cpuUsage(before.load)
  const cpuMs = (processorTime().own - before.own) * TICK_MS - (load.user + load.system) / 1000
  const statements = (await countOf(house)) - before.count
  return { cpuMs: cpuMs / payments, statements: statements / payments }
}

/** The transactions of all databases of the platform. */
const countOf = async ({ urls: [url = ''], urls }: House): Promise<number> => {
  await sleep(STATISTICS_MS)
  const names = urls.map((each) => `'${new URL(each).pathname.slice(1)}'`).join(', ')
  const [row] = await query<{ count: string }>(
    url,
    `select sum(xact_commit + xact_rollback) as count from pg_stat_database where datname in (${names})`,
  )
  return Number(row?.count)
}

let references = 0

/** Opens and confirms payments, some at a time, of all partners in turn. */
const pay = async (house: House, payments: number, concurrency: number): Promise<void> => {
  let left = payments
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await payOne(house)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
}

const payOne = async ({ platform, channel, partners }: House): Promise<void> => {
  const number = (references += 1)
  const partnerId = `prt_${partners[number % partners.length]}`
  const body = { partnerId, reference: `CELLS-${number}` }
  const opened = await post(platform, channel, '/channel/v1/payments', body, 201)
  await post(
    platform,
    channel,
    `/channel/v1/payments/${String(opened['paymentId'])}/confirm`,
    {},
    200,
  )
}

const post = async (
  { origin }: Platform,
  { apiKey }: SeededChannel,
  path: string,
  body: object,
  expected: number,
): Promise<Record<string, unknown>> => {
  const response = await request(`${origin}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.body.text()
  if (response.statusCode !== expected) throw new Error(`POST ${path}: ${text}`)
  return JSON.parse(text) as Record<string, unknown>
}

const query = async <Result extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<Result[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Result>(text)).rows
  } finally {
    await client.end()
  }
}
