import { isHere } from '../../base/database/fenced.ts'
import type pg from 'pg'
import { LEASE_MS } from './echo.ts'

export type ClaimedEcho = {
  partner_id: number
  payment_id: string
  reference: string
  state: 'due' | 'unbooked'
  /** The number of this lookup since the acknowledgement. */
  lookups: number
  is_refunded: boolean
}

/**
 * Takes the echo that is due first of each partner, except those with a lookup under way. No process
 * has more than one of a partner. A row that another process takes is skipped.
 *
 * @param after the partner that was served last: the next ones come first.
 */
export const claimEchoes = async (
  pool: pg.Pool,
  { busy, after, limit }: { busy: readonly number[]; after: number; limit: number },
): Promise<ClaimedEcho[]> => {
  const { rows } = await pool.query<ClaimedEcho>(CLAIM, [busy, after, limit, LEASE_MS])
  return rows
}

const CLAIM = `
  with clock as materialized (select wasl_now() as now), next as materialized (
    select due.partner_id, due.payment_id
    from partners p
    cross join lateral (
      select partner_id, payment_id
      from payment_echoes
      where partner_id = p.partner_id and due_at <= (select now from clock)
      order by due_at
      limit 1
      for update skip locked
    ) as due
    where p.echo <> 'off' and p.status = 'active' and p.partner_id <> all($1::int[])
      and ${isHere('p.partner_id')}
    order by p.partner_id <= $2::int, p.partner_id
    limit $3::int
  )
  update payment_echoes echo
  set lookups = echo.lookups + 1,
    due_at = (select now from clock) + make_interval(secs => $4::int / 1000.0)
  from next
  where echo.partner_id = next.partner_id and echo.payment_id = next.payment_id
  returning echo.partner_id, echo.payment_id, echo.reference, echo.state, echo.lookups,
    exists (
      select from payments
      where partner_id = echo.partner_id and payment_id = echo.payment_id
        and refunded_at is not null
    ) as is_refunded`
