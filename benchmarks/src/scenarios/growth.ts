import { join } from 'node:path'
import { createDatabase, type Database } from '../../../platform/src/base/database/database.ts'
import { PAYMENTS } from '../../../platform/src/operations/retention/tables.ts'
import { makePartitions } from '../../../platform/src/operations/retention/make-partitions.ts'
import { ANY_ID } from '../../../platform/src/base/database/id-range.ts'
import { claimDeliveries } from '../../../platform/src/delivery/webhooks/queue/claim.ts'
import { startPlatform } from '../harness/platform.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { load, writeRequests } from '../harness/wrk.ts'
import { inTurn } from '../in-turn.ts'
import { atMost, median, medianRatio, milliseconds } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { makeMonths, SPREAD_MS } from '../seed/months.ts'
import { clearQuotas, FIRST_PARTNER, seedPartners, type SeededPartner } from '../seed/partners.ts'
import { paymentIdOf, referenceOf, seedPayments, TIME_BASE } from '../seed/payments.ts'

const SMALL = 10_000
const LARGE = 20_000_000
const LARGE_QUICK = 100_000

const GOAL = 1.5

const PARTNERS = 2_500

/** Few, so that the machine is not saturated: this measures latency, not throughput. */
const CONNECTIONS = 4

/** A warm-up before each turn, because the other database's turn has filled the caches. */
const WARM_UP_SECONDS = 1

const CLAIM = 256

/** Enough due deliveries for every claim of a measurement. */
const DUE = 10_000

const CLAIMS = 21

/** The first number of the due payments, beyond those of the others. */
const DUE_FROM = 1_000_000_000

/** How much slower a status call and a claim are with 500 times as many payments. */
export const growth: Scenario = {
  name: 'growth',
  about: 'p99 of a status call and the time of a claim, at 10 thousand and 20 million payments',
  tools: ['wrk'],
  isLong: true,
  run: (bench) => runGrowth(bench),
}

/** A database of one size, and its measurements. */
type House = {
  payments: number
  database: BenchDatabase
  partners: SeededPartner[]
  p99sMs: number[]
  claimsMs: number[]
}

/** Both databases exist from the beginning and take turns, so that conditions are equal. */
const runGrowth = async (bench: Bench): Promise<Row[]> => {
  const small = await makeHouse(bench, 'bench_small', SMALL)
  const large = await makeHouse(bench, 'bench_large', bench.quick ? LARGE_QUICK : LARGE)
  await measureStatus(bench, [small, large])
  await measureClaims([small, large])
  for (const { database } of [small, large]) await database.drop()
  return [
    ...rowsOf('status, p99', small, large, ({ p99sMs }) => p99sMs),
    ...rowsOf(`claim of ${CLAIM}, median`, small, large, ({ claimsMs }) => claimsMs),
  ]
}

const makeHouse = async (bench: Bench, name: string, payments: number): Promise<House> => {
  bench.log(`inserting ${payments.toLocaleString('en-US')} payments`)
  const database = await bench.postgres.createMigrated(name)
  const { client } = database
  const partners = await seedPartners(client, PARTNERS)
  const spread = { partners: PARTNERS, channelId: 1 }
  await makeMonths(client, PAYMENTS.tables)
  const times = { startMs: TIME_BASE - SPREAD_MS, stepMs: Math.floor(SPREAD_MS / payments) }
  await seedPayments(client, { ...spread, ...times, from: 0, count: payments, as: 'delivered' })
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  return { payments, database, partners, p99sMs: [], claimsMs: [] }
}

const rowsOf = (
  what: string,
  small: House,
  large: House,
  timesOf: (house: House) => number[],
): Row[] => {
  const scenario = `growth, ${what}`
  const ratio = medianRatio(timesOf(large), timesOf(small))
  const row = (house: House): Omit<Row, 'ratio' | 'goal'> => ({
    scenario,
    contestant: `${house.payments.toLocaleString('en-US')} payments`,
    result: milliseconds(median(timesOf(house))),
  })
  return [
    { ...row(small), ratio: 1, goal: null },
    { ...row(large), ratio, goal: atMost(`${GOAL} × as long`, GOAL, ratio) },
  ]
}

const measureStatus = async (bench: Bench, houses: House[]): Promise<void> => {
  const { cleanup, measure, turns, turnSeconds, log } = bench
  const started = await inTurn(houses, async (house) => {
    const options = { databaseUrl: house.database.url, profileTo: bench.profileTo }
    const platform = await startPlatform(cleanup, options)
    return { house, platform, requestsFile: await writeStatusRequests(bench, house) }
  })
  const run = async ({ house, platform, requestsFile }: (typeof started)[number]) => {
    const options = { origin: platform.origin, requestsFile, connections: CONNECTIONS }
    await clearQuotas(house.database.client)
    await load(cleanup, { ...options, seconds: WARM_UP_SECONDS })
    return load(cleanup, { ...options, seconds: turnSeconds })
  }
  // The first turn is a warm-up.
  for (let turn = 0; turn <= turns; turn += 1) {
    const loads = await measure(() => inTurn(started, run))
    log(
      `turn ${turn}, p99 of a status: ${loads.map(({ p99Ms }) => milliseconds(p99Ms)).join(', ')}`,
    )
    if (turn > 0) loads.forEach(({ p99Ms }, index) => houses[index]?.p99sMs.push(p99Ms))
  }
  for (const { platform } of started) await platform.stop()
}

/** Status calls for payments all over the table, each with another partner's key. */
const writeStatusRequests = (bench: Bench, { payments, partners }: House): Promise<string> => {
  const each = payments / partners.length
  return writeRequests(
    join(bench.folder, `growth-${payments}.tsv`),
    Array.from({ length: Math.min(payments, 100_000) }, (_, index) => {
      const partner = index % partners.length
      // A prime step visits a partner's payments in an order that no cache predicts.
      const number = partner + partners.length * ((index * 7_919) % each)
      const path = `/partner/payments/v1/${referenceOf(number)}/status`
      return { method: 'GET' as const, path, key: partners[partner]?.key ?? '' }
    }),
  )
}

/** Runs the dispatcher's claim on a table full of finished deliveries. */
const measureClaims = async (houses: House[]): Promise<void> => {
  const opened = await inTurn(houses, async ({ database: { client, url }, claimsMs }) => {
    const spread = { partners: PARTNERS, channelId: 1 }
    // Opened lately, as what a claim looks for is.
    const lately = { from: DUE_FROM, startMs: TIME_BASE - DUE_FROM }
    await seedPayments(client, { ...spread, ...lately, count: DUE, as: 'due' })
    await client.query('vacuum analyze webhook_deliveries, webhook_events, payments')
    const database = createDatabase(url)
    await makePartitions(database.pool)
    return { database, claimsMs }
  })
  for (let claim = 0; claim < CLAIMS; claim += 1) {
    await inTurn(opened, async ({ database, claimsMs }) => {
      claimsMs.push(await claimMs(database, FIRST_PARTNER + claim * 70))
    })
  }
  for (const { database } of opened) await database.close()
}

const claimMs = async ({ claims }: Database, afterPartner: number): Promise<number> => {
  const startedMs = performance.now()
  const { deliveries } = await claimDeliveries(claims, {
    limit: CLAIM,
    afterPartner,
    partnerLimit: 32,
    free: new Map(),
    ids: [paymentIdOf(0, 0), ANY_ID[1]],
    idsEndAt: new Date(),
  })
  const durationMs = performance.now() - startedMs
  if (deliveries.length !== CLAIM)
    throw new Error(`expected ${CLAIM} claimed deliveries, received ${deliveries.length}`)
  return durationMs
}
