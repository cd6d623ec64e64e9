import { setTimeout as sleep } from 'node:timers/promises'
import { nextMessage, startProgram, type Child } from '../harness/child.ts'
import { startPlatform } from '../harness/platform.ts'
import type { BenchDatabase } from '../harness/postgres.ts'
import { startRedis } from '../harness/redis.ts'
import { perSecond } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'
import { createCalledPartners, createChannel } from '../seed/called.ts'
import { seedPayments } from '../seed/payments.ts'
import { dispatchRows, type DispatchRun } from './dispatch-rows.ts'

const DELIVERIES = 60_000
const DELIVERIES_QUICK = 6_000

const RUN_TIMEOUT_MS = 180_000

/**
 * Partners that answer at once, and partners that take 20 ms. All contestants make `concurrency`
 * concurrent calls. The platform allows 64 for each partner, so it has several partners.
 */
const SETTINGS = [
  { delayMs: 0, concurrency: 64, partners: 20 },
  { delayMs: 20, concurrency: 256, partners: 4 },
] as const

type Setting = (typeof SETTINGS)[number]

/** Delivers to a sink in another process, compared with a bare loop and three job queues. */
export const dispatch: Scenario = {
  name: 'dispatch',
  about:
    'due deliveries claimed, recorded, signed, posted, results recorded; peers sign, post and complete',
  tools: ['redis-server'],
  run: (bench) => runDispatch(bench),
}

type House = {
  bench: Bench
  setting: Setting
  sink: Child
  origin: string
  count: number
  /** The databases that each contestant's runs start from. */
  templates: { wasl: string; graphile: string; boss: string }
  redisUrl: string
}

type Contestant = (house: House) => Promise<number>

const CONTESTANTS: [name: keyof DispatchRun, run: Contestant][] = [
  ['raw', (house) => runProgram(house, 'raw-posts', {})],
  ['wasl', (house) => runWasl(house)],
  [
    'graphile',
    (house) => runPeerOnPostgres(house, 'peer-graphile-worker', house.templates.graphile),
  ],
  ['boss', (house) => runPeerOnPostgres(house, 'peer-pg-boss', house.templates.boss)],
  ['bullmq', (house) => runBullmq(house)],
]

const runDispatch = async (bench: Bench): Promise<Row[]> => {
  const redis = await startRedis(bench.cleanup)
  const rows: Row[] = []
  for (const setting of SETTINGS) {
    const house = await prepare(bench, setting, redis.url)
    const rounds: DispatchRun[] = []
    for (let round = 1; round <= bench.rounds; round += 1) {
      rounds.push(await bench.measure(() => runRound(house)))
      bench.log(`round ${round}, ${setting.delayMs} ms: ${shown(rounds.at(-1))}`)
    }
    await house.sink.stop()
    rows.push(...dispatchRows(setting.delayMs, setting.concurrency, rounds))
  }
  await redis.stop()
  return rows
}

const runRound = async (house: House): Promise<DispatchRun> => {
  const rates: Partial<DispatchRun> = {}
  for (const [name, run] of CONTESTANTS) rates[name] = house.count / (await run(house))
  return rates as DispatchRun
}

const shown = (run: DispatchRun | undefined): string =>
  Object.entries(run ?? {})
    .map(([name, rate]) => `${name} ${perSecond(rate)}`)
    .join(', ')

const prepare = async (bench: Bench, setting: Setting, redisUrl: string): Promise<House> => {
  const sink = startProgram(bench.cleanup, 'sink', { delayMs: setting.delayMs })
  const { port } = await nextMessage<{ port: number }>(sink)
  const origin = `http://127.0.0.1:${port}`
  const count = bench.quick ? DELIVERIES_QUICK : DELIVERIES
  const templates = {
    wasl: await makeWaslTemplate(bench, setting, origin, count),
    graphile: await makePeerTemplate(bench, 'peer-graphile-worker', 'bench_graphile', count),
    boss: await makePeerTemplate(bench, 'peer-pg-boss', 'bench_boss', count),
  }
  return { bench, setting, sink, origin, count, templates, redisUrl }
}

const makeWaslTemplate = async (
  { cleanup, postgres }: Bench,
  { partners }: Setting,
  origin: string,
  count: number,
): Promise<string> => {
  const database = await postgres.createMigrated('bench_dispatch')
  const platform = await startPlatform(cleanup, { databaseUrl: database.url, profileTo: null })
  const { channelId } = await createChannel(platform)
  await createCalledPartners(platform, partners, origin)
  await platform.stop()
  await seedPayments(database.client, { from: 0, count, partners, channelId, as: 'due' })
  return closeTemplate(database)
}

const makePeerTemplate = async (
  { cleanup, postgres }: Bench,
  program: string,
  name: string,
  count: number,
): Promise<string> => {
  const database = await postgres.create(name)
  await fill(startProgram(cleanup, program, { phase: 'fill', url: database.url, count }))
  return closeTemplate(database)
}

const fill = async (program: Child): Promise<void> => {
  const { process: child } = program
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0) throw new Error(`the jobs could not be added: ${program.output()}`)
}

/** Collects statistics, and closes the connection, because a template must have none. */
const closeTemplate = async (database: BenchDatabase): Promise<string> => {
  await database.client.query('vacuum analyze')
  await database.disconnect()
  return database.name
}

/** A copy of a template for one run. */
const copyOf = async ({ bench }: House, template: string): Promise<BenchDatabase> => {
  const database = await bench.postgres.create('bench_run', template)
  await database.client.query('checkpoint')
  return database
}

/**
 * Seconds from the first POST at the sink until the contestant has recorded everything as done. The
 * start of the contestant is not counted.
 */
const timed = async (
  { sink, count }: House,
  run: (allSent: Promise<unknown>) => Promise<{ doneAtMs: number }>,
): Promise<number> => {
  const ready = nextMessage(sink)
  sink.process.send({ expect: count })
  await ready
  const allSent = nextMessage<{ firstAtMs: number }>(sink, RUN_TIMEOUT_MS)
  const [{ firstAtMs }, { doneAtMs }] = await Promise.all([allSent, run(allSent)])
  return (doneAtMs - firstAtMs) / 1000
}

const runProgram = (house: House, name: string, setup: object): Promise<number> => {
  const { bench, count, origin, setting } = house
  return timed(house, async () => {
    const posting = { origin, concurrency: setting.concurrency, count }
    const program = startProgram(bench.cleanup, name, { ...posting, ...setup })
    const done = await nextMessage<{ doneAtMs: number }>(program, RUN_TIMEOUT_MS)
    await program.stop()
    return done
  })
}

const runPeerOnPostgres = async (house: House, program: string, template: string) => {
  const database = await copyOf(house, template)
  const seconds = await runProgram(house, program, { phase: 'work', url: database.url })
  await database.drop()
  return seconds
}

const runBullmq = async (house: House): Promise<number> => {
  const { bench, count, redisUrl } = house
  const setup = { url: redisUrl, count }
  await fill(startProgram(bench.cleanup, 'peer-bullmq', { ...setup, phase: 'fill' }))
  return runProgram(house, 'peer-bullmq', { ...setup, phase: 'work' })
}

const runWasl = async (house: House): Promise<number> => {
  const { bench, count, templates } = house
  const database = await copyOf(house, templates.wasl)
  const seconds = await timed(house, async (allSent) => {
    const options = { databaseUrl: database.url, profileTo: bench.profileTo }
    const platform = await startPlatform(bench.cleanup, options)
    // Polling earlier would be slow: the statement would read thousands of dead rows.
    await allSent
    const doneAtMs = await untilDelivered(database)
    await platform.stop()
    return { doneAtMs }
  })
  await checkRecords(database, count)
  await database.drop()
  return seconds
}

const POLL_MS = 10

const untilDelivered = async ({ client }: BenchDatabase): Promise<number> => {
  const deadline = performance.now() + RUN_TIMEOUT_MS
  while (performance.now() < deadline) {
    const { rowCount } = await client.query(
      'select from webhook_deliveries where due_at is not null limit 1',
    )
    if (rowCount === 0) return Date.now()
    await sleep(POLL_MS)
  }
  throw new Error(`the platform did not deliver everything within ${RUN_TIMEOUT_MS} ms`)
}

/** Checks that each event was delivered once and that each attempt has its result. */
const checkRecords = async ({ client }: BenchDatabase, count: number): Promise<void> => {
  const { rows } = await client.query<{ delivered: number; attempts: number; results: number }>(`
    select
      (select count(*)::int from webhook_deliveries where delivered_at is not null) as delivered,
      (select count(*)::int from webhook_attempts) as attempts,
      (select count(*)::int from webhook_attempt_results where outcome = 'acknowledged') as results`)
  const found = rows[0]
  if (found?.delivered === count && found.attempts === count && found.results === count) return
  throw new Error(`expected ${count} of each kind, found ${JSON.stringify(found)}`)
}
