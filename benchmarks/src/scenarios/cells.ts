import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../../platform/src/base/database/migrate.ts'
import { nextMessage, startProgram } from '../harness/child.ts'
import { pay, type PayingHouse } from '../harness/paying.ts'
import { startPlatform, type Platform } from '../harness/platform.ts'
import { processorTime } from '../harness/processor-time.ts'
import { query, startSetPostgres } from '../harness/set-postgres.ts'
import { median, medianRatio } from '../measure.ts'
import type { Bench, Goal, Row, Scenario } from '../scenario.ts'
import { createCalledPartners, createChannel } from '../seed/called.ts'

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

/** How many cells the contestants have, the databases of each, their partners, and the payments of a round. */
export type Parts = {
  counts: readonly number[]
  openStores(count: number): Promise<string[]>
  partners: number
  payments: number
  /** How long is waited for PostgreSQL's count of transactions, which lacks the last ones before. */
  statisticsMs: number
}

const COUNTS = [1, 2, 4]
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
  async run(bench) {
    const url = await startSetPostgres(bench.cleanup, SETTINGS)
    return runCells(bench, {
      counts: COUNTS,
      openStores: (count) => createStores(url, count),
      partners: PARTNERS,
      statisticsMs: STATISTICS_MS,
      payments: bench.quick ? PAYMENTS_QUICK : PAYMENTS,
    })
  },
}

type Cost = { cpuMs: number; statements: number }

type House = PayingHouse & { platform: Platform; urls: string[] }

export const runCells = async (bench: Bench, parts: Parts): Promise<Row[]> => {
  const { cleanup, rounds, log } = bench
  const { counts, payments } = parts
  const sink = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sink)
  const costs: Costs = new Map()
  const stores = new Map<number, string[]>()
  for (const count of counts) stores.set(count, await parts.openStores(count))
  for (let round = 0; round < rounds; round += 1) {
    for (const count of counts) {
      const urls = stores.get(count) ?? []
      const sinkUrl = `http://127.0.0.1:${port}/`
      const house = await openHouse(bench, { urls, sinkUrl, partners: parts.partners })
      await pay(house, Math.ceil(payments / 8), CONCURRENCY)
      for (const { load, concurrencyOf } of LOADS) {
        const cost = await measured(house, parts, concurrencyOf(count))
        const key = `${load} ${count}`
        costs.set(key, [...(costs.get(key) ?? []), cost])
        const { cpuMs, statements } = cost
        log(`round ${round + 1}, ${key}: ${cpuMs.toFixed(2)} ms, ${statements.toFixed(2)}`)
      }
      await house.platform.stop()
    }
  }
  await sink.stop()
  return LOADS.flatMap(({ load }) => counts.flatMap((count) => rowsOf(costs, load, count)))
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

const openHouse = async (
  bench: Bench,
  { urls, sinkUrl, partners: count }: { urls: string[]; sinkUrl: string; partners: number },
): Promise<House> => {
  const [databaseUrl = ''] = urls
  const cellsOf = urls.map((url, place) => `${NAMES[place]}=${url}`).join(',')
  const platform = await startPlatform(bench.cleanup, {
    databaseUrl,
    ...(urls.length > 1 && { cells: cellsOf }),
    profileTo: bench.profileTo,
  })
  const channel = await createChannel(platform)
  const called = await createCalledPartners(platform, count, sinkUrl)
  const partners = called.map(({ id }) => id)
  return { platform, platforms: [platform], channel, partners, urls }
}

const measured = async (
  house: House,
  { payments, statisticsMs }: Parts,
  concurrency: number,
): Promise<Cost> => {
  await sleep(statisticsMs)
  const before = { own: processorTime().own, load: process.cpuUsage(), count: await countOf(house) }
  await pay(house, payments, concurrency)
  const load = process.cpuUsage(before.load)
  const cpuMs = (processorTime().own - before.own) * TICK_MS - (load.user + load.system) / 1000
  await sleep(statisticsMs)
  const statements = (await countOf(house)) - before.count
  return { cpuMs: cpuMs / payments, statements: statements / payments }
}

/** The transactions of all databases of the platform. */
const countOf = async ({ urls: [url = ''], urls }: House): Promise<number> => {
  const names = urls.map((each) => `'${new URL(each).pathname.slice(1)}'`).join(', ')
  const [row] = await query<{ count: string }>(
    url,
    `select sum(xact_commit + xact_rollback) as count from pg_stat_database where datname in (${names})`,
  )
  return Number(row?.count)
}
