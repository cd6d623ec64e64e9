import { join } from 'node:path'
import { compareRuns } from '../compare-runs.ts'
import { openChannelHouse, type ChannelHouse } from '../harness/channel-house.ts'
import { nextMessage, startProgram } from '../harness/child.ts'
import { holdDeliveries } from '../harness/hold-deliveries.ts'
import { pgbench } from '../harness/pgbench.ts'
import { load, writeRequests } from '../harness/wrk.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'

const PARTNERS = 50

const CONCURRENCY = 32

const NOTE =
  'open: the floor writes the rows of an opening and calls no partner. The plain loop calls the partner and writes the same rows, without an HTTP server. Deliveries are held back for all.'

/** A channel opens payments. The platform calls the partner for each. */
export const open: Scenario = {
  name: 'open',
  about: 'POST /channel/v1/payments: key checked, partner asked, reference locked, committed',
  tools: ['wrk', 'pgbench'],
  run: (bench) => runOpen(bench),
}

const runOpen = async (bench: Bench): Promise<Row[]> => {
  const house = await openChannelHouse(bench, 'bench_open', PARTNERS)
  const release = await holdDeliveries(house.database.url)
  // A warm-up that does not count, because code that has just started is slow.
  await openByPlatform(house)
  const rows = await compareRuns(bench, `open, ${CONCURRENCY} at a time`, [
    {
      contestant: `pgbench, ${CONCURRENCY} clients (floor)`,
      rate: () => openByPgbench(house),
      note: NOTE,
    },
    { contestant: 'plain loop, undici and pg.Pool', rate: () => openByLoop(house) },
    { contestant: 'Wasl over HTTP', rate: () => openByPlatform(house) },
  ])
  await release()
  await house.close()
  return rows
}

const openByPgbench = async (house: ChannelHouse): Promise<number> => {
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

const openByLoop = async (house: ChannelHouse): Promise<number> => {
  const { bench, database, channel, sink, nextSlice } = house
  await database.client.query('checkpoint')
  const loop = startProgram(bench.cleanup, 'raw-opens', {
    url: database.url,
    origin: sink,
    concurrency: CONCURRENCY,
    partners: PARTNERS,
    channelId: channel.channelId,
  })
  await nextMessage(loop)
  loop.process.send({ first: nextSlice(), seconds: bench.seconds })
  const { rate } = await nextMessage<{ rate: number }>(loop, bench.seconds * 1000 + 30_000)
  await loop.stop()
  return rate
}

const openByPlatform = async (house: ChannelHouse): Promise<number> => {
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
    throw new Error(
      `expected at most ${slice} openings, one for each reference, received ${requests}`,
    )
  return rate
}
