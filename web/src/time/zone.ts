/**
 * The operator's time zone, in which business days begin and clocks are read. The platform writes it
 * into the page (W150), so that every screen shows the day of the books, wherever its browser stands.
 */

const BY_DEFAULT = 'Africa/Algiers'

const isKnown = (zone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format(0)
    return true
  } catch {
    return false
  }
}

const given = globalThis.document?.documentElement.dataset['timeZone'] ?? ''

/** The default stands in where there is no page of the platform, and for a zone that this browser lacks. */
export const ZONE = given !== '' && isKnown(given) ? given : BY_DEFAULT

const OFFSETS = new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' })

/** Clocks change on a quarter of an hour, so one answer holds for all moments of it. */
const QUARTER_MS = 900_000

/** More quarters than a list shows: about half a year. */
const KEPT_MAX = 20_000

const kept = new Map<number, number>()

const OFFSET = /GMT(?:([+-])(\d\d):(\d\d))?/

/** How far the clocks of the zone are ahead of UTC at a moment. Cheap, for lists with very many rows. */
const aheadMs = (at: number): number => {
  const quarter = Math.floor(at / QUARTER_MS)
  const known = kept.get(quarter)
  if (known !== undefined) return known
  const [, sign, hours = '0', minutes = '0'] = OFFSET.exec(OFFSETS.format(at)) ?? []
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  if (kept.size >= KEPT_MAX) kept.clear()
  kept.set(quarter, ahead)
  return ahead
}

/** The day of a moment in the zone: `2026-11-19`. */
export const localDay = (at: string): string => dayAt(Date.parse(at))

const dayAt = (at: number): string => new Date(at + aheadMs(at)).toISOString().slice(0, 10)

/** Today in the zone, which near midnight is not the day of the browser. */
export const today = (): string => dayAt(Date.now())

/** The day some days after another, or before it. */
export const dayAfter = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The time on the zone's clocks: `09:30`. */
export const timeNow = (): string =>
  new Date(Date.now() + aheadMs(Date.now())).toISOString().slice(11, 16)

/** The moment at which the zone's clocks show a day and a time, `8:30` too; null when they are not whole. */
export const momentOf = (day: string, time: string): string | null => {
  const shown = Date.parse(`${day}T${time.trim().padStart(5, '0')}Z`)
  if (Number.isNaN(shown)) return null
  // The offset is that of the moment itself, which is known up to the offset.
  const near = shown - aheadMs(shown)
  return new Date(shown - aheadMs(near)).toISOString()
}

/** The first moment of a day of the zone. */
export const startOfDay = (day: string): string => momentOf(day, '00:00:00.000') ?? ''

/** The last moment of a day of the zone. */
export const endOfDay = (day: string): string => momentOf(day, '23:59:59.999') ?? ''
