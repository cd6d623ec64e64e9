import { join } from 'node:path'
import { createDatabase } from '../../../platform/src/database/database.ts'
import { claimDeliveries } from '../../../platform/src/webhooks/claim.ts'
import { ensureAttemptPartitions } from '../../../platform/src/webhooks/partitions.ts'
import { startPlatform } from '../harness/platform.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { load, writeRequests } from '../harness/wrk.ts'
import { atMost, median, milliseconds } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { clearQuotas, FIRST_PARTNER, seedPartners, type SeededPartner } from '../seed/partners.ts'
import { referenceOf, seedPayments } from '../seed/payments.ts'

const SMALL = 10_000
const LARGE = 5_000_000
const LARGE_QUICK = 100_000

const GOAL = 1.5

const PARTNERS = 2_500

/** Few enough to leave the machine room: this asks how long one call takes, not how many fit. */
const CONNECTIONS = 4

const CLAIM = 256

/** Room for every claim of a measurement. */
const DUE = 10_000

const CLAIMS = 21

/** What a hundred times more history costs a status call and a claim. */
export const growth: Scenario = {
  name: 'growth',
  about: 'p99 of a status call and the time of a claim, at 10 thousand and 5 million payments',
  tools: ['wrk'],
  isLong: true,
  run: runGrowth,
}

type Size = { payments: number; statusP99Ms: number; claimMs: number }

async function runGrowth(bench: Bench): Promise<Row[]> {
  const large = bench.quick ? LARGE_QUICK : LARGE
  const database = await bench.postgres.createMigrated('bench_growth')
  const partners = await seedPartners(database.client, PARTNERS)
  const sizes: Size[] = []
  let seeded = 0
  for (const payments of [SMALL, large]) {
    bench.log(`making ${(payments - seeded).toLocaleString('en-US')} payments`)
    await seedPayments(database.client, {
      from: seeded,
      count: payments - seeded,
      partners: PARTNERS,
      channelId: 1,
      as: 'delivered',
    })
    seeded = payments
    await database.client.query('vacuum analyze')
    await database.client.query('checkpoint')
    sizes.push({
      payments,
      statusP99Ms: await statusP99Ms(bench, database, partners, payments),
      claimMs: await claimMs(database, payments),
    })
    bench.log(JSON.stringify(sizes.at(-1)))
  }
  await database.drop()
  const [small, big] = sizes as [Size, Size]
  return [
    ...rowsOf('status, p99', small, big, (size) => size.statusP99Ms),
    ...rowsOf(`claim of ${CLAIM}, median`, small, big, (size) => size.claimMs),
  ]
}

const rowsOf = (what: string, small: Size, big: Size, msOf: (size: Size) => number): Row[] => {
  const scenario = `growth, ${what}`
  const ratio = msOf(big) / msOf(small)
  const contestant = ({ payments }: Size): string => `${payments.toLocaleString('en-US')} payments`
  return [
    {
      scenario,
      contestant: contestant(small),
      result: milliseconds(msOf(small)),
      ratio: 1,
      goal: null,
    },
    {
      scenario,
      contestant: contestant(big),
      result: milliseconds(msOf(big)),
      ratio,
      goal: atMost(`${GOAL} × as long`, GOAL, ratio),
    },
  ]
}

/** Statuses of payments all over the table, each call with another partner's key. */
const statusP99Ms = async (
  bench: Bench,
  database: BenchDatabase,
  partners: SeededPartner[],
  payments: number,
): Promise<number> => {
  const each = payments / partners.length
  const requestsFile = await writeRequests(
    join(bench.folder, 'growth.tsv'),
    Array.from({ length: Math.min(payments, 100_000) }, (_, index) => {
      const partner = index % partners.length
      // A prime step walks over a partner's payments in no order that a cache could guess.
      const number = partner + partners.length * ((index * 7_919) % each)
      const path = `/partner/payments/v1/${referenceOf(number)}/status`
      return { method: 'GET' as const, path, key: partners[partner]?.key ?? '' }
    }),
  )
  const platform = await startPlatform(bench.cleanup, {
    databaseUrl: database.url,
    profileTo: bench.profileTo,
  })
  const runs: number[] = []
  // The first run warms the process up.
  for (let round = 0; round <= bench.rounds; round += 1) {
    const { p99Ms } = await bench.measure(async () => {
      await clearQuotas(database.client)
      return load(bench.cleanup, {
        origin: platform.origin,
        requestsFile,
        connections: CONNECTIONS,
        seconds: bench.seconds,
      })
    })
    if (round > 0) runs.push(p99Ms)
  }
  await platform.stop()
  return median(runs)
}

/** The dispatcher's own statement, among so many deliveries that are done. */
const claimMs = async ({ client, url }: BenchDatabase, payments: number): Promise<number> => {
  await seedPayments(client, {
    from: DUE_FROM + payments,
    count: DUE,
    partners: PARTNERS,
    channelId: 1,
    as: 'due',
  })
  await client.query('vacuum analyze webhook_deliveries, webhook_events, payments')
  const database = createDatabase(url)
  await ensureAttemptPartitions(database.pool)
  const times: number[] = []
  for (let claim = 0; claim < CLAIMS; claim += 1) {
    const startedMs = performance.now()
    const { deliveries } = await claimDeliveries(database.claims, {
      limit: CLAIM,
      afterPartner: FIRST_PARTNER + claim * 70,
      partnerLimit: 32,
      free: new Map(),
    })
    times.push(performance.now() - startedMs)
    if (deliveries.length !== CLAIM)
      throw new Error(`${deliveries.length} of ${CLAIM} were claimed`)
  }
  await database.close()
  await client.query('update webhook_deliveries set due_at = null where due_at is not null')
  return median(times)
}

/** Numbers of the due payments, away from those of the others. */
const DUE_FROM = 1_000_000_000
