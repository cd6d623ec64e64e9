import { VOLUME_DAYS, type Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { isStatementTimeout } from '../../base/database/errors.ts'
import { movedInDays } from './money.ts'

export type Volume = { collected: Centimes; payments: number }

/**
 * What was collected for each partner in the last days, with today: sealed dates from their sums, the few
 * later ones from their transfers (W144). Null when that took too long; a list does not fail for it.
 */
export const readVolumes = async (pool: pg.Pool): Promise<ReadonlyMap<number, Volume> | null> => {
  try {
    const { rows } = await pool.query<Volume & { partnerId: number }>(VOLUMES)
    return new Map(rows.map(({ partnerId, ...volume }) => [partnerId, volume]))
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    return null
  }
}

const VOLUMES = `
with days as materialized (
  select today - ${VOLUME_DAYS - 1} as first, today as last
  from (
    select greatest((wasl_now() at time zone time_zone)::date, open_day) as today from ledger_state
  ) as clock
), ${movedInDays('(select first from days)', '(select last from days)', 'null::int')}
select partner_id as "partnerId", sum(collected)::bigint as collected,
  sum(payments)::int as payments
from parts
group by partner_id`
