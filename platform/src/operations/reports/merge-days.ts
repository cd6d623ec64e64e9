import type { DaySection } from '@wasl/protocol'
import type { DayOfCell, DayRow } from './read-day.ts'

/** One day's report of those of all cells; that of one cell as it is. */
export const mergeDays = (days: readonly DayOfCell[]): DayOfCell => {
  const [first] = days as [DayOfCell]
  if (days.length === 1) return first
  const sections = new Set(days.flatMap((day) => day.sections.map(([section]) => section)))
  return {
    at: first.at,
    isClosed: days.every(({ isClosed }) => isClosed),
    moved: {
      count: sum(days.map(({ moved }) => moved.count)),
      amount: sum(days.map(({ moved }) => moved.amount)),
    },
    sections: [...sections].map((section) => [section, mergeSection(section, days)]),
    // The control cell's names last: the others have copies.
    names: days.toReversed().flatMap(({ names }) => names),
  }
}

const mergeSection = (section: DaySection, days: readonly DayOfCell[]): DayRow[] => {
  const rows = days.flatMap((day) =>
    day.sections.flatMap(([name, found]) => (name === section ? found : [])),
  )
  // Each count of a till is a line of its own.
  if (section === 'counts') return rows
  // Every cell has every step, in one order.
  if (section === 'open') return added(rows)
  if (section === 'cash') return cashOf(added(rows))
  const sorted = added(rows).toSorted(inOrder)
  return section === 'balances' ? sorted.filter(({ amount }) => amount !== 0) : sorted
}

const added = (rows: readonly DayRow[]): DayRow[] => {
  const groups = Map.groupBy(rows, ({ item, channelNumber, partnerNumber, holder }) =>
    JSON.stringify([item, channelNumber, partnerNumber, holder]),
  )
  return [...groups.values()].map(sumOf)
}

const sumOf = (same: readonly DayRow[]): DayRow => ({
  ...(same[0] as DayRow),
  count: sumOrNull(same.map(({ count }) => count)),
  amount: sumOrNull(same.map(({ amount }) => amount)),
})

/** The cash of a channel is an account in each cell: what is lacking in one may be in another. */
const cashOf = (rows: readonly DayRow[]): DayRow[] =>
  [...Map.groupBy(rows, ({ holder }) => holder).values()]
    .filter((lines) => lines.some(({ amount }) => amount !== 0))
    .toSorted(([one], [other]) => byHolder(one as DayRow, other as DayRow))
    .flat()

const byHolder = (one: DayRow, other: DayRow): number =>
  compare(one.channelNumber, other.channelNumber) || compare(one.holder, other.holder)

/** As the statement of one cell sorts them. */
const inOrder = (one: DayRow, other: DayRow): number =>
  compare(one.item, other.item) ||
  compare(one.channelNumber, other.channelNumber) ||
  compare(one.partnerNumber, other.partnerNumber) ||
  compare(one.holder, other.holder)

/** Null is last. */
const compare = <Value extends string | number>(one: Value | null, other: Value | null): number => {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

const sumOrNull = (numbers: readonly (number | null)[]): number | null => {
  const known = numbers.filter((one) => one !== null)
  return known.length === 0 ? null : sum(known)
}
