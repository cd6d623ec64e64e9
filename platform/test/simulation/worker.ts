/** One process of the simulation, with a database of its own: a share of the seeds. */
import { makeWorld } from './database.ts'
import { createSimulator, describeFailure } from './simulate.ts'

export type Share = {
  serverUrl: string
  database: string
  first: number
  stride: number
  last: number
  /** Null: until the last seed. */
  untilMs: number | null
}

export type Told = { seeds: number; operations: number; turns: number; failed: number }

/** More failing seeds than this say nothing new. */
const FAILURES_MAX = 3

const { serverUrl, database, first, stride, last, untilMs } = JSON.parse(
  process.argv[2] ?? '{}',
) as Share

const world = await makeWorld(serverUrl, database)
const simulator = await createSimulator(world)
const told: Told = { seeds: 0, operations: 0, turns: 0, failed: 0 }
for (let seed = first; seed <= last && told.failed < FAILURES_MAX; seed += stride) {
  if (untilMs !== null && Date.now() >= untilMs) break
  const failure = await simulator.run(seed)
  told.seeds += 1
  if (failure === null) continue
  told.failed += 1
  console.log(describeFailure(failure))
}
Object.assign(told, simulator.counts())
await world.stop()
process.send?.(told)
process.disconnect()
