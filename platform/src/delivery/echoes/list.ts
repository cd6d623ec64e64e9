import type { EchoState } from '@wasl/protocol'
import type pg from 'pg'

export type EchoRow = {
  partner_id: number
  payment_id: string
  reference: string
  state: EchoState
  acknowledged_at: Date
  looked_up_at: Date | null
  due_at: Date | null
  answer: string | null
}

/** Echoes for operators, the newest payment first: the newest of each partner, from its index. */
export const listEchoes = async (
  pool: pg.Pool,
  { partnerId, state }: { partnerId: number | null; state: EchoState | null },
  { limit, beforeId }: { limit: number; beforeId: string | null },
): Promise<EchoRow[]> => {
  const { rows } = await pool.query<EchoRow>(
    `select newest.*
    from partners p
    cross join lateral (
      select partner_id, payment_id, reference, state, acknowledged_at, looked_up_at, due_at, answer
      from payment_echoes
      where partner_id = p.partner_id
        and ($2::uuid is null or payment_id < $2::uuid)
        ${state === null ? '' : `and state = '${state satisfies EchoState}'`}
      order by payment_id desc
      limit $3::int
    ) as newest
    where $1::int is null or p.partner_id = $1::int
    order by newest.payment_id desc
    limit $3::int`,
    [partnerId, beforeId, limit],
  )
  return rows
}
