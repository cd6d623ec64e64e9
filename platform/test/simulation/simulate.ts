import type { World } from './database.ts'
import { planOf, type Step } from './generator.ts'
import { runSteps, type Run } from './run-seed.ts'
import { shrink } from './shrink.ts'
import { createStateHash } from './state-hash.ts'

export type Failure = {
  seed: number
  chapters: number
  steps: Step[]
  /** What was violated first, before anything was left out. */
  violation: string
  run: Run
  /** Whether the same steps gave the same trace and the same rows once more. */
  isReplayed: boolean
}

export type Simulator = {
  /** Runs one seed; null when all oracles agree. A failing one is shrunk and replayed. */
  run(seed: number): Promise<Failure | null>
  /** The same without shrinking. */
  isViolated(seed: number): Promise<string | null>
  replay(seed: number, steps?: Step[]): Promise<Run>
  /** Of all runs so far. */
  counts(): { operations: number; turns: number }
}

/** @param chapters how many each seed has: a seed is replayed with as many. */
export const createSimulator = async (world: World, chapters = 1): Promise<Simulator> => {
  const stateHash = await createStateHash(world.client)
  let operations = 0
  let turns = 0

  const play = async (seed: number, steps: Step[], withHash = false): Promise<Run> => {
    const run = await runSteps(seed, steps, { world, stateHash, withHash })
    operations += run.operations
    turns += run.turns
    return run
  }

  return {
    async run(seed) {
      const plan = planOf(seed, chapters)
      const first = await play(seed, plan)
      const [violation] = first.violations
      if (violation === undefined) return null
      const kind = kindOf(violation)
      const steps = await shrink(plan, async (fewer) =>
        (await play(seed, fewer)).violations.some((each) => kindOf(each) === kind),
      )
      const run = await play(seed, steps, true)
      const again = await play(seed, steps, true)
      return { seed, chapters, steps, violation, run, isReplayed: run.hash === again.hash }
    },
    async isViolated(seed) {
      return (await play(seed, planOf(seed, chapters))).violations[0] ?? null
    },
    replay: (seed, steps = planOf(seed, chapters)) => play(seed, steps, true),
    counts: () => ({ operations, turns }),
  }
}

/** A violation without the ids and amounts in it, which differ from run to run. */
const kindOf = (violation: string): string => violation.replaceAll(/[0-9a-f-]*\d[0-9a-f-]*/g, '#')

/** What is printed of a failing seed. */
export const describeFailure = ({
  seed,
  chapters,
  steps,
  violation,
  run,
  isReplayed,
}: Failure): string =>
  [
    `Seed ${seed} violates:`,
    ...(run.violations.length === 0
      ? [`  ${violation}`, '  (only once: not when it ran again)']
      : []),
    ...run.violations.map((found) => `  ${found}`),
    `Shrunk to ${steps.length} steps:`,
    ...run.trace.map((line) => `  ${line}`),
    `State ${run.hash}, ${isReplayed ? 'the same when replayed' : 'ANOTHER ONE when replayed'}.`,
    `Run it again: npm run simulate -- --seed ${seed}${chapters === 1 ? '' : ` --chapters ${chapters}`}`,
  ].join('\n')
