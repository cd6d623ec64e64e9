/** The days and months of partitions, in UTC, without I/O. */

export type Unit = 'day' | 'month'

/** `2026-11-21` or `2026-11`: names sort in order of time. */
export type Period = string

export const periodAt = (at: Date, unit: Unit): Period =>
  at.toISOString().slice(0, unit === 'day' ? 10 : 7)

export const startOf = (period: Period): Date =>
  new Date(period.length === 7 ? `${period}-01` : period)

/** The period `count` periods later; earlier when `count` is negative. */
export const after = (period: Period, count: number): Period => {
  const start = startOf(period)
  if (period.length === 7) start.setUTCMonth(start.getUTCMonth() + count)
  else start.setUTCDate(start.getUTCDate() + count)
  return periodAt(start, period.length === 7 ? 'month' : 'day')
}

/** @example partitionName('payments', '2026-11') // 'payments_202611' */
export const partitionName = (table: string, period: Period): string =>
  `${table}_${period.replaceAll('-', '')}`

/** The lowest id of a moment: an id starts with 48 bits of milliseconds. */
export const lowestIdAt = (at: Date): string => {
  const digits = Math.max(0, at.getTime()).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}

/** The bounds of a period's partition: its lowest id, and that of the next period. */
export const boundsOf = (period: Period): [from: string, to: string] => [
  lowestIdAt(startOf(period)),
  lowestIdAt(startOf(after(period, 1))),
]

/** When an id was made, in milliseconds: the first 48 bits. */
export const timeOfId = (id: string): number =>
  Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** The lowest and the highest of these ids, of which there is at least one. */
export const rangeOf = (ids: string[]): [string, string] => {
  const sorted = ids.map((id) => id.toLowerCase()).toSorted()
  return [sorted[0] as string, sorted.at(-1) as string]
}
