/** Time on the wire (D3). */
import { z } from 'zod'
import { named } from './named.ts'

/** The message for any other form, such as the seconds of `X-Timestamp`. */
const EXPECTED = 'expected a time in UTC with milliseconds such as 2026-11-21T09:00:00.000Z'

/** ISO 8601 in UTC with milliseconds, exactly as `Date.prototype.toISOString` writes it. */
export const timeSchema = z.iso.datetime({ precision: 3, error: EXPECTED }).meta({
  description: 'ISO 8601 in UTC with milliseconds (D3).',
  format: 'date-time',
  pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$',
})

/** Whole seconds since 1970, rounded down, for `X-Timestamp` (ten digits until 2286). */
export const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000)

named({ Time: timeSchema })
