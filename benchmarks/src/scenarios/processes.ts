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
const INSTALLATIONS: Record<string, readonly string[]> = {
  '1 process (floor)': [ALL],
  '2 processes': [ALL, ALL],
  '4 processes': [ALL, ALL, ALL, ALL],
  '2 of the APIs, 1 for the rest': ['api', 'api', 'dispatch,periodic'],
}

const FLOOR = '1 process (floor)'

const LOADS = [
  { load: '32 at a time', concurrency: 32, payments: 4_000 },
  { load: 'one at a time', concurrency: 1, payments: 1_000 },
] as const

const PAYMENTS_QUICK = 200

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
  run: (bench) => runProcesses(bench),
}

/** Of one payment. `ms` is how long all took, divided by their number: an idle second has two claims. */
type Cost = { cpuMs: number; claims: number; statements: number; ms: number }

type House = PayingHouse & { all: Platform[]; url: string }

/** By the load and the installation. */
type Costs = Map<string, Cost[]>

const runProcesses = async (bench: Bench): Promise<Row[]> => {
  const { cleanup, rounds, quick, log } = bench
  const serverUrl = await startSetPostgres(cleanup, SETTINGS)
  const sink = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sink, 10_000)
  const costs: Costs = new Map()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, roles] of Object.entries(INSTALLATIONS)) {
      const url = await createStore(serverUrl)
      const house = await openHouse(bench, url, roles, `http://127.0.0.1:${port}/`)
      await pay(house, quick ? 50 : 500, 32)
      for (const { load, concurrency, payments } of LOADS) {
        const cost = await measured(house, quick ? PAYMENTS_QUICK : payments, concurrency)
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
    Object.keys(INSTALLATIONS).flatMap((name) => rowsOf(costs, load, name)),
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

const createStore = async (serverUrl: string): Promise<string> => {
  await query(serverUrl, 'drop database if exists bench_processes with (force)')
  await query(serverUrl, 'create database bench_processes')
  const url = new URL(serverUrl)
  url.pathname = '/bench_processes'
  await migrate(url.href, { info: () => undefined, warn: console.error, error: console.error })
  await query(url.href, 'create extension pg_stat_statements')
  return url.href
}

const openHouse = async (
  bench: Bench,
  url: string,
  installation: readonly string[],
  sink: string,
): Promise<House> => {
  const all: Platform[] = []
  for (const roles of installation) {
    const options = { databaseUrl: url, roles, profileTo: bench.profileTo }
    all.push(await startPlatform(bench.cleanup, options))
  }
  const platforms = all.filter((_, place) => installation[place]?.includes('api'))
  const [first] = platforms as [Platform]
  const channel = await createChannel(first)
  const partners = await createCalledPartners(first, PARTNERS, sink)
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
