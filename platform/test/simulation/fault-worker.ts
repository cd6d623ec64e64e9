/** Runs seeds on code with a planted fault, until one is violated. */
import { makeWorld } from './database.ts'
import { createSimulator } from './simulate.ts'

const { serverUrl, seeds } = JSON.parse(process.argv[2] ?? '{}') as {
  serverUrl: string
  seeds: number
}

/** A fault may break the code so that a run fails as a whole: that is noticed too. */
const messageOf = (error: unknown): string => `the run failed: ${String(error)}`

const world = await makeWorld(serverUrl, 'simulation')
const simulator = await createSimulator(world)
for (let seed = 1; seed <= seeds; seed += 1) {
  const violation = await simulator.isViolated(seed).catch(messageOf)
  if (violation === null) continue
  process.send?.({ seed, violation })
  break
}
await world.stop().catch(() => undefined)
process.disconnect()
