import type { Overview } from '@wasl/protocol'
import { addDinars } from '../../cells/sums.ts'

type Day = Overview['today']
type Moved = Omit<Day, 'date' | 'byNow'>
type Due = Overview['oldestDue'][number]

/** As many of each kind as one cell shows. */
const DUE_MAX = 3
const FAILING_MAX = 20

/**
 * The overview of all cells. Only the control cell reports who holds cash, for all of them (W178).
 */
export const mergeOverviews = (answers: Overview[]): Overview => {
  const [first] = answers as [Overview]
  const each = <Part>(part: (answer: Overview) => Part): Part[] => answers.map(part)
  const kinds = new Set(
    answers.flatMap(({ byKind }) => byKind.map(({ channelKind }) => channelKind)),
  )
  return {
    ...first,
    today: addDays(each(({ today }) => today)),
    yesterday: addDays(each(({ yesterday }) => yesterday)),
    lastWeek: addDays(each(({ lastWeek }) => lastWeek)),
    byKind: [...kinds].map((channelKind) => {
      const same = answers.flatMap(({ byKind }) =>
        byKind.filter((one) => one.channelKind === channelKind),
      )
      return Object.assign({ channelKind }, addMoved(same))
    }),
    byHour: first.byHour.map(({ hour }, place) => {
      const hours = answers.flatMap(({ byHour }) => byHour[place] ?? [])
      const past = hours.flatMap(({ today }) => today ?? [])
      return {
        hour,
        today: past.length === 0 ? null : addDinars(past),
        payments: sum(hours.map(({ payments }) => payments)),
        lastWeek: addDinars(hours.map(({ lastWeek }) => lastWeek)),
      }
    }),
    failing: answers
      .flatMap(({ failing }) => failing)
      .toSorted((one, other) => other.waiting - one.waiting || other.givenUp - one.givenUp)
      .slice(0, FAILING_MAX),
    oldestDue: oldest(answers.flatMap(({ oldestDue }) => oldestDue)),
    cash: addCash(each(({ cash }) => cash)),
    queue: addQueues(each(({ queue }) => queue)),
    owed: addDinars(each(({ owed }) => owed)),
    standbys: answers.flatMap(({ standbys }) => standbys),
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

const addMoved = (all: Moved[]): Moved => ({
  collected: addDinars(all.map(({ collected }) => collected)),
  payments: sum(all.map(({ payments }) => payments)),
  refunded: addDinars(all.map(({ refunded }) => refunded)),
  refunds: sum(all.map(({ refunds }) => refunds)),
})

const addDays = (days: Day[]): Day => ({
  date: days[0]?.date ?? '',
  ...addMoved(days),
  byNow: addMoved(days.map(({ byNow }) => byNow)),
})

const oldest = (items: Due[]): Due[] => {
  const sorted = items.toSorted((one, other) => (one.since < other.since ? -1 : 1))
  const shown = new Map<Due['kind'], number>()
  return sorted.filter(({ kind }) => {
    const count = (shown.get(kind) ?? 0) + 1
    shown.set(kind, count)
    return count <= DUE_MAX
  })
}

const addCash = (all: Overview['cash'][]): Overview['cash'] => ({
  total: addDinars(all.map(({ total }) => total)),
  holders: sum(all.map(({ holders }) => holders)),
  bags: {
    amount: addDinars(all.map(({ bags }) => bags.amount)),
    count: sum(all.map(({ bags }) => bags.count)),
    oldestAt: all.flatMap(({ bags }) => bags.oldestAt ?? []).toSorted()[0] ?? null,
  },
  ages: (all[0]?.ages ?? []).map(({ days }) => {
    const same = all.flatMap(({ ages }) => ages.filter((age) => age.days === days))
    return {
      days,
      amount: addDinars(same.map(({ amount }) => amount)),
      holders: sum(same.map(({ holders }) => holders)),
    }
  }),
})

const addQueues = (all: Overview['queue'][]): Overview['queue'] => {
  const count = (of: (queue: Overview['queue']) => number): number => sum(all.map(of))
  return {
    due: count(({ due }) => due),
    retrying: count(({ retrying }) => retrying),
    oldestDueAt: all.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).toSorted()[0] ?? null,
    locked: count(({ locked }) => locked),
    lapsing: count(({ lapsing }) => lapsing),
    openCases: count(({ openCases }) => openCases),
    openVariances: count(({ openVariances }) => openVariances),
    openVarianceAmount: addDinars(all.map(({ openVarianceAmount }) => openVarianceAmount)),
  }
}
