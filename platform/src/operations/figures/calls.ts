import type pg from 'pg'
import type { PartnerCall } from '../metrics/partner-failures.ts'
import { quantile } from './durations.ts'

export type CallHour = {
  hour: Date
  call: PartnerCall
  answered: number
  failed: number
  p50Ms: number | null
  p95Ms: number | null
}

type Row = { hour: Date; call: PartnerCall; failed: number; answered: number[] }

/** How a partner answered in the last hours, the oldest first. */
export const readCallHours = async (
  pool: pg.Pool,
  partnerId: number,
  hours: number,
): Promise<CallHour[]> => {
  const { rows } = await pool.query<Row>(
    `select hour, call, failed, answered
    from partner_calls
    where partner_id = $1 and call in ('lookup', 'webhook')
      and hour > date_trunc('hour', wasl_now()) - make_interval(hours => $2)
    order by hour, call`,
    [partnerId, hours],
  )
  return rows.map(({ hour, call, failed, answered }) => ({
    hour,
    call,
    failed,
    answered: answered.reduce((sum, count) => sum + count, 0),
    p50Ms: quantile(answered, 0.5),
    p95Ms: quantile(answered, 0.95),
  }))
}
