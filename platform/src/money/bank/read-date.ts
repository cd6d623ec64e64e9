import type { DATE_FORMATS } from '@wasl/protocol'

export type DateFormat = (typeof DATE_FORMATS)[number]

const FORMS: Record<DateFormat, RegExp> = {
  'YYYY-MM-DD': /^(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})$/,
  'YYYY/MM/DD': /^(?<year>[0-9]{4})\/(?<month>[0-9]{2})\/(?<day>[0-9]{2})$/,
  YYYYMMDD: /^(?<year>[0-9]{4})(?<month>[0-9]{2})(?<day>[0-9]{2})$/,
  'DD/MM/YYYY': /^(?<day>[0-9]{2})\/(?<month>[0-9]{2})\/(?<year>[0-9]{4})$/,
  'DD-MM-YYYY': /^(?<day>[0-9]{2})-(?<month>[0-9]{2})-(?<year>[0-9]{4})$/,
  'DD.MM.YYYY': /^(?<day>[0-9]{2})\.(?<month>[0-9]{2})\.(?<year>[0-9]{4})$/,
  'DD/MM/YY': /^(?<day>[0-9]{2})\/(?<month>[0-9]{2})\/(?<year>[0-9]{2})$/,
  'MM/DD/YYYY': /^(?<month>[0-9]{2})\/(?<day>[0-9]{2})\/(?<year>[0-9]{4})$/,
}

const YEAR_MIN = 2000
const YEAR_MAX = 2100

/**
 * A date in a bank's export as `YYYY-MM-DD`; null when it is not a real date in this format, or is not
 * of this century.
 *
 * @example readBankDate('21/11/2026', 'DD/MM/YYYY') // '2026-11-21'
 */
export const readBankDate = (text: string, format: DateFormat): string | null => {
  const { year = '', month = '', day = '' } = FORMS[format].exec(text.trim())?.groups ?? {}
  const whole = year.length === 2 ? `20${year}` : year
  const date = `${whole}-${month}-${day}`
  if (Number(whole) < YEAR_MIN || Number(whole) > YEAR_MAX || !isRealDate(date)) return null
  return date
}

/** February 30 becomes a day in March, and so differs. */
const isRealDate = (date: string): boolean => {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}
