import { nextMessage, startProgram, type Child } from '../harness/child.ts'
import { startPlatform, type Platform } from '../harness/platform.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { processorTime, timeOf } from '../harness/processor-time.ts'
import { untilDelivered } from '../harness/until-delivered.ts'
import { atLeast, atMost, median, medianRatio, milliseconds, perSecond } from '../measure.ts'
import type { Bench, Goal, Row, Scenario } from '../scenario.ts'
import { createCalledPartners, createChannel } from '../seed/called.ts'

/** So many that no partner reads more than its 60 statuses a minute. */
const PARTNERS = 400

const CONCURRENCY = 128

const PAYMENTS = 6_000
const PAYMENTS_QUICK = 300

const ALL = 'api,dispatch,periodic'

/** The processes of each, by their roles. */
const INSTALLATIONS: Record<string, readonly string[]> = {
  'Wasl, 1 process': [ALL],
  'Wasl, 2 processes by role': ['api', 'dispatch,periodic'],
  'Wasl, 4 processes by role': ['api', 'api', 'dispatch', 'dispatch,periodic'],
}

const FLOOR = 'bare undici and bare SQL, 1 process (floor)'

const TICK_MS = 10

const RATIO_GOAL = 0.6
const CPU_GOAL_MS = 0.8

const NOTE =
  'whole: lookup at the partner, opening, webhook, confirmation, webhook, and the status as the partner reads it. ' +
  'Everything, the partners and the payers too, is on one machine. The rate counts until the last webhook is ' +
  'acknowledged; p50 and p99 are those of a payment from its opening to its status. Processor time is that of one ' +
  'payment, without the payers.'

/** The headline: payments from the first call to the last. */
export const whole: Scenario = {
  name: 'whole',
  about: 'complete payments: looked up, opened, confirmed, both webhooks acknowledged, status read',
  tools: [],
  isLong: true,
  run: (bench) => runWhole(bench),
}

/** Milliseconds of processor time of one payment, by what used it; the server is the platform or the floor. */
type Cpu = { server: number; postgres: number; partners: number }

type Measured = { rate: number; p50Ms: number; p99Ms: number; cpu: Cpu }

/** The processes that take part, beside PostgreSQL and the bench. */
type House = { database: BenchDatabase; serving: Child[]; payers: Child; sink: Child }

const runWhole = async (bench: Bench): Promise<Row[]> => {
  const { rounds, measure, log } = bench
  const all = new Map<string, Measured[]>()
  for (let round = 1; round <= rounds; round += 1) {
    const measured = await measure(() => runRound(bench))
    for (const [name, result] of measured) {
      all.set(name, [...(all.get(name) ?? []), result])
      log(`round ${round}, ${name}: ${shown([result])}, ${shownCpu([result])}`)
    }
  }
  const floor = all.get(FLOOR) ?? []
  return [...all].map(([contestant, results]) => rowOf(contestant, results, floor))
}

const rowOf = (contestant: string, results: Measured[], floor: Measured[]): Row => ({
  scenario: `whole, ${CONCURRENCY} at a time`,
  contestant,
  result: `${shown(results)}; ${shownCpu(results)}`,
  ratio: medianRatio(results.map(rateOf), floor.map(rateOf)),
  goal: goalOf(contestant, results, floor),
  ...(contestant === FLOOR && { note: NOTE }),
})

const goalOf = (contestant: string, results: Measured[], floor: Measured[]): Goal | null => {
  if (contestant === FLOOR) return null
  if (INSTALLATIONS[contestant]?.length === 1) {
    return atLeast(RATIO_GOAL, medianRatio(results.map(rateOf), floor.map(rateOf)))
  }
  return atMost(`${CPU_GOAL_MS} ms`, CPU_GOAL_MS, median(results.map(({ cpu }) => sumOf(cpu))))
}

const rateOf = ({ rate }: Measured): number => rate

const sumOf = ({ server, postgres, partners }: Cpu): number => server + postgres + partners

const shown = (results: Measured[]): string =>
  `${perSecond(median(results.map(rateOf)))}, p50 ${milliseconds(median(results.map(({ p50Ms }) => p50Ms)))}, ` +
  `p99 ${milliseconds(median(results.map(({ p99Ms }) => p99Ms)))}`

const shownCpu = (results: Measured[]): string => {
  const of = (read: (cpu: Cpu) => number): string =>
    median(results.map(({ cpu }) => read(cpu))).toFixed(2)
  return (
    `${of(sumOf)} ms of processor time (server ${of(({ server }) => server)}, ` +
    `PostgreSQL ${of(({ postgres }) => postgres)}, partners ${of(({ partners }) => partners)})`
  )
}

/** Each on a database of its own, so that none meets what another wrote. */
const runRound = async (bench: Bench): Promise<[string, Measured][]> => {
  const results: [string, Measured][] = [[FLOOR, await runOn(bench, null)]]
  for (const [name, roles] of Object.entries(INSTALLATIONS)) {
    results.push([name, await runOn(bench, roles)])
  }
  return results
}

/** @param roles of each process of the platform; null measures the floor. */
const runOn = async (bench: Bench, roles: readonly string[] | null): Promise<Measured> => {
  const { cleanup, postgres, profileTo, quick } = bench
  const database = await postgres.createMigrated('bench_whole')
  const sink = startProgram(cleanup, 'sink', { delayMs: 0 })
  const { port } = await nextMessage<{ port: number }>(sink)
  const sinkOrigin = `http://127.0.0.1:${port}`
  const start = (its: string, profile: string | null): Promise<Platform> =>
    startPlatform(cleanup, { databaseUrl: database.url, roles: its, profileTo: profile })

  const first = await start(ALL, null)
  const channel = await createChannel(first)
  const partners = await createCalledPartners(first, PARTNERS, `${sinkOrigin}/`)
  await first.stop()

  const serving: Child[] = []
  const origins: string[] = []
  if (roles === null) {
    const setup = { url: database.url, sink: sinkOrigin, concurrency: CONCURRENCY }
    const more = { partners: PARTNERS, channelId: channel.channelId }
    const raw = startProgram(cleanup, 'raw-whole', { ...setup, ...more })
    origins.push(`http://127.0.0.1:${(await nextMessage<{ port: number }>(raw)).port}`)
    serving.push(raw)
  }
  for (const its of roles ?? []) {
    const { origin, child } = await start(its, profileTo)
    if (its.includes('api')) origins.push(origin)
    serving.push(child)
  }
  const payers = startProgram(cleanup, 'payers', {
    origins,
    channelKey: channel.apiKey,
    partners,
    concurrency: CONCURRENCY,
  })
  await nextMessage(payers)
  const house: House = { database, serving, payers, sink }
  // A warm-up that does not count, because code that has just started is slow.
  await pay(house, quick ? PAYMENTS_QUICK : PAYMENTS / 3)
  const measured = await pay(house, quick ? PAYMENTS_QUICK : PAYMENTS)
  for (const child of [payers, ...serving, sink]) await child.stop()
  await database.drop()
  return measured
}

const PAY_TIMEOUT_MS = 300_000

const pay = async (house: House, payments: number): Promise<Measured> => {
  const before = { ms: performance.now(), ...timesOf(house) }
  house.payers.process.send({ payments })
  const times = await nextMessage<{ p50Ms: number; p99Ms: number }>(house.payers, PAY_TIMEOUT_MS)
  await untilDelivered(house.database.url)
  const after = { ms: performance.now(), ...timesOf(house) }
  const each = (ticks: number): number => (ticks * TICK_MS) / payments
  const server = each(after.serving - before.serving)
  const partners = each(after.sink - before.sink)
  const payers = each(after.payers - before.payers)
  const bench = each(after.bench - before.bench)
  const own = each(after.own - before.own)
  return {
    ...times,
    rate: (payments / (after.ms - before.ms)) * 1000,
    cpu: { server, partners, postgres: own - server - partners - payers - bench },
  }
}

/** In ticks. `own` is all, so that PostgreSQL's many processes are what the others leave of it. */
const timesOf = ({ serving, sink, payers }: House) => ({
  own: processorTime().own,
  serving: serving.reduce((sum, { process }) => sum + timeOf(process.pid), 0),
  sink: timeOf(sink.process.pid),
  payers: timeOf(payers.process.pid),
  bench: timeOf(process.pid),
})
