/** Shows a moment as the clock on the wall does: in milliseconds, as if that clock showed UTC. */
export type WallClock = (at: Date) => number

/** No time zone changes its clocks within a quarter of an hour. */
const QUARTER_MS = 900_000

/**
 * A clock of a time zone. The zone is asked once for each quarter of an hour, because a table has as
 * many moments as it has rows.
 */
export const createWallClock = (timeZone: string): WallClock => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const offsets = new Map<number, number>()
  const offsetOf = (quarter: number): number => {
    const start = quarter * QUARTER_MS
    const parts = new Map(format.formatToParts(start).map(({ type, value }) => [type, +value]))
    const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - start
  }
  return (at) => {
    const quarter = Math.floor(at.getTime() / QUARTER_MS)
    const offset = offsets.get(quarter) ?? offsetOf(quarter)
    offsets.set(quarter, offset)
    return at.getTime() + offset
  }
}
