import type { Cleanup } from './harness/cleanup.ts'
import type { BenchPostgres } from './harness/postgres.ts'
import type { Tool } from './harness/tools.ts'
import type { Undisturbed } from './undisturbed.ts'

/** What a scenario measures with. */
export type Bench = {
  cleanup: Cleanup
  postgres: BenchPostgres
  /** A folder for files that live as long as the run. */
  folder: string
  /** A short run that shows that everything works; its figures say little. */
  quick: boolean
  /** Floor and platform in turn, this many times. */
  rounds: number
  /** How long one run of a load takes. */
  seconds: number
  /**
   * The same time in short turns, for scenarios whose contestants can all stay started: floor and
   * platform in turn, this many times, for so many seconds.
   */
  turns: number
  turnSeconds: number
  /** Every round is measured through this, so that other programs spoil none. */
  measure: Undisturbed['measure']
  /** Where the platform's CPU profiles go, or null. */
  profileTo: string | null
  log: (line: string) => void
}

/** One line of the table. */
export type Row = {
  scenario: string
  contestant: string
  result: string
  /** To the floor of the same scenario, or what the goal names; null where there is none. */
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
