/**
 * Simulates the platform: its real statements on a real PostgreSQL, one turn at a time, with faults.
 *
 *   npm run simulate                       seeds 1 to 200
 *   npm run simulate -- --seed 7           one seed, with its trace; a failing one is shrunk
 *   npm run simulate -- --seeds 1000 --from 201
 *   npm run simulate -- --hours 0.5        new seeds until the time is over
 *   npm run simulate -- --faults lease     plants each fault of faults.yaml that has the word in it
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { makeWorld, startServer } from './database.ts'
import { tryFaults } from './faults.ts'
import { runMany } from './run-many.ts'
import { createSimulator, describeFailure } from './simulate.ts'

const SEEDS = 200

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string' },
    hours: { type: 'string' },
    faults: { type: 'boolean' },
    workers: { type: 'string' },
  },
})

const main = async (): Promise<void> => {
  if (values.seed !== undefined) await showSeed(Number(values.seed))
  else if (values.faults === true) await tryFaults(positionals, seedsAsked())
  else await runAsked()
}

const seedsAsked = (): number => Number(values.seeds ?? SEEDS)

const showSeed = async (seed: number): Promise<void> => {
  const server = await startServer()
  const world = await makeWorld(server.url, 'simulation')
  const simulator = await createSimulator(world)
  const failure = await simulator.run(seed)
  const run = failure === null ? await simulator.replay(seed) : null
  await world.stop()
  await server.stop()
  if (failure !== null) {
    console.log(describeFailure(failure))
    process.exitCode = 1
    return
  }
  console.log(run?.trace.join('\n'))
  console.log(`Seed ${seed} violates nothing. State ${run?.hash}.`)
}

const runAsked = async (): Promise<void> => {
  const from = Number(values.from ?? 1)
  const hours = values.hours === undefined ? null : Number(values.hours)
  const { seeds, operations, turns, failures, seconds } = await runMany({
    workers: Number(values.workers ?? availableParallelism()),
    from,
    last: hours === null ? from + seedsAsked() - 1 : null,
    untilMs: hours === null ? null : Date.now() + hours * 3_600_000,
  })
  for (const failure of failures) console.log(`${failure}\n`)
  console.log(
    `${seeds} seeds in ${seconds.toFixed(1)} s: ${operations} operations in ${turns} turns, ` +
      `${failures.length} seeds with violations.`,
  )
  if (failures.length > 0) process.exitCode = 1
}

await main()
