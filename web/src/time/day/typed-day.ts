/** Days as people type and read them: day, month, year, the order of all three languages. */

/** `2026-11-19` as `19/11/2026`; nothing for no day. */
export const shownDay = (day: string): string => day.split('-').toReversed().join('/')

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

const SPLIT = /^(\d{1,2})[\s/.-]+(\d{1,2})(?:[\s/.-]+(\d{4}|\d{2}))?$/

const TOGETHER = /^(\d{2})(\d{2})(\d{4})$/

/** Arabic keyboards may write their own digits, and marks of direction. */
const plain = (typed: string): string =>
  typed
    .replaceAll(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .trim()

/**
 * The day that was typed: `19/11/2026`, `19.11.26`, `19 11` of the present year, `19112026` or
 * `2026-11-19`. Null for anything else, such as the 30th of February.
 *
 * @example typedDay('3/2', '2026-11-19') // '2026-02-03'
 */
export const typedDay = (typed: string, today: string): string | null => {
  const text = plain(typed)
  const [, isoYear, isoMonth, isoDay] = ISO.exec(text) ?? []
  if (isoYear !== undefined) return dayOf(isoYear, isoMonth, isoDay)
  const [, day, month, year = today.slice(0, 4)] = SPLIT.exec(text) ?? TOGETHER.exec(text) ?? []
  if (day === undefined) return null
  return dayOf(year.length === 2 ? today.slice(0, 2) + year : year, month, day)
}

const dayOf = (year: string, month = '', day = ''): string | null => {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso)
  return isReal ? iso : null
}
