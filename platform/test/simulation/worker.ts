/** One process of the simulation, with a PostgreSQL of its own: a share of the seeds. */
import { makeWorld, startServer } from './database.ts'
import { createSimulator, describeFailure } from './simulate.ts'

export type Share = {
  first: number
  stride: number
  last: number
  /** Of each seed. */
  chapters: number
  /** Null: until the last seed. */
  untilMs: number | null
}

export type WorkerResult = {
  seeds: number
  operations: number
  turns: number
  /** Of each failing seed what is to be printed. */
  failures: string[]
}

/** More failing seeds than this say nothing new. */
const FAILURES_MAX = 3

const { first, stride, last, chapters, untilMs } = JSON.parse(process.argv[2] ?? '{}') as Share

const server = await startServer()
const world = await makeWorld(server.url, 'simulation')
const simulator = await createSimulator(world, chapters)
const told: WorkerResult = { seeds: 0, operations: 0, turns: 0, failures: [] }
for (let seed = first; seed <= last && told.failures.length < FAILURES_MAX; seed += stride) {
  if (untilMs !== null && Date.now() >= untilMs) break
  const failure = await simulator.run(seed)
  told.seeds += 1
  if (failure !== null) told.failures.push(describeFailure(failure))
}
Object.assign(told, simulator.counts())
await world.stop()
await server.stop()
process.send?.(told)
process.disconnect()
