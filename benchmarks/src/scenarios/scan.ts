import { join } from 'node:path'
import { compareRuns } from '../compare-runs.ts'
import { openChannelHouse, type ChannelHouse } from '../harness/channel-house.ts'
import { holdDeliveries } from '../harness/hold-deliveries.ts'
import { pgbench } from '../harness/pgbench.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { load, writeRequests, type LoadRequest } from '../harness/wrk.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'

import { AMOUNT, createQrCodes } from '../seed/qr-codes.ts'

const PARTNERS = 20
const CODES_OF_EACH = 10

const CONCURRENCY = 32

const NOTE =
  'scan: one scan and one payment each. The floor runs two hand-written statements with the same effect. Deliveries are held back for both.'

/** A channel scans a static QR code and opens a payment: two requests, counted as one. */
export const scan: Scenario = {
  name: 'scan',
  about: 'GET /channel/v1/qr-codes/{token}, then POST …/payments: amounts read, payment committed',
  tools: ['wrk', 'pgbench'],
  run: (bench) => runScan(bench),
}

type House = ChannelHouse & { tokens: string[] }

const runScan = async (bench: Bench): Promise<Row[]> => {
  const channelHouse = await openChannelHouse(bench, 'bench_scan', PARTNERS)
  const { platform, database, partners, close } = channelHouse
  const tokens = await createQrCodes(platform, database.client, partners, CODES_OF_EACH)
  const house = { ...channelHouse, tokens }
  const release = await holdDeliveries(database.url)
  // A warm-up that does not count: code that has just started is slow, and a first scan is recorded.
  await scanByPlatform(house)
  const rows = await compareRuns(bench, `scan and open, ${CONCURRENCY} at a time`, [
    {
      contestant: `pgbench, ${CONCURRENCY} clients (floor)`,
      rate: () => scanByPgbench(house),
      note: NOTE,
    },
    { contestant: 'Wasl over HTTP', rate: () => scanByPlatform(house) },
  ])
  await release()
  await close()
  return rows
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
  // The load may reach the end of the list and start again: a code can be paid any number of times.
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
  // Requests in flight at the end are not counted: at most one for each connection.
  if (Math.abs(opened - requests / 2) > CONCURRENCY) {
    throw new Error(`expected one payment for every two of ${requests} requests, found ${opened}`)
  }
  return rate / 2
}

const countPayments = async ({ client }: BenchDatabase): Promise<number> => {
  const { rows } = await client.query<{ count: string }>('select count(*) from payments')
  return Number(rows[0]?.count)
}
