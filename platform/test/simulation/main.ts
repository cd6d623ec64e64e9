/**
 * Simulates the platform: its real statements on a real PostgreSQL, one turn at a time, with faults.
 *
 *   npm run simulate                       seeds 1 to 200
 *   npm run simulate -- --seed 7           one seed, with its trace; a failing one is shrunk
 *   npm run simulate -- --seed 7 --times 100 --workers 8   the same seed again and again, on a busy machine
 *   npm run simulate -- --seeds 1000 --from 201
 *   npm run simulate -- --hours 0.5        new seeds until the time is over
 *   npm run simulate -- --chapters 8       seeds of eight chapters each: more operations in the same time
 *   npm run simulate -- --faults lease     plants each fault of faults.yaml that has the word in it
 */
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { makeWorld, startServer } from './database.ts'
import { tryFaults } from './faults.ts'
import { replayMany, runMany } from './run-many.ts'
import { createSimulator, describeFailure } from './simulate.ts'

const SEEDS = 200

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    times: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string' },
    hours: { type: 'string' },
    chapters: { type: 'string' },
    faults: { type: 'boolean' },
    workers: { type: 'string' },
  },
})

const main = async (): Promise<void> => {
  if (values.seed !== undefined && values.times !== undefined)
    await replaySeed(Number(values.seed), Number(values.times))
  else if (values.seed !== undefined) await showSeed(Number(values.seed))
  else if (values.faults === true) await tryFaults(positionals, seedsAsked())
  else await runAsked()
}

const chapters = Number(values.chapters ?? 1)

const seedsAsked = (): number => Number(values.seeds ?? SEEDS)

const showSeed = async (seed: number): Promise<void> => {
  const server = await startServer()
  const world = await makeWorld(server.url, 'simulation')
  const simulator = await createSimulator(world, chapters)
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

const replaySeed = async (seed: number, asked: number): Promise<void> => {
  const workers = Number(values.workers ?? availableParallelism())
  const { times, states, violated } = await replayMany({ seed, chapters, times: asked }, workers)
  if (violated !== null) console.log(`Seed ${seed} violates:\n${violated}`)
  console.log(
    `Seed ${seed} was replayed ${times} times by ${workers} processes at once, load average ` +
      `${loadavg()[0]?.toFixed(0)}: ${violated === null ? 'it violates nothing' : 'VIOLATED'}, ` +
      `${states.length === 1 ? 'and its state is always' : 'but its states are'} ${states.join(', ')}.`,
  )
  if (violated !== null || states.length > 1) process.exitCode = 1
}

const runAsked = async (): Promise<void> => {
  const from = Number(values.from ?? 1)
  const hours = values.hours === undefined ? null : Number(values.hours)
  const { seeds, operations, turns, failures, seconds } = await runMany({
    workers: Number(values.workers ?? availableParallelism()),
    from,
    chapters,
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
