import { after, lowestIdAt, periodAt, startOf, timeOfId } from '../base/database/period.ts'

/** Ids from the first one to before the second one; null: without a bound. */
export type IdRange = { from: string | null; before: string | null }

/** How many months are read at once: the newest alone, then ever more, because few may be found. */
const MONTHS_AT_ONCE = [1, 5, 18]

/**
 * Ranges that together are `bounds`, the newest first. They end where the partitions of months do, so that a
 * page of new payments reads one partition, however many there are. `now` only places the first of them.
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
