/** How what was said narrows the payments (W140): each reading is a query of the list of payments. */
import {
  dinarsFromCentimes,
  isReference,
  type SearchFilters,
  type SearchQuery,
} from '@wasl/protocol'
import type pg from 'pg'
import { ANY_PAYMENT } from '../../payments/payment-filter.ts'
import { readLocalPeriod } from '../../payments/local-period.ts'
import type { Reading } from './asked.ts'
import type { AmountRange } from '../../base/typed/read-amount.ts'
import { clockOf, dayOf, readSpoken, type Spoken } from './read-spoken.ts'
import type { Typed } from './read-typed.ts'

/** The days of the operator's clock, as `2026-11-19`: today, and the first that is searched without a day. */
export type LocalDays = { today: string; first: string }

const DAYS_SEARCHED = 30

export const readToday = async (pool: pg.Pool): Promise<LocalDays> => {
  const { rows } = await pool.query<LocalDays>(
    `select today::text, (today - ${DAYS_SEARCHED})::text as first
    from (select (wasl_now() at time zone time_zone)::date as today from ledger_state) as clock`,
  )
  return rows[0] as LocalDays
}

/** Of a text with an amount, a day, a time or the end of a reference, or of several words. */
export const readingsOf = async (
  pool: pg.Pool,
  { text, uuid, receiptOf, amounts: whole }: Typed,
  local: LocalDays,
): Promise<Reading[]> => {
  if (uuid !== null || receiptOf !== null) return []
  const spoken = readSpoken(text)
  const { words, amounts, end, day, time } = spoken
  const hasMoment = day !== null || time !== null
  const period = periodOf(spoken, local)
  const opened = await readLocalPeriod(pool, period)
  const reading = (match: Reading['match'], part: Narrowed): Reading => ({
    match,
    isOfNames: !hasMoment && Object.keys(part).length === 0,
    filter: { ...ANY_PAYMENT, words, opened, ...part },
    filters: {
      ...period,
      ...(words.length > 0 && { words: words.join(' ') }),
      ...amountFilters(part.amounts ?? null),
      ...(part.referenceEnds && { referenceEnds: part.referenceEnds }),
    },
  })
  const readings: Reading[] = []
  // A text that is only an amount is left to the search for amounts.
  if (amounts !== null && whole === null) readings.push(reading('words', { amounts }))
  if (end !== null && isReference(end)) readings.push(reading('end', { referenceEnds: end }))
  if (readings.length === 0 && (hasMoment || words.length > 1)) readings.push(reading('words', {}))
  return readings
}

type Narrowed = { amounts?: AmountRange; referenceEnds?: string }

const periodOf = (
  { day, time }: Spoken,
  { today, first }: LocalDays,
): { from: string; to?: string } => {
  if (day === null && time === null) return { from: first }
  const date = day === null ? today : dayOf(day, today)
  if (time === null) return { from: date, to: date }
  return { from: `${date}T${clockOf(time.from)}`, to: `${date}T${clockOf(time.to)}` }
}

const amountFilters = (amounts: AmountRange | null): SearchFilters =>
  amounts === null
    ? {}
    : {
        amountFrom: dinarsFromCentimes(amounts.from),
        amountTo: dinarsFromCentimes(amounts.to),
      }

/** The list of what is found by an amount, or by the beginning of a reference. */
export const filtersOf = (
  { amounts, references, uuid, receiptOf }: Typed,
  { from, to }: SearchQuery,
  { first }: LocalDays,
): SearchFilters | null => {
  if (uuid !== null || receiptOf !== null) return null
  const named = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  if (amounts !== null) {
    const period = from === undefined && to === undefined ? { from: first } : named
    return { ...amountFilters(amounts), ...period }
  }
  const [begins] = references
  return begins === undefined ? null : { referenceBegins: begins, ...named }
}
