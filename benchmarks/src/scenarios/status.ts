import { join } from 'node:path'
import { request } from 'undici'
import { nextMessage, startProgram } from '../harness/child.ts'
import { startPlatform } from '../harness/platform.ts'
import { load, writeRequests, type Load } from '../harness/wrk.ts'
import { atLeast, median, medianRatio, milliseconds, perSecond } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { clearQuotas, seedPartners, type SeededPartner } from '../seed/partners.ts'
import { referenceOf, seedPayments } from '../seed/payments.ts'

const CONNECTIONS = [32, 64]

const PAYMENTS_EACH = 5

/** More than one process answers in a second here. Decides how many partners are inserted. */
const RATE_MAX = 60_000

const QUOTA = 60

const GOAL = 0.45

/** Calls of the Payment Status API, each with another partner's key. */
export const status: Scenario = {
  name: 'status',
  about: 'GET …/status: key checked, quota taken, payment read, one statement for many calls',
  tools: ['wrk'],
  run: (bench) => runStatus(bench),
}

const runStatus = async (bench: Bench): Promise<Row[]> => {
  const { cleanup, postgres, turns, turnSeconds, seconds, measure, log } = bench
  const database = await postgres.createMigrated('bench_status')
  // So many that no partner exceeds its 60 calls a minute at the highest rate.
  const partnerCount = Math.ceil((RATE_MAX * seconds) / QUOTA)
  const partners = await seedPartners(database.client, partnerCount)
  await seedPayments(database.client, {
    from: 0,
    count: partnerCount * PAYMENTS_EACH,
    partners: partnerCount,
    channelId: 1,
    as: 'delivered',
  })
  await database.client.query('vacuum analyze')
  const requestsFile = await writeStatusRequests(bench, partners)

  const raw = startProgram(cleanup, 'raw-http', null)
  const { port } = await nextMessage<{ port: number }>(raw)
  const platform = await startPlatform(cleanup, {
    databaseUrl: database.url,
    profileTo: bench.profileTo,
  })
  await checkAnswer(platform.origin, partners[0] as SeededPartner)

  // A warm-up that does not count, because code that has just started is slow.
  for (const origin of [`http://127.0.0.1:${port}`, platform.origin]) {
    await load(cleanup, { requestsFile, connections: 32, seconds, origin })
  }

  const runs = CONNECTIONS.map((connections) => ({
    connections,
    floor: [] as Load[],
    ours: [] as Load[],
  }))
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const { connections, floor, ours } of runs) {
      const options = { requestsFile, connections, seconds: turnSeconds }
      const [bare, full] = await measure(async () => {
        await clearQuotas(database.client)
        return [
          await load(cleanup, { ...options, origin: `http://127.0.0.1:${port}` }),
          await load(cleanup, { ...options, origin: platform.origin }),
        ] as const
      })
      floor.push(bare)
      ours.push(full)
      log(`turn ${turn}, ${connections} connections: ${shown(floor)} raw, ${shown(ours)} Wasl`)
    }
  }
  await platform.stop()
  await raw.stop()
  await database.drop()
  return runs.flatMap(({ connections, floor, ours }) => {
    const scenario = `status, ${connections} connections`
    const ratio = medianRatio(ours.map(rateOf), floor.map(rateOf))
    return [
      {
        scenario,
        contestant: 'raw node:http (floor)',
        result: summary(floor),
        ratio: 1,
        goal: null,
      },
      {
        scenario,
        contestant: 'Wasl',
        result: summary(ours),
        ratio,
        goal: atLeast(GOAL, ratio),
      },
    ]
  })
}

const rateOf = ({ rate }: Load): number => rate

const shown = (loads: Load[]): string => perSecond(loads.at(-1)?.rate ?? 0)

const summary = (loads: Load[]): string =>
  `${perSecond(median(loads.map(rateOf)))}, p99 ${milliseconds(median(loads.map((l) => l.p99Ms)))}`

const writeStatusRequests = (bench: Bench, partners: SeededPartner[]): Promise<string> =>
  writeRequests(
    join(bench.folder, 'status.tsv'),
    partners.map(({ key }, index) => {
      const number = index + partners.length * (index % PAYMENTS_EACH)
      const path = `/partner/payments/v1/${referenceOf(number)}/status`
      return { method: 'GET' as const, path, key }
    }),
  )

/** Checks one answer, because the speed of a wrong one means nothing. */
const checkAnswer = async (origin: string, { key }: SeededPartner): Promise<void> => {
  const url = `${origin}/partner/payments/v1/${referenceOf(0)}/status`
  const { body } = await request(url, { headers: { 'x-api-key': key } })
  const text = await body.text()
  if (!text.includes('"stage":"paid"') || !text.includes('"webhookDelivery":"delivered"')) {
    throw new Error(`expected the status of a paid payment, received ${text}`)
  }
}
