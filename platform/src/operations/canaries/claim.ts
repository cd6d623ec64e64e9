import type pg from 'pg'
import { isHere } from '../../base/database/fenced.ts'

export type ClaimedCanary = {
  partner_id: number
  canary_id: string
  /** Of the newest live check that the partner knew; null for one that does not exist. */
  reference: string | null
}

/** SQL: the next time after now at the partner's own second of the hour, so that canaries are spread. */
export const nextCanary = (partnerId: string): string => `(
  select slot + case when slot <= wasl_now() then interval '1 hour' else interval '0' end
  from (
    select date_trunc('hour', wasl_now())
      + make_interval(secs => ((${partnerId})::bigint * 2654435761 % 3600)::int) as slot
  ) as of_hour
)`

/**
 * Takes canaries that are due, and makes the next ones due in the same statement: one whose process dies is
 * made in the next hour. A time further ahead than an hour was set before the clock went back.
 */
export const claimCanaries = async (pool: pg.Pool, limit: number): Promise<ClaimedCanary[]> => {
  const { rows } = await pool.query<ClaimedCanary>(CLAIM, [limit])
  return rows
}

const CLAIM = `
  update partner_canaries as canary
  set due_at = ${nextCanary('canary.partner_id')}
  from (
    select due.partner_id
    from partner_canaries due
    join partners partner using (partner_id)
    where (due.due_at <= wasl_now() or due.due_at > wasl_now() + interval '1 hour')
      and partner.status = 'active' and partner.state = 'live' and ${isHere('due.partner_id')}
    order by due.due_at
    limit $1
    for update of due skip locked
  ) as claimed
  where canary.partner_id = claimed.partner_id
  returning canary.partner_id, new_id(canary.partner_id) as canary_id, (
    select reference
    from live_checks
    where partner_id = canary.partner_id and reference is not null
      and results @> '[{"check": "lookup-known", "outcome": "passed"}]'
    order by run_id desc
    limit 1
  ) as reference`
