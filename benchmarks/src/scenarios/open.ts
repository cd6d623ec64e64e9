import { join } from 'node:path'
import { nextMessage, startProgram } from '../harness/child.ts'
import { holdDeliveries } from '../harness/hold-deliveries.ts'
import { pgbench } from '../harness/pgbench.ts'
import { startPlatform, type Platform } from '../harness/platform.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { load, writeRequests } from '../harness/wrk.ts'
import { median, medianRatio, perSecond } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { createCalledPartners, createChannel, type SeededChannel } from '../seed/called.ts'

const PARTNERS = 50

const CONCURRENCY = 32

/** More payments than anything opens in a second here; keeps the runs' references apart. */
const RATE_MAX = 20_000

/** Payments opened by a channel: the partner is asked for each. */
export const open: Scenario = {
  name: 'open',
  about: 'POST /channel/v1/payments: key checked, partner asked, reference locked, committed',
  tools: ['wrk', 'pgbench'],
  run: runOpen,
}

type House = {
  bench: Bench
  database: BenchDatabase
  platform: Platform
  channel: SeededChannel
  partners: number[]
  /** The partners' own origin. */
  sink: string
  /** Numbers that one run may use up. */
  slice: number
  /** The first number of the next run. */
  nextSlice: () => number
}

async function runOpen(bench: Bench): Promise<Row[]> {
  const { cleanup, postgres, rounds, seconds, measure, log, profileTo } = bench
  const database = await postgres.createMigrated('bench_open')
  const sinkProgram = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sinkProgram, 10_000)
  const sink = `http://127.0.0.1:${port}`
  const platform = await startPlatform(cleanup, { databaseUrl: database.url, profileTo })
  const channel = await createChannel(platform)
  const partners = await createCalledPartners(platform, PARTNERS, sink)
  const slice = RATE_MAX * seconds
  let used = 0
  const nextSlice = (): number => slice * used++
  const house = { bench, database, platform, channel, partners, sink, slice, nextSlice }
  const release = await holdDeliveries(database.url)
  // Code that has just started is slow: it has run for a while before anything counts.
  await openByPlatform(house)

  const floor: number[] = []
  const loop: number[] = []
  const ours: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [bare, plain, full] = await measure(
      async () =>
        [await openByPgbench(house), await openByLoop(house), await openByPlatform(house)] as const,
    )
    floor.push(bare)
    loop.push(plain)
    ours.push(full)
    const rates = [floor, loop, ours].map((rate) => perSecond(rate[round] ?? 0))
    log(`round ${round + 1}: ${rates[0]} pgbench, ${rates[1]} loop, ${rates[2]} Wasl`)
  }
  await release()
  await platform.stop()
  await sinkProgram.stop()
  await database.drop()

  const scenario = `open, ${CONCURRENCY} at a time`
  const row = (contestant: string, rates: number[]): Row => ({
    scenario,
    contestant,
    result: perSecond(median(rates)),
    ratio: medianRatio(rates, floor),
    goal: null,
  })
  return [
    {
      ...row(`pgbench, ${CONCURRENCY} clients (floor)`, floor),
      note: 'open: the floor writes what an opening writes and asks nobody; the plain loop asks the partner and writes the same, without HTTP in front. Deliveries are held back for all.',
    },
    row('plain loop, undici and pg.Pool', loop),
    row('Wasl over HTTP', ours),
  ]
}

const openByPgbench = async (house: House): Promise<number> => {
  const { bench, database, channel, slice, nextSlice } = house
  await database.client.query('checkpoint')
  const { rate } = await pgbench(bench.cleanup, {
    url: database.url,
    script: 'open.sql',
    clients: CONCURRENCY,
    seconds: bench.seconds,
    variables: {
      first: nextSlice(),
      slice: Math.floor(slice / CONCURRENCY),
      next: -1,
      partners: PARTNERS,
      channel: channel.channelId,
    },
  })
  return rate
}

const openByLoop = async (house: House): Promise<number> => {
  const { bench, database, channel, sink, nextSlice } = house
  await database.client.query('checkpoint')
  const loop = startProgram(bench.cleanup, 'raw-opens', {
    url: database.url,
    origin: sink,
    concurrency: CONCURRENCY,
    partners: PARTNERS,
    channelId: channel.channelId,
  })
  await nextMessage(loop, 10_000)
  loop.process.send({ first: nextSlice(), seconds: bench.seconds })
  const { rate } = await nextMessage<{ rate: number }>(loop, bench.seconds * 1000 + 30_000)
  await loop.stop()
  return rate
}

const openByPlatform = async (house: House): Promise<number> => {
  const { bench, database, platform, channel, partners, slice, nextSlice } = house
  const first = nextSlice()
  const requestsFile = await writeRequests(
    join(bench.folder, 'open.tsv'),
    Array.from({ length: slice }, (_, index) => ({
      method: 'POST' as const,
      path: '/channel/v1/payments',
      key: channel.apiKey,
      body: JSON.stringify({
        partnerId: `prt_${partners[index % partners.length]}`,
        reference: `wasl-${first + index}`,
      }),
    })),
  )
  await database.client.query('checkpoint')
  const { rate, requests } = await load(bench.cleanup, {
    origin: platform.origin,
    requestsFile,
    connections: CONCURRENCY,
    seconds: bench.seconds,
  })
  if (requests > slice)
    throw new Error(`${requests} openings came to the end of ${slice} references`)
  return rate
}
