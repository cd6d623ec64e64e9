/** What is promised, how much of it is to be seen, and the command that sees a part of it. */
import { MONTHS } from '../../benchmarks/src/options.ts'
import {
  leaderKills,
  minutesAt,
  numberIn,
  OUTAGE_SECONDS_MAX,
  PAUSE_MS_MAX,
  runWithin,
  shortOutages,
  shortPauses,
  unlessMissed,
  type Count,
} from './counts.ts'
import type { Unit } from './progress.ts'

export type Proof = {
  /** Its name on the command line, and of its file in `proofs/`. */
  name: string
  promise: string
  goal: number
  /** What is counted, in the plural. */
  counted: string
  /** Its times are the promise, so what the host of a virtual machine takes away counts as load. */
  isMeasurement?: true
  countOf: Count
  /** The program of one unit and its arguments, after the units so far. A few minutes long. */
  command(before: readonly Unit[]): readonly [file: string, ...args: string[]]
}

/** What a machine of two slow cores serves for an hour. */
const STEADY_PER_SECOND = 200

const BENCHMARK = 'benchmarks/src/main.ts'

const STORM = 'scripts/storm.ts'
const SIMULATION = 'platform/test/simulation/main.ts'

/** Of one unit: some minutes, so that little is lost when the machine is wanted for something else. */
const SEEDS = 400

/** Each in turn. There are fewer kills and more quarrels than elsewhere: a history is made of calls. */
const HISTORIES = [
  [STORM, 'kills', '--kills', '10', '--confirmed', '1000', '--rivals', '24'],
  [STORM, 'moves', '--count', '20'],
  [STORM, 'failover', '--kills', '2', '--confirmed', '2000', '--rivals', '6'],
] as const

/** Of each seed (W299). */
const CHAPTERS = 8

/** After the seeds of every unit that held. */
const nextSeed = (before: readonly Unit[]): number =>
  before.reduce((next, { result, command }) => {
    const [, from, seeds] = /--from (\d+) --seeds (\d+)/.exec(command) ?? []
    return result === 'held' ? Math.max(next, Number(from) + Number(seeds)) : next
  }, 1)

const heldOf = (before: readonly Unit[]): number =>
  before.filter(({ result }) => result === 'held').length

export const PROOFS: readonly Proof[] = [
  {
    name: 'kills',
    promise: 'kill -9 of processes under mixed load: nothing lost, nothing doubled',
    goal: 1_000,
    counted: 'kills',
    countOf: numberIn(/^(\d+) kill -9 of/m),
    command: () => [STORM, 'kills', '--kills', '50'],
  },
  {
    name: 'histories',
    promise: 'some order of the calls explains every answer, and nobody is stuck (W271, W272)',
    goal: 1_000_000,
    counted: 'calls',
    countOf: numberIn(/^(\d+) calls about \d+ subjects judged/m),
    command: (before) => HISTORIES[before.length % HISTORIES.length] as (typeof HISTORIES)[number],
  },
  {
    name: 'simulation',
    promise: 'simulated operations, with faults, against the model (W165)',
    goal: 10_000_000,
    counted: 'operations',
    countOf: numberIn(/ s: (\d+) operations in/),
    command: (before) => {
      const from = String(nextSeed(before))
      return [SIMULATION, '--chapters', String(CHAPTERS), '--from', from, '--seeds', String(SEEDS)]
    },
  },
  {
    name: 'seed-131',
    promise:
      'seed 131 of the simulation violates nothing, and ends in one state, on a busy machine',
    goal: 1_000,
    counted: 'replays',
    countOf: numberIn(
      /^Seed 131 was replayed (\d+) times .* violates nothing, and its state is always/m,
    ),
    // It failed beside other programs. These are its own, so that the unit counts (W273).
    command: () => [SIMULATION, '--seed', '131', '--times', '200', '--workers', '16'],
  },
  {
    name: 'moves',
    promise: 'moves between two cells under load and kills: nothing lost, nothing doubled',
    goal: 100,
    counted: 'moves',
    countOf: numberIn(/^moves: (\d+) done/m),
    command: () => [STORM, 'moves', '--count', '10'],
  },
  {
    name: 'pause',
    promise: `how long a move without a kill refuses writes: at p99 at most ${PAUSE_MS_MAX} ms`,
    goal: 100,
    counted: 'moves',
    countOf: shortPauses,
    command: () => [STORM, 'moves', '--count', '20', '--calm'],
  },
  {
    name: 'upgrade',
    promise:
      'to the next release and back under load: nothing lost or doubled, no answer 5xx (W281, W294)',
    goal: 20,
    counted: 'upgrades',
    countOf: numberIn(/^(\d+) upgrade and back/m),
    command: () => [STORM, 'upgrade'],
  },
  {
    name: 'power-cuts',
    promise: "power cuts of the embedded database's disk: nothing lost",
    goal: 100,
    counted: 'power cuts',
    countOf: numberIn(/^(\d+) power cuts,/m),
    command: () => [STORM, 'power-cuts', '--cycles', '10'],
  },
  {
    name: 'failover',
    promise: 'kills of the leader of PostgreSQL under Patroni: nothing acknowledged is lost',
    goal: 20,
    counted: 'leader kills',
    countOf: leaderKills,
    command: () => [STORM, 'failover', '--kills', '4'],
  },
  {
    name: 'outage',
    promise: `the same with a \`ttl\` of 7 s: payments are confirmed again within ${OUTAGE_SECONDS_MAX} s`,
    goal: 20,
    counted: 'leader kills',
    countOf: shortOutages,
    command: () => [STORM, 'failover', '--kills', '4', '--tuned'],
  },
  {
    name: 'restore',
    promise:
      'restores by pgBackRest to a moment under load: each acknowledged payment is there or a follow-up (W286)',
    goal: 20,
    counted: 'restores',
    countOf: numberIn(/^(\d+) restores of/m),
    // Every other time two cells, each restored to a moment of its own.
    command: (before) => [
      STORM,
      'restore',
      ...(before.length % 2 === 0 ? ['--restores', '2'] : ['--restores', '1', '--cells', '2']),
    ],
  },
  {
    name: 'shifts',
    promise:
      "shifts of the till's own code on devices that fail: every dinar in one book, nobody stuck (W291)",
    goal: 10_000,
    counted: 'shifts',
    countOf: numberIn(/^(\d+) shifts of the till/m),
    command: (before) => [STORM, 'shifts', '--count', '250', '--seed', String(heldOf(before) + 1)],
  },
  {
    name: 'growth',
    promise:
      'status, list, search, claim and day close at 20 million payments take at most 1.5 × as long as at 10 thousand',
    goal: 20_000_000,
    counted: 'payments',
    isMeasurement: true,
    countOf: unlessMissed(numberIn(/^\| growth, month \d+ of \d+ *\| ([\d,]+) payments/m)),
    // A month is a unit. One that is there already is not inserted again, so what did not count is repeated
    // at no cost; that of the last month measures.
    command: (before) => {
      const month = String(Math.min(MONTHS, heldOf(before) + 1))
      return [BENCHMARK, 'growth', '--keep', '.wasl/proofs/growth', '--month', month]
    },
  },
  {
    name: 'whole',
    promise:
      '1,000 whole payments a second for an hour: at most 1 % over 1 s, memory flat, then every invariant',
    goal: 60,
    counted: 'minutes without a pause',
    isMeasurement: true,
    countOf: minutesAt(1_000),
    // An hour is one unit: memory of its last quarter is compared with that of its second.
    command: () => [BENCHMARK, 'hour', '--rounds', '60'],
  },
  {
    name: 'steady',
    promise: `the same at ${STEADY_PER_SECOND} a second`,
    goal: 60,
    counted: 'minutes without a pause',
    isMeasurement: true,
    countOf: minutesAt(STEADY_PER_SECOND),
    command: () => [BENCHMARK, 'hour', '--rounds', '60', '--per-second', String(STEADY_PER_SECOND)],
  },
  {
    name: 'processes',
    promise: 'a payment costs 2 and 4 processes at most 1.15 × the processor time of one',
    goal: 3,
    counted: 'runs',
    isMeasurement: true,
    countOf: runWithin(['2 processes', '4 processes'], 1.15),
    command: () => [BENCHMARK, 'processes'],
  },
  {
    name: 'cells',
    promise: 'a payment costs a second cell at most 1.15 × the processor time of one',
    goal: 3,
    counted: 'runs',
    isMeasurement: true,
    countOf: runWithin(['2 cells'], 1.15),
    command: () => [BENCHMARK, 'cells'],
  },
]
