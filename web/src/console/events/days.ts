/** Algeria has no summer time: its clocks are one hour ahead of UTC. */
const OFFSET = '+01:00'

/** The first moment of a day of Algiers, such as `2026-11-19`. */
export const startOfDay = (day: string): string =>
  new Date(`${day}T00:00:00${OFFSET}`).toISOString()

/** The last moment of a day of Algiers. */
export const endOfDay = (day: string): string =>
  new Date(`${day}T23:59:59.999${OFFSET}`).toISOString()

/** A day and a time of the 24-hour clock, of Algiers; null when they are not whole. */
export const momentOf = (day: string, time: string): string | null => {
  // Typed by hand, so that it is a 24-hour clock in every browser: 8:30 is 08:30.
  const at = new Date(`${day}T${time.trim().padStart(5, '0')}:00${OFFSET}`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
