import type pg from 'pg'
import { wallClock } from '../chance.ts'
import { after, boundsOf, lowestIdAt, periodAt, startOf, timeOfId } from './period.ts'

/** Ids from the first one to before the second one; null: without a bound. */
export type IdRange = { from: string | null; before: string | null }

/** How many months are read at once: the newest alone, then ever more, because few may be found. */
const MONTHS_AT_ONCE = [1, 5, 18]

/**
 * Ranges that together are `bounds`, the newest first. They end where the partitions of months do, so that a
 * page of the newest reads one partition, however many there are. `now` only places the first of them.
 */
export const rangesIn = ({ from, before }: IdRange, now: Date): IdRange[] => {
  const ranges: IdRange[] = []
  let upper = before
  const newestMs = before === null ? now.getTime() : Math.min(timeOfId(before), now.getTime())
  let month = periodAt(new Date(newestMs), 'month')
  for (const months of MONTHS_AT_ONCE) {
    const first = after(month, 1 - months)
    const lower = lowestIdAt(startOf(first))
    if (from !== null && lower <= from) break
    ranges.push({ from: lower, before: upper })
    upper = lower
    month = after(first, -1)
  }
  return [...ranges, { from, before: upper }]
}

/**
 * The ranges of a table whose ids begin with their time. Partitions of months to come exist already. As long
 * as they are empty, they are left out: otherwise each partner's rows would be looked for in them too.
 *
 * @param id the column that the table is partitioned by.
 */
export const readRanges = async (
  pool: pg.Pool,
  [table, id]: readonly ['payments', 'payment_id'] | readonly ['webhook_events', 'event_id'],
  { from, before }: IdRange,
): Promise<IdRange[]> => {
  const now = wallClock()
  if (before !== null) return rangesIn({ from, before }, now)
  const [, later] = boundsOf(periodAt(now, 'month'))
  const { rows } = await pool.query<{ isLater: boolean }>(
    `select exists (select from ${table} where ${id} >= $1) as "isLater"`,
    [later],
  )
  return rangesIn({ from, before: rows[0]?.isLater === false ? later : null }, now)
}

/** SQL: the ids of a range. */
export const inRange = (
  id: string,
  { from, before }: IdRange,
  bind: (value: unknown) => string,
): string[] => [
  ...(from === null ? [] : [`${id} >= ${bind(from)}::uuid`]),
  ...(before === null ? [] : [`${id} < ${bind(before)}::uuid`]),
]
