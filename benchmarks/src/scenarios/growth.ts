import { join } from 'node:path'
import { createDatabase, type Database } from '../../../platform/src/base/database/database.ts'
import { makePartitions } from '../../../platform/src/operations/retention/make-partitions.ts'
import { ANY_ID } from '../../../platform/src/base/database/id-range.ts'
import { claimDeliveries } from '../../../platform/src/delivery/webhooks/queue/claim.ts'
import { startPlatform } from '../harness/platform.ts'
import { load, writeRequests } from '../harness/wrk.ts'
import { inTurn } from '../in-turn.ts'
import { atMost, median, medianRatio, milliseconds } from '../measure.ts'
import { MONTHS } from '../options.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { clearQuotas, FIRST_PARTNER } from '../seed/partners.ts'
import {
  paymentIdOf,
  referenceOf,
  removeSeeded,
  seedPayments,
  TIME_BASE,
} from '../seed/payments.ts'
import { fillKept, makeHouse, openKept, type House } from './growth-house.ts'

/** How many payments each has, how often is claimed, and what sends the status calls. */
export type Parts = {
  small: number
  large: number
  claims: number
  load: typeof load
  warmUpSeconds: number
}

/** A warm-up comes before each turn, because the other database's turn has filled the caches. */
const FULL: Parts = { small: 10_000, large: 20_000_000, claims: 21, load, warmUpSeconds: 1 }
const QUICK: Parts = { ...FULL, large: 100_000 }

const GOAL = 1.5

const PARTNERS = 2_500

/** Few, so that the machine is not saturated: this measures latency, not throughput. */
const CONNECTIONS = 4

const CLAIM = 256

/** For each claim, so many deliveries are due. */
const DUE = 480

/** The first number of the due payments, beyond those of the others. */
export const DUE_FROM = 1_000_000_000

/** How much slower a status call and a claim are with 500 times as many payments. */
export const growth: Scenario = {
  name: 'growth',
  about: 'p99 of a status call and the time of a claim, at 10 thousand and 20 million payments',
  tools: ['wrk'],
  isLong: true,
  run: (bench) => runGrowth(bench, bench.quick ? QUICK : FULL),
}

/**
 * Both databases exist from the beginning and take turns, so that conditions are equal. A kept database
 * that lacks months is only filled.
 */
export const runGrowth = async (bench: Bench, parts: Parts): Promise<Row[]> => {
  const { kept } = bench
  const size = { payments: parts.large, partners: PARTNERS }
  const rows: Row[] = []
  if (kept !== null) {
    rows.push(await fillKept(bench, { ...size, month: kept.month }))
    if (kept.month < MONTHS) return rows
  }
  const small = await makeHouse(bench, 'bench_small', { ...size, payments: parts.small })
  const large = await (kept === null
    ? makeHouse(bench, 'bench_large', size)
    : openKept(bench, parts.large))
  await measureStatus(bench, [small, large], parts)
  await measureClaims([small, large], parts.claims)
  await small.database.drop()
  await (kept === null ? large.database.drop() : large.database.disconnect())
  return [
    ...rows,
    ...rowsOf('status, p99', small, large, ({ p99sMs }) => p99sMs),
    ...rowsOf(`claim of ${CLAIM}, median`, small, large, ({ claimsMs }) => claimsMs),
  ]
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

const measureStatus = async (
  bench: Bench,
  houses: House[],
  { load: send, warmUpSeconds }: Parts,
): Promise<void> => {
  const { cleanup, measure, turns, turnSeconds, log } = bench
  const started = await inTurn(houses, async (house) => {
    const options = { databaseUrl: house.database.url, profileTo: bench.profileTo }
    const platform = await startPlatform(cleanup, options)
    return { house, platform, requestsFile: await writeStatusRequests(bench, house) }
  })
  const run = async ({ house, platform, requestsFile }: (typeof started)[number]) => {
    const options = { origin: platform.origin, requestsFile, connections: CONNECTIONS }
    await clearQuotas(house.database.client)
    await send(cleanup, { ...options, seconds: warmUpSeconds })
    return send(cleanup, { ...options, seconds: turnSeconds })
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
const measureClaims = async (houses: House[], claims: number): Promise<void> => {
  const due = claims * DUE
  const opened = await inTurn(houses, async ({ database: { client, url }, claimsMs }) => {
    const spread = { partners: PARTNERS, channelId: 1 }
    await removeSeeded(client, DUE_FROM, due)
    // Opened lately, as what a claim looks for is.
    const lately = { from: DUE_FROM, startMs: TIME_BASE - DUE_FROM }
    await seedPayments(client, { ...spread, ...lately, count: due, as: 'due' })
    await client.query('vacuum analyze webhook_deliveries, webhook_events, payments')
    const database = createDatabase(url)
    await makePartitions(database.pool)
    return { database, claimsMs }
  })
  for (let claim = 0; claim < claims; claim += 1) {
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
