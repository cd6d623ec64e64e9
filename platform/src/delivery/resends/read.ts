import type pg from 'pg'
import { isCounted } from '../../cells/counted.ts'
import type { ResendRow } from './resend.ts'

/** The rows of a resend as one: it is running while a part of it is. */
const RESEND = `
  select resend_id,
    case when not bool_or(of_all) then min(partner_id) end as partner_id,
    min(since) as since, min(until) as until, min(event) as event, min(states) as states,
    case
      when bool_or(status = 'running') then 'running'
      when bool_or(status = 'cancelled') then 'cancelled'
      else 'finished'
    end as status,
    sum(count)::int as count, sum(sent)::int as sent, sum(left_out)::int as left_out,
    min(asked_at) as asked_at, min(asked_by) as asked_by,
    case when not bool_or(status = 'running') then max(finished_at) end as finished_at
  from resends`

/** @param partnerId only what concerns this partner; null for the whole. */
export const readResend = async (
  pool: pg.Pool,
  resendId: string,
  partnerId: number | null,
  leftOut: readonly number[] = [],
): Promise<ResendRow | null> => {
  const { rows } = await pool.query<ResendRow>(
    `${RESEND}
    where resend_id = $1 and ($2::int is null or partner_id = $2)
      and ${isCounted('partner_id', leftOut)}
    group by resend_id`,
    [resendId, partnerId],
  )
  const [row] = rows
  return row === undefined ? null : ownPart(row, partnerId)
}

export const listResends = async (
  pool: pg.Pool,
  partnerId: number | null,
  { limit, beforeId }: { limit: number; beforeId: string | null },
  leftOut: readonly number[] = [],
): Promise<ResendRow[]> => {
  const { rows } = await pool.query<ResendRow>(
    `${RESEND}
    where ($1::int is null or partner_id = $1) and ($2::uuid is null or resend_id < $2)
      and ${isCounted('partner_id', leftOut)}
    group by resend_id
    order by resend_id desc
    limit $3`,
    [partnerId, beforeId, limit],
  )
  return rows.map((row) => ownPart(row, partnerId))
}

/** A partner sees its part of a resend of all partners as its own. */
const ownPart = (row: ResendRow, partnerId: number | null): ResendRow =>
  partnerId === null ? row : { ...row, partner_id: partnerId }
