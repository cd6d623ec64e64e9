import { join } from 'node:path'
import { nextMessage, startProgram } from '../harness/child.ts'
import { holdDeliveries } from '../harness/hold-deliveries.ts'
import { pgbench } from '../harness/pgbench.ts'
import { startPlatform, type Platform } from '../harness/platform.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { load, writeRequests, type LoadRequest } from '../harness/wrk.ts'
import { median, medianRatio, perSecond } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { createCalledPartners, createChannel, type SeededChannel } from '../seed/called.ts'
import { AMOUNT, createQrCodes } from '../seed/qr-codes.ts'

const PARTNERS = 20
const CODES_OF_EACH = 10

const CONCURRENCY = 32

/** More payments than anything opens in a second here. */
const RATE_MAX = 20_000

/** A static QR code scanned and a payment opened by it: two requests, counted as one. */
export const scan: Scenario = {
  name: 'scan',
  about: 'GET /channel/v1/qr-codes/{token}, then POST …/payments: amounts read, payment committed',
  tools: ['wrk', 'pgbench'],
  run: runScan,
}

type House = {
  bench: Bench
  database: BenchDatabase
  platform: Platform
  channel: SeededChannel
  tokens: string[]
  /** Numbers that one run may use up. */
  slice: number
  /** The first number of the next run. */
  nextSlice: () => number
}

async function runScan(bench: Bench): Promise<Row[]> {
  const { cleanup, postgres, rounds, seconds, measure, log, profileTo } = bench
  const database = await postgres.createMigrated('bench_scan')
  const sinkProgram = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sinkProgram, 10_000)
  const platform = await startPlatform(cleanup, { databaseUrl: database.url, profileTo })
  const channel = await createChannel(platform)
  const partners = await createCalledPartners(platform, PARTNERS, `http://127.0.0.1:${port}`)
  const tokens = await createQrCodes(platform, database.client, partners, CODES_OF_EACH)
  const slice = RATE_MAX * seconds
  let used = 0
  const nextSlice = (): number => slice * used++
  const house = { bench, database, platform, channel, tokens, slice, nextSlice }
  const release = await holdDeliveries(database.url)
  // Code that has just started is slow, and the first scan of each code is written down.
  await scanByPlatform(house)

  const floor: number[] = []
  const ours: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const [bare, full] = await measure(
      async () => [await scanByPgbench(house), await scanByPlatform(house)] as const,
    )
    floor.push(bare)
    ours.push(full)
    log(`round ${round + 1}: ${perSecond(bare)} pgbench, ${perSecond(full)} Wasl`)
  }
  await release()
  await platform.stop()
  await sinkProgram.stop()
  await database.drop()

  const scenario = `scan and open, ${CONCURRENCY} at a time`
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
      note: 'scan: one scan and one payment each; the floor makes the same two statements by hand. Deliveries are held back for both.',
    },
    row('Wasl over HTTP', ours),
  ]
}

const scanByPgbench = async (house: House): Promise<number> => {
  const { bench, database, channel, tokens, slice, nextSlice } = house
  await database.client.query('checkpoint')
  const { rate } = await pgbench(bench.cleanup, {
    url: database.url,
    script: 'scan.sql',
    clients: CONCURRENCY,
    seconds: bench.seconds,
    variables: {
      first: nextSlice(),
      slice: Math.floor(slice / CONCURRENCY),
      next: -1,
      codes: tokens.length,
      channel: channel.channelId,
    },
  })
  return rate
}

const scanByPlatform = async (house: House): Promise<number> => {
  const { bench, database, platform, channel, tokens } = house
  const body = JSON.stringify({ amount: AMOUNT })
  // The list may be walked more than once: any code may be paid any number of times.
  const requestsFile = await writeRequests(
    join(bench.folder, 'scan.tsv'),
    tokens.flatMap((token): LoadRequest[] => {
      const path = `/channel/v1/qr-codes/${token}`
      const key = channel.apiKey
      return [
        { method: 'GET', path, key },
        { method: 'POST', path: `${path}/payments`, key, body },
      ]
    }),
  )
  await database.client.query('checkpoint')
  const before = await countPayments(database)
  const { rate, requests } = await load(bench.cleanup, {
    origin: platform.origin,
    requestsFile,
    connections: CONCURRENCY,
    seconds: bench.seconds,
  })
  const opened = (await countPayments(database)) - before
  // Requests whose answers came too late to count are at most one for each connection.
  if (Math.abs(opened - requests / 2) > CONCURRENCY) {
    throw new Error(`${requests} requests, every other one a payment, opened ${opened} payments`)
  }
  return rate / 2
}

const countPayments = async ({ client }: BenchDatabase): Promise<number> => {
  const { rows } = await client.query<{ count: string }>('select count(*) from payments')
  return Number(rows[0]?.count)
}
