/** One process that replays a seed again and again, with a PostgreSQL of its own. */
import { makeWorld, startServer } from './database.ts'
import { createSimulator } from './simulate.ts'

export type Replays = { seed: number; chapters: number; times: number }

export type Replayed = {
  times: number
  /** Of the trace and the rows, each once: one, if all replays were the same. */
  states: string[]
  /** The first violated replay, as it is printed; null without one. */
  violated: string | null
}

const { seed, chapters, times } = JSON.parse(process.argv[2] ?? '{}') as Replays

const server = await startServer()
const world = await makeWorld(server.url, 'simulation')
const simulator = await createSimulator(world, chapters)
const states = new Set<string>()
const told: Replayed = { times: 0, states: [], violated: null }
while (told.times < times && told.violated === null) {
  const { hash, violations, trace } = await simulator.replay(seed)
  told.times += 1
  states.add(hash)
  // All of it: why a seed is violated once in a while is seen in no other run.
  if (violations.length > 0) told.violated = [...violations, ...trace].join('\n')
}
await world.stop()
await server.stop()
process.send?.({ ...told, states: [...states] })
process.disconnect()
