import { join } from 'node:path'
import { nextMessage, startProgram } from '../harness/child.ts'
import { holdDeliveries } from '../harness/hold-deliveries.ts'
import { pgbench } from '../harness/pgbench.ts'
import { startPlatform, type Platform } from '../harness/platform.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { load, writeRequests, type Load } from '../harness/wrk.ts'
import { atLeast, median, medianRatio, perSecond } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { createCalledPartners, createChannel, type SeededChannel } from '../seed/called.ts'
import { partnerOf, paymentIdOf, seedPayments, TIME_BASE } from '../seed/payments.ts'

const PARTNERS = 50

const CONNECTIONS = 32

const CLIENTS = 32

/** More confirms than anything makes in a second here. Decides how many payments are prepared. */
const RATE_MAX = 20_000

const GOAL = 1.2

/** A channel confirms payments, each once. */
export const confirm: Scenario = {
  name: 'confirm',
  about: 'POST …/confirm: key checked, payment moved, history, event and queue written, committed',
  tools: ['wrk', 'pgbench'],
  run: (bench) => runConfirm(bench),
}

type House = {
  bench: Bench
  database: BenchDatabase
  platform: Platform
  channel: SeededChannel
  /** How many payments one run may confirm. */
  slice: number
  /** The number of the first payment of the next run. */
  nextSlice: () => number
}

const runConfirm = async (bench: Bench): Promise<Row[]> => {
  const { cleanup, postgres, rounds, seconds, measure, log, profileTo } = bench
  const database = await postgres.createMigrated('bench_confirm')
  const sink = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sink)
  const platform = await startPlatform(cleanup, { databaseUrl: database.url, profileTo })
  const channel = await createChannel(platform)
  await createCalledPartners(platform, PARTNERS, `http://127.0.0.1:${port}/`)
  const slice = RATE_MAX * seconds
  let used = 0
  const nextSlice = (): number => slice * used++
  const house = { bench, database, platform, channel, slice, nextSlice }

  const floor: number[] = []
  const alone: Load[] = []
  const delivering: Load[] = []
  const release = await holdDeliveries(database.url)
  // A warm-up that does not count, because code that has just started is slow.
  await confirmByPlatform(house)
  for (let round = 0; round < rounds; round += 1) {
    const [bare, full] = await measure(
      async () => [await confirmByPgbench(house), await confirmByPlatform(house)] as const,
    )
    floor.push(bare)
    alone.push(full)
    log(
      `round ${round + 1}: ${perSecond(floor[round]!)} pgbench, ${perSecond(alone[round]!.rate)} Wasl`,
    )
  }
  await database.client.query('truncate webhook_deliveries')
  await release()
  for (let round = 0; round < rounds; round += 1) {
    delivering.push(await measure(() => confirmByPlatform(house)))
    log(`round ${round + 1}: ${perSecond(delivering[round]!.rate)} Wasl while it delivers`)
    await database.client.query('truncate webhook_deliveries')
  }
  await platform.stop()
  await sink.stop()
  await database.drop()
  return rowsOf(floor, alone.map(rateOf), delivering.map(rateOf))
}

const rateOf = ({ rate }: Load): number => rate

const rowsOf = (floor: number[], alone: number[], delivering: number[]): Row[] => {
  const scenario = 'confirm, 32 connections'
  const ratio = medianRatio(alone, floor)
  const deliveringRatio = medianRatio(delivering, floor)
  return [
    {
      scenario,
      contestant: `pgbench, ${CLIENTS} clients (floor)`,
      result: perSecond(median(floor)),
      ratio: 1,
      goal: null,
    },
    {
      scenario,
      contestant: 'Wasl over HTTP',
      result: perSecond(median(alone)),
      ratio,
      goal: atLeast(GOAL, ratio),
      note: 'confirm: the deliveries of the confirms are held back, because the floor makes none either. The line below makes them at the same time.',
    },
    {
      scenario,
      contestant: 'Wasl, delivering at once',
      result: perSecond(median(delivering)),
      ratio: deliveringRatio,
      goal: null,
    },
  ]
}

/** Inserts locked payments for one run. */
const prepareSlice = async ({
  database,
  channel,
  slice,
  nextSlice,
}: House): Promise<{ first: number }> => {
  const first = nextSlice()
  await seedPayments(database.client, {
    from: first,
    count: slice,
    partners: PARTNERS,
    channelId: channel.channelId,
    as: 'locked',
  })
  await database.client.query('vacuum analyze payments, payment_transitions')
  await database.client.query('checkpoint')
  return { first }
}

const confirmByPgbench = async (house: House): Promise<number> => {
  const { bench, database, channel, slice } = house
  const { first } = await prepareSlice(house)
  const clientSlice = Math.floor(slice / CLIENTS)
  const { rate, transactions } = await pgbench(bench.cleanup, {
    url: database.url,
    script: 'confirm.sql',
    clients: CLIENTS,
    seconds: bench.seconds,
    variables: {
      first,
      slice: clientSlice,
      next: -1,
      partners: PARTNERS,
      channel: channel.channelId,
      base: TIME_BASE,
    },
  })
  await checkPaid(house, first, transactions)
  return rate
}

const confirmByPlatform = async (house: House): Promise<Load> => {
  const { bench, platform, channel, slice } = house
  const { first } = await prepareSlice(house)
  const numbers = Array.from({ length: slice }, (_, index) => first + index)
  const requestsFile = await writeRequests(
    join(bench.folder, 'confirm.tsv'),
    numbers.map((number) => ({
      method: 'POST' as const,
      path: `/channel/v1/payments/${paymentIdOf(number, partnerOf(number, PARTNERS))}/confirm`,
      key: channel.apiKey,
    })),
  )
  const result = await load(bench.cleanup, {
    origin: platform.origin,
    requestsFile,
    connections: CONNECTIONS,
    seconds: bench.seconds,
  })
  await checkPaid(house, first, result.requests)
  return result
}

/** Checks that each counted confirm made one payment paid. */
const checkPaid = async (
  { database, slice }: House,
  first: number,
  confirmed: number,
): Promise<void> => {
  const { rows } = await database.client.query<{ paid: number }>(
    `select count(*)::int as paid from payments
    where stage = 'paid' and (substr(reference, 7))::bigint between $1 and $2`,
    [first, first + slice - 1],
  )
  const paid = rows[0]?.paid ?? 0
  // Requests in flight at the end are processed and not counted.
  if (paid >= confirmed && paid <= confirmed + CONNECTIONS + CLIENTS) return
  throw new Error(`expected ${confirmed} paid payments, one for each confirm, found ${paid}`)
}
