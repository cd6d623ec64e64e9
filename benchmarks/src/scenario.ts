import type { Cleanup } from './harness/cleanup.ts'
import type { BenchPostgres } from './harness/postgres.ts'
import type { Tool } from './harness/tools.ts'
import type { KeptFolder } from './options.ts'
import type { Undisturbed } from './undisturbed.ts'

/** Everything that a scenario needs to measure. */
export type Bench = {
  cleanup: Cleanup
  postgres: BenchPostgres
  /** A folder for files, deleted after the run. */
  folder: string
  /** A short run shows that everything works. Its figures mean little. */
  quick: boolean
  /** How often floor and platform are measured, in turn. */
  rounds: number
  /** The payments a second of `hour`, or null: as many as its goal says. */
  perSecond: number | null
  /** How long a load runs in one round. */
  seconds: number
  /**
   * The same total time in short turns, for scenarios whose contestants all keep running: floor and
   * platform in turn, this many times, for `turnSeconds` each.
   */
  turns: number
  turnSeconds: number
  /** Measures a round. Repeats it when other programs disturbed it. */
  measure: Undisturbed['measure']
  /** The folder for the platform's CPU profiles, or null. */
  profileTo: string | null
  /** Where the large database of `growth` stays, and up to which month it is filled; or null. */
  kept: KeptFolder | null
  log: (line: string) => void
}

/** One line of the table. */
export type Row = {
  scenario: string
  contestant: string
  result: string
  /** To the floor of the scenario, or to the peer that the goal names. Null when there is no ratio. */
  ratio: number | null
  goal: Goal | null
  note?: string
}

export type Goal = { text: string; met: boolean }

export type Scenario = {
  name: string
  about: string
  tools: readonly Tool[]
  /** Runs only with --full, or when named. */
  isLong?: boolean
  run(bench: Bench): Promise<Row[]>
}
