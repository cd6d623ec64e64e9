import type pg from 'pg'
import { ANY_TIME, type Period } from './payment-filter.ts'

/**
 * A period of the operator's clock, both ends included: `2026-11-19` is the whole day, and
 * `2026-11-19T09:10` the whole minute. A day of a time zone with a change of clocks has 23 or 25 hours.
 */
export const readLocalPeriod = async (
  pool: pg.Pool,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Period> => {
  if (from === undefined && to === undefined) return ANY_TIME
  const { rows } = await pool.query<Period>(
    `select $1::timestamp at time zone time_zone as since,
      ($2::timestamp + $3::interval) at time zone time_zone as before
    from ledger_state`,
    [from ?? null, to ?? null, to?.includes('T') ? '1 minute' : '1 day'],
  )
  return rows[0] as Period
}
