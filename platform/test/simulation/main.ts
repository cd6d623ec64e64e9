/**
 * Simulates the platform: its real statements on a real PostgreSQL, one turn at a time, with faults.
 *
 *   npm run simulate                       seeds 1 to 200
 *   npm run simulate -- --seed 7           one seed, with its trace; a failing one is shrunk
 *   npm run simulate -- --seeds 1000 --from 201
 *   npm run simulate -- --hours 0.5        new seeds until the time is over
 *   npm run simulate -- --faults lease     plants each fault of faults.yaml that has the word in it
 */
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { makeWorld, startServer } from './database.ts'
import { tryFaults } from './faults.ts'
import { createSimulator, describeFailure } from './simulate.ts'
import type { Share, Told } from './worker.ts'

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
  const server = await startServer()
  try {
    if (values.seed !== undefined) await showSeed(server.url, Number(values.seed))
    else if (values.faults === true) await tryFaults(server.url, positionals, seedsAsked())
    else await runMany(server.url)
  } finally {
    await server.stop()
  }
}

const seedsAsked = (): number => Number(values.seeds ?? SEEDS)

const showSeed = async (serverUrl: string, seed: number): Promise<void> => {
  const world = await makeWorld(serverUrl, 'simulation')
  const simulator = await createSimulator(world)
  const failure = await simulator.run(seed)
  const run = failure === null ? await simulator.replay(seed) : null
  await world.stop()
  if (failure !== null) {
    console.log(describeFailure(failure))
    process.exitCode = 1
    return
  }
  console.log(run?.trace.join('\n'))
  console.log(`Seed ${seed} violates nothing. State ${run?.hash}.`)
}

/** Divides the seeds among as many processes as there are cores. */
const runMany = async (serverUrl: string): Promise<void> => {
  const count = Number(values.workers ?? availableParallelism())
  const from = Number(values.from ?? 1)
  const startMs = performance.now()
  const untilMs = values.hours === undefined ? null : Date.now() + Number(values.hours) * 3_600_000
  const told = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      runShare({
        serverUrl,
        database: `simulation_${index}`,
        first: from + index,
        stride: count,
        last: untilMs === null ? from + seedsAsked() - 1 : Number.MAX_SAFE_INTEGER,
        untilMs,
      }),
    ),
  )
  const seconds = (performance.now() - startMs) / 1000
  const sum = (key: 'seeds' | 'operations' | 'turns' | 'failed'): number =>
    told.reduce((total, each) => total + each[key], 0)
  console.log(
    `${sum('seeds')} seeds in ${seconds.toFixed(1)} s: ${sum('operations')} operations in ` +
      `${sum('turns')} turns, ${sum('failed')} seeds with violations.`,
  )
  if (sum('failed') > 0) process.exitCode = 1
}

const runShare = (share: Share): Promise<Told> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL('worker.ts', import.meta.url), [JSON.stringify(share)])
    let told: Told | undefined
    child.on('message', (message) => (told = message as Told))
    child.on('exit', (code) =>
      told === undefined
        ? reject(new Error(`a worker ended with code ${code} and no result`))
        : resolve(told),
    )
  })

await main()
