import { migrate } from '../../../platform/src/base/database/migrate.ts'
import { nextMessage, startProgram } from '../harness/child.ts'
import { pay, type PayingHouse } from '../harness/paying.ts'
import { startPlatform, type Platform } from '../harness/platform.ts'
import { processorTime } from '../harness/processor-time.ts'
import { query, startSetPostgres } from '../harness/set-postgres.ts'
import { untilDelivered } from '../harness/until-delivered.ts'
import { atMost, median, medianRatio } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { createCalledPartners, createChannel } from '../seed/called.ts'

const PARTNERS = 48

const ALL = 'api,dispatch,periodic'

/** The processes of each, by their roles. */
type Installations = Record<string, readonly string[]>

const INSTALLATIONS: Installations = {
  '1 process (floor)': [ALL],
  '2 processes': [ALL, ALL],
  '4 processes': [ALL, ALL, ALL, ALL],
  '2 of the APIs, 1 for the rest': ['api', 'api', 'dispatch,periodic'],
}

const FLOOR = '1 process (floor)'

const CONCURRENCY = 32

/**
 * The same load on all processes together, which makes the batches of each smaller; the same load on each
 * process that has the APIs, which is why somebody starts another one; and nothing that fits into a batch.
 */
const LOADS = [
  { load: '32 at a time', concurrencyOf: () => CONCURRENCY, share: 1 },
  { load: '32 for each process', concurrencyOf: (count: number) => CONCURRENCY * count, share: 1 },
  { load: 'one at a time', concurrencyOf: () => 1, share: 1 / 4 },
] as const

const PAYMENTS = 4_000
const PAYMENTS_QUICK = 400

/** The contestants, how many partners are paid, and the payments of a round. */
export type Parts = { installations: Installations; partners: number; payments: number }

const TICK_MS = 10

const CLAIMS_GOAL = 2.2
const CPU_GOAL = 1.15

const NOTE =
  'processes: all on one machine and one database, so that only the cost of more processes is seen. ' +
  'Processor time is that of PostgreSQL, the platform and the partners, without the load. Each payment is ' +
  'opened in one process and confirmed in the next one.'

/** Four processes with all roles need 120 connections. */
const SETTINGS = [`shared_preload_libraries = 'pg_stat_statements'`, 'max_connections = 200']

/** The price of a payment when several processes share a database. */
export const processes: Scenario = {
  name: 'processes',
  about: 'a payment opened, confirmed and delivered by 1, 2 and 4 processes on one database',
  tools: [],
  isLong: true,
  run: (bench) =>
    runProcesses(bench, {
      installations: INSTALLATIONS,
      partners: PARTNERS,
      payments: bench.quick ? PAYMENTS_QUICK : PAYMENTS,
    }),
}

/** Of one payment. `ms` is how long all took, divided by their number: an idle second has two claims. */
type Cost = { cpuMs: number; claims: number; statements: number; ms: number }

type House = PayingHouse & { all: Platform[]; url: string }

/** By the load and the installation. */
type Costs = Map<string, Cost[]>

export const runProcesses = async (
  bench: Bench,
  { installations, partners, payments }: Parts,
): Promise<Row[]> => {
  const { cleanup, rounds, log } = bench
  const serverUrl = await startSetPostgres(cleanup, SETTINGS)
  await createTemplate(serverUrl)
  const sink = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sink)
  const costs: Costs = new Map()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, roles] of Object.entries(installations)) {
      const url = await createStore(serverUrl)
      const house = await openHouse(bench, {
        url,
        roles,
        partners,
        sink: `http://127.0.0.1:${port}/`,
      })
      await pay(house, Math.ceil(payments / 8), CONCURRENCY)
      for (const { load, concurrencyOf, share } of LOADS) {
        const concurrency = concurrencyOf(house.platforms.length)
        const cost = await measured(house, Math.ceil(payments * share), concurrency)
        const key = `${load} ${name}`
        costs.set(key, [...(costs.get(key) ?? []), cost])
        const { cpuMs, claims, statements, ms } = cost
        log(
          `round ${round + 1}, ${load}, ${name}: ${cpuMs.toFixed(2)} ms, ${claims.toFixed(2)} claims, ` +
            `${statements.toFixed(1)} statements, one each ${ms.toFixed(0)} ms`,
        )
      }
      await Promise.all(house.all.map((platform) => platform.stop()))
    }
  }
  await sink.stop()
  return LOADS.flatMap(({ load }) =>
    Object.keys(installations).flatMap((name) => rowsOf(costs, load, name)),
  )
}

const rowsOf = (all: Costs, load: string, name: string): Row[] => {
  const costs = all.get(`${load} ${name}`) ?? []
  const alone = all.get(`${load} ${FLOOR}`) ?? []
  const isFloor = name === FLOOR
  const scenario = (what: string): string => `processes, ${load}: ${what} of a payment`
  const cpu = medianRatio(
    costs.map(({ cpuMs }) => cpuMs),
    alone.map(({ cpuMs }) => cpuMs),
  )
  const claims = median(costs.map((cost) => cost.claims))
  const statements = median(costs.map((cost) => cost.statements))
  return [
    {
      scenario: scenario('processor time'),
      contestant: name,
      result: `${median(costs.map(({ cpuMs }) => cpuMs)).toFixed(2)} ms`,
      ratio: cpu,
      goal: isFloor ? null : atMost(`${CPU_GOAL} of 1 process`, CPU_GOAL, cpu),
      ...(isFloor && { note: NOTE }),
    },
    {
      scenario: scenario('claims'),
      contestant: name,
      result: `${claims.toFixed(2)} (of ${statements.toFixed(1)} statements)`,
      ratio: null,
      goal: atMost(`${CLAIMS_GOAL}`, CLAIMS_GOAL, claims),
    },
  ]
}

const TEMPLATE = 'bench_template'

/** Of every contestant's database: migrations take longer than a copy. */
const createTemplate = async (serverUrl: string): Promise<void> => {
  await query(serverUrl, `create database ${TEMPLATE}`)
  const url = inDatabase(serverUrl, TEMPLATE)
  await migrate(url, { info: () => undefined, warn: console.error, error: console.error })
  await query(url, 'create extension pg_stat_statements')
}

const createStore = async (serverUrl: string): Promise<string> => {
  await query(serverUrl, 'drop database if exists bench_processes with (force)')
  await query(serverUrl, `create database bench_processes template ${TEMPLATE}`)
  return inDatabase(serverUrl, 'bench_processes')
}

const inDatabase = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

const openHouse = async (
  bench: Bench,
  asked: { url: string; roles: readonly string[]; partners: number; sink: string },
): Promise<House> => {
  const { url, roles: installation } = asked
  const all: Platform[] = []
  for (const roles of installation) {
    const options = { databaseUrl: url, roles, profileTo: bench.profileTo }
    all.push(await startPlatform(bench.cleanup, options))
  }
  const platforms = all.filter((_, place) => installation[place]?.includes('api'))
  const [first] = platforms as [Platform]
  const channel = await createChannel(first)
  const partners = await createCalledPartners(first, asked.partners, asked.sink)
  return { all, platforms, channel, partners: partners.map(({ id }) => id), url }
}

const measured = async (house: House, payments: number, concurrency: number): Promise<Cost> => {
  await untilDelivered(house.url)
  await query(house.url, 'select pg_stat_statements_reset()')
  const before = { own: processorTime().own, load: process.cpuUsage(), ms: performance.now() }
  await pay(house, payments, concurrency)
  await untilDelivered(house.url)
  const load = process.cpuUsage(before.load)
  const cpuMs = (processorTime().own - before.own) * TICK_MS - (load.user + load.system) / 1000
  const [counts] = await query<{ claims: string; statements: string }>(house.url, COUNTS)
  return {
    cpuMs: cpuMs / payments,
    ms: (performance.now() - before.ms) / payments,
    claims: Number(counts?.claims) / payments,
    statements: Number(counts?.statements) / payments,
  }
}

/** The statement that claims is known by the name of its first part. */
const COUNTS = `
  select coalesce(sum(calls) filter (where query like '%recursive waiting_partners%'), 0) as claims,
    sum(calls) as statements
  from pg_stat_statements
  where dbid = (select oid from pg_database where datname = current_database()) and toplevel
    and query not like '%pg_stat_statements%'`
