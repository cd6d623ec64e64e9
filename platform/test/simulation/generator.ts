import { OPERATIONS, type OperationName } from './operations/operations.ts'
import { randomOf, type Random } from './random.ts'
import type { Decision, Fate, PartnerAnswer } from './scheduler.ts'

/**
 * One step. Its numbers choose among what there is at that moment, so a step means something whatever
 * was left out before it: the shrinker leaves steps out.
 */
export type Step =
  /** A caller begins an operation at a process. */
  | { do: 'start'; operation: OperationName; process: number; seed: number }
  /** One waiting statement, transaction or call takes its turn. */
  | { do: 'proceed'; pick: number; decision: Decision }
  /** Every process takes its turns without a fault, at most so many. */
  | { do: 'calm'; turns: number }
  | { do: 'advance'; ms: number }
  /** A process dies with all that it has waiting, and another one starts in its place. */
  | { do: 'kill'; process: number }
  /** What follows is about other references: those of the chapters before are paid, most of them. */
  | { do: 'chapter'; number: number }

export const PROCESSES = 2

const STEPS_MIN = 90
const STEPS_MORE = 90

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** From moments within a statement to days: leases, locks, retries, keys and business days end. */
const ADVANCES = {
  short: [1, 20, 100, 600],
  usual: [SECOND, 3 * SECOND, 9 * SECOND, 11 * SECOND, 29 * SECOND, 31 * SECOND, 65 * SECOND],
  long: [4 * MINUTE, 6 * MINUTE, 31 * MINUTE, 2 * HOUR],
  days: [7 * HOUR, 13 * HOUR, 25 * HOUR],
}

/** How a seed's world is: each seed has another one, so that each kind of trouble is alone in some. */
type Climate = {
  operations: Record<OperationName, number>
  steps: Record<Exclude<Step['do'], 'chapter'>, number>
  advances: Record<keyof typeof ADVANCES, number>
  /** Of a hundred turns, those that meet a fault. */
  faults: number
  answers: Record<PartnerAnswer, number>
}

const climateOf = (random: Random): Climate => {
  const some = (most: number): number => (random.below(3) === 0 ? 0 : random.below(most + 1))
  const operations = Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, { weight, theme }]) => [
      name,
      theme !== 'usual' || random.below(5) === 0 ? 0 : weight * (1 + random.below(3)),
    ]),
  ) as Record<OperationName, number>
  operations.open = Math.max(operations.open, OPERATIONS.open.weight)
  return {
    operations,
    steps: {
      start: 24 + random.below(16),
      proceed: 30 + random.below(30),
      calm: 6 + random.below(12),
      advance: 6 + random.below(10),
      kill: some(4),
    },
    advances: { short: some(6), usual: 1 + random.below(8), long: some(3), days: some(2) },
    faults: some(25),
    answers: {
      // Some partners hardly ever answer well.
      well: random.below(3) === 0 ? 1 : 10,
      'with an error': some(10),
      'to try later': some(3),
      'with nonsense': some(2),
      'and the connection breaks': some(4),
    },
  }
}

/** A day on which much is paid, in a world like this one. */
const payday = (climate: Climate): Climate => ({
  ...climate,
  operations: { ...NOTHING, open: 10, confirm: 14, 'pay by code': 4, 'begin shift': 1 },
  steps: { ...climate.steps, calm: 40, advance: 1 },
  advances: { short: 4, usual: 1, long: 0, days: 0 },
  answers: { ...climate.answers, well: 40 },
})

/** A place where one theme comes first, and the usual goes on. */
const mostly = (of: 'books' | 'custody'): Record<OperationName, number> =>
  Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, { weight, theme }]) => [
      name,
      theme === of ? weight * 3 : theme === 'usual' ? Math.ceil(weight / 6) : 0,
    ]),
  ) as Record<OperationName, number>

/** The same with agents on their shifts, who hold the cash. */
const shiftsOf = (climate: Climate): Climate => {
  const day = payday(climate)
  return { ...day, operations: { ...day.operations, 'begin shift': 4, confirm: 18, cancel: 2 } }
}

/** The days after it, on which the money is counted, closed, approved and paid out. */
const daysOfBooks = (climate: Climate): Climate => ({
  ...climate,
  operations: mostly('books'),
  steps: { ...climate.steps, calm: 40 },
  advances: { ...climate.advances, usual: 4, days: 2 },
})

/** The hours after it, in which cash changes hands, goes to the bank, and is found there. */
const hoursOfCustody = (climate: Climate): Climate => ({
  ...climate,
  operations: {
    ...mostly('custody'),
    open: 8,
    cancel: 10,
    confirm: 18,
    remit: 6,
    'bank remittance': 3,
  },
  steps: { ...climate.steps, start: 60, calm: 24, kill: Math.min(climate.steps.kill, 1) },
  advances: { short: 4, usual: 6, long: 2, days: 1 },
})

const NOTHING = Object.fromEntries(Object.keys(OPERATIONS).map((name) => [name, 0])) as Record<
  OperationName,
  number
>

/** A counter with QR codes, whose amounts change all the time. */
const counter = (climate: Climate): Climate => ({
  ...climate,
  operations: {
    ...NOTHING,
    scan: 10,
    'set amounts': 8,
    'unset amounts': 2,
    'pay by code': 16,
    confirm: 12,
    cancel: 4,
    status: 6,
    'expire locks': 3,
  },
  steps: { ...climate.steps, calm: 20 },
  advances: { short: 6, usual: 4, long: 3, days: 0 },
})

/** Of all seeds: those that are about the books, about QR codes, and about cash that changes hands. */
const BOOKS_SHARE = 0.35
const CODES_SHARE = 0.2
const CUSTODY_SHARE = 0.15

/** Floats before the cash changes hands: some in each channel. */
const FUNDED = [0, 1, 2, 3]

/** Beyond every seed, so that no chapter is the plan of another seed. */
const CHAPTER_SEEDS = 1_000_003

/**
 * The steps of a seed: a chapter, or several in the same world, each with a climate of its own. To put the
 * tables back and to ask the oracles takes longer than a chapter, and is done once for all of them.
 */
export const planOf = (seed: number, chapters = 1): Step[] =>
  Array.from({ length: chapters }, (_, number): Step[] =>
    number === 0
      ? chapterOf(seed)
      : [{ do: 'chapter', number }, ...chapterOf(seed + number * CHAPTER_SEEDS)],
  ).flat()

const chapterOf = (seed: number): Step[] => {
  const random = randomOf(seed)
  const climate = climateOf(random)
  const count = STEPS_MIN + random.below(STEPS_MORE)
  const stepsIn = (place: Climate, steps: number): Step[] =>
    Array.from({ length: steps }, () => stepOf(random, place))
  const theme = random.unit()
  if (theme < CODES_SHARE) return stepsIn(counter(climate), count)
  if (theme >= 1 - CUSTODY_SHARE)
    return [
      ...stepsIn(shiftsOf(climate), Math.floor(count / 3)),
      ...FUNDED.map((channel): Step => ({
        do: 'start',
        operation: 'fund float',
        process: 0,
        seed: seed + channel,
      })),
      { do: 'calm', turns: 60 },
      ...stepsIn(hoursOfCustody(climate), count),
    ]
  if (theme >= CODES_SHARE + BOOKS_SHARE) return stepsIn(climate, count)
  return [
    ...stepsIn(payday(climate), Math.floor(count / 2)),
    { do: 'calm', turns: 60 },
    { do: 'advance', ms: 25 * HOUR },
    { do: 'start', operation: 'close days', process: 0, seed },
    { do: 'calm', turns: 60 },
    ...stepsIn(daysOfBooks(climate), Math.floor(count / 2)),
  ]
}

const stepOf = (random: Random, climate: Climate): Step => {
  const kind = random.weighted(climate.steps)
  switch (kind) {
    case 'start':
      return {
        do: 'start',
        operation: random.weighted(climate.operations),
        process: random.below(PROCESSES),
        seed: random.below(2 ** 30),
      }
    case 'proceed': {
      const answer = random.weighted(climate.answers)
      return {
        do: 'proceed',
        pick: random.below(2 ** 20),
        decision: { fate: fateOf(random, climate), answer },
      }
    }
    case 'calm':
      return { do: 'calm', turns: 2 + random.below(30) }
    case 'advance':
      return { do: 'advance', ms: random.pick(ADVANCES[random.weighted(climate.advances)]) }
    case 'kill':
      return { do: 'kill', process: random.below(PROCESSES) }
    default:
      return kind satisfies never
  }
}

/** A transaction of the platform has at most this many statements before its commit. */
const STATEMENTS_MAX = 12

const fateOf = (random: Random, { faults }: Climate): Fate => {
  if (random.below(100) >= faults) return { kind: 'runs' }
  return {
    kind: random.below(4) === 0 ? 'dies' : 'is lost',
    when: random.below(2) === 0 ? 'before' : 'after',
    at: random.below(STATEMENTS_MAX),
  }
}
