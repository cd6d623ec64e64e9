/**
 * Ranges of ids. A prepared statement opens every monthly partition of a table, unless its parameters
 * say between which ids the rows are. So each hot statement has a range among its parameters (W274).
 */
import { after, lowestIdAt, periodAt, rangeOf, startOf } from './period.ts'

/** The lowest and the highest id. */
export type IdRange = readonly [from: string, to: string]

export const ANY_ID: IdRange = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

/** With this range a statement opens no partition. */
export const NO_ID: IdRange = [ANY_ID[1], ANY_ID[0]]

/** The ids of this month and of the one before. */
export const recentIds = (now: Date): IdRange => {
  const month = periodAt(now, 'month')
  return idsOf(startOf(after(month, -1)), startOf(after(month, 1)))
}

/** The ids of what is made from one moment until before another one. */
export const idsOf = (from: Date, end: Date): IdRange => {
  const last = lowestIdAt(new Date(end.getTime() - 1))
  return [lowestIdAt(from), last.slice(0, TIME_DIGITS) + ANY_ID[1].slice(TIME_DIGITS)]
}

/** The milliseconds at the beginning of an id, with their hyphen. */
const TIME_DIGITS = 13

export const isWithin = ([from, to]: IdRange, id: string): boolean => from <= id && id <= to

/**
 * SQL for `column = id` beside a range, in a statement that locks or changes rows of tables that others
 * change too. In PostgreSQL 18.4 such a statement loses rows: it leaves out partitions by the range, and
 * then by each id. When it meets a row that another session has just changed, it looks for the ids that
 * follow in wrong partitions, and finds none. It leaves out no partition by a condition of this form, so
 * the range alone does (W275).
 */
export const isId = (column: string, id: string): string =>
  `${column} = any(array_fill(${id}, '{1}'))`

/** The range of the payments whose places these requests take. Usually it is empty. */
export const rangeOfPrevious = (requests: readonly { previousId?: string | null }[]): IdRange => {
  if (requests.some(({ previousId }) => previousId === undefined)) return ANY_ID
  const ids = requests.flatMap(({ previousId }) => previousId ?? [])
  return ids.length === 0 ? NO_ID : rangeOf(ids)
}

/**
 * Runs a statement that finds a payment through another row, such as that of its reference. The first
 * run looks for it among recent payments. When the other row names an older one, the statement runs
 * again with the range of that id alone. If the row then names another payment, the last run has no
 * range.
 *
 * @param idOf the id that the other row names; null for none
 */
export const readWithin = async <Row>(
  now: Date,
  read: (ids: IdRange) => Promise<Row | undefined>,
  idOf: (row: Row) => string | null,
): Promise<Row | undefined> => {
  let range = recentIds(now)
  for (;;) {
    const row = await read(range)
    const id = row === undefined ? null : idOf(row)
    if (id === null || isWithin(range, id)) return row
    range = isRecent(range) ? [id, id] : ANY_ID
  }
}

const isRecent = ([from, to]: IdRange): boolean => from !== to
