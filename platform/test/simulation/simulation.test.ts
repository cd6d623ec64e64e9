import { availableParallelism } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, startServer, type World } from './database.ts'
import { obstacle, readFaults } from './faults.ts'
import { planOf } from './generator.ts'
import { runMany } from './run-many.ts'
import { shrink } from './shrink.ts'
import { createSimulator, type Simulator } from './simulate.ts'

/** More of them run in `npm run simulate`. */
const SEEDS = 60

/** So few that the planted faults of CI are tried within moments. */
const FIRST_SEEDS = 10

/** The seeds take less than a minute on a machine that does nothing else. */
const TIMEOUT_MS = 900_000

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

test('the first seeds violate nothing', { timeout: TIMEOUT_MS }, async () => {
  for (let seed = 1; seed <= FIRST_SEEDS; seed += 1) {
    expect([seed, await simulator.isViolated(seed)]).toEqual([seed, null])
  }
})

test('the other seeds violate nothing', { timeout: TIMEOUT_MS }, async () => {
  const { failures, operations, turns, seconds } = await runMany({
    workers: availableParallelism(),
    from: FIRST_SEEDS + 1,
    last: SEEDS,
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
