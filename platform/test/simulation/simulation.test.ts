import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulatedDatabase, type RealConnections } from './connections.ts'
import { makeWorld, startServer, type World } from './database.ts'
import { obstacle, readFaults } from './faults.ts'
import { planOf } from './generator.ts'
import { replayMany, runMany } from './run-many.ts'
import { createScheduler, type Waiting } from './scheduler.ts'
import { shrink } from './shrink.ts'
import { createSimulator, type Simulator } from './simulate.ts'
import { createVirtualTime } from './time.ts'

/** Seeds of eight chapters; more of them run in `npm run simulate`. The last one returns a payout of a batch. */
const LONG_SEEDS = { from: 16, last: 21, chapters: 8 }

/** So few that the planted faults of CI are tried within moments. */
const FIRST_SEEDS = 10

let server: { url: string; stop(): Promise<void> }
let world: World
let simulator: Simulator

beforeAll(async () => {
  server = await startServer()
  world = await makeWorld(server.url, 'simulation')
  simulator = await createSimulator(world)
})

afterAll(async () => {
  await world.stop()
  await server.stop()
})

test('the first seeds violate nothing', async () => {
  for (let seed = 1; seed <= FIRST_SEEDS; seed += 1) {
    expect([seed, await simulator.isViolated(seed)]).toEqual([seed, null])
  }
})

test('seeds of several chapters violate nothing', async () => {
  const { failures, operations, turns, seconds } = await runMany({
    workers: availableParallelism(),
    ...LONG_SEEDS,
    untilMs: null,
  })
  expect(failures).toEqual([])
  console.log(`${operations} operations in ${turns} turns took ${Math.round(seconds)} s`)
})

test('a seed gives the same trace and the same rows, whatever ran before it', async () => {
  const seeds = [3, 12, 121]
  const hashes = new Map<number, string>()
  for (const seed of seeds) hashes.set(seed, (await simulator.replay(seed)).hash)
  expect(new Set(hashes.values()).size).toBe(seeds.length)
  for (const seed of seeds.toReversed()) {
    expect([seed, (await simulator.replay(seed)).hash]).toEqual([seed, hashes.get(seed)])
  }
})

test('another process, with a database of its own, gives a seed the same trace and rows', async () => {
  const { hash } = await simulator.replay(131)
  expect(await replayMany({ seed: 131, chapters: 1, times: 2 }, 1)).toEqual({
    times: 2,
    states: [hash],
    violated: null,
  })
})

test('a seed of several chapters replays, and each chapter has references of its own', async () => {
  const chapters = await createSimulator(world, 3)
  const run = await chapters.replay(11)
  expect(run.violations).toEqual([])
  const numbers = run.trace.flatMap((line) => /: INV-(\d+) of /.exec(line)?.[1] ?? [])
  expect(new Set(numbers.map((number) => Math.floor(Number(number) / 4)))).toEqual(
    new Set([0, 1, 2]),
  )
  expect((await chapters.replay(11)).hash).toBe(run.hash)
  // Its first chapter is what the seed is without others, and no chapter is another seed.
  const alone = planOf(11)
  expect(planOf(11, 3).slice(0, alone.length)).toEqual(alone)
  expect(planOf(11, 2).slice(alone.length + 1)).not.toEqual(planOf(12))
})

test('a request that lost its key to an answer which is over by now runs again', async () => {
  const chapters = await createSimulator(world, 8)
  // A confirmation takes the key of a payment by code, which then waits for longer than a key is kept.
  expect(await chapters.isViolated(38)).toBeNull()
})

test('what is lost before it reached the database leaves no clock behind, which a later statement would overtake', async () => {
  const sent: string[] = []
  const query = (text: string): Promise<object> => {
    sent.push(text)
    return Promise.resolve({ rows: [] })
  }
  const scheduler = createScheduler(createVirtualTime(1))
  const real = { client: { query }, hot: { query } } as unknown as RealConnections
  const setClock = (): void => void sent.push('clock')
  const deps = { scheduler, real, setClock, onExecuted: () => undefined }
  const { pool } = simulatedDatabase(deps, { isAlive: true, name: 'process' })
  const lose = (): Promise<string> => {
    const fate = { kind: 'is lost', when: 'before', at: 0 } as const
    return scheduler.run(scheduler.ready()[0] as Waiting, { fate, answer: 'well' })
  }
  const single = pool.query('select 1').catch(() => 'lost')
  await lose()
  expect(await single).toBe('lost')
  const connected = pool.connect()
  const turn = lose()
  const tx = await connected
  expect(await tx.query('begin').catch(() => 'lost')).toBe('lost')
  tx.release()
  await turn
  expect(sent).toEqual([])
})

test('another seed is another run', () => {
  expect(planOf(1)).toEqual(planOf(1))
  expect(planOf(1)).not.toEqual(planOf(2))
})

test('the shrinker keeps only the steps that a failure needs', async () => {
  const steps = Array.from({ length: 97 }, (_, index) => index)
  const kept = await shrink(steps, (fewer) =>
    Promise.resolve(fewer.includes(13) && fewer.includes(70)),
  )
  expect(kept).toEqual([13, 70])
})

test('every planted fault of the simulation can be planted', () => {
  const faults = readFaults()
  expect(faults.length).toBeGreaterThanOrEqual(20)
  expect(faults.flatMap((fault) => obstacle(fault) ?? [])).toEqual([])
})
