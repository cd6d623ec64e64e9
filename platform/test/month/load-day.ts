import type pg from 'pg'
import type { Day } from './plan.ts'

export type People = { partnerIds: number[]; agentIds: number[] }

/**
 * Writes the paid payments of a day at once, with what their opening and their confirmation would have
 * written, events apart. Returns their ids in the order of the plan.
 *
 * @param date its business date; the payments are made within its business hours.
 */
export const loadDay = async (
  pool: pg.Pool,
  { payments }: Day,
  { partnerIds, agentIds }: People,
  date: string,
): Promise<string[]> => {
  const { rows } = await pool.query<{ ids: string[] }>(LOAD, [
    date,
    payments.map(([partner]) => partnerIds[partner]),
    payments.map(([, agent]) => agentIds[agent]),
    payments.map(([, , amount]) => amount),
  ])
  return rows[0]?.ids ?? []
}

const LOAD = `
with given as (
  select given.partner_id, new_id(given.partner_id) as payment_id, 'M-' || $1 || '-' || ord as reference,
    channel_id, kind, given.agent_id, given.amount, ord,
    ($1 || ' 09:00+01')::timestamptz + ord * interval '1 second' as at
  from unnest($2::int[], $3::int[], $4::bigint[]) with ordinality
    as given (partner_id, agent_id, amount, ord)
  join agents using (agent_id)
  join channels using (channel_id)
), paid as (
  insert into payments (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount,
    currency, amount_detail, details, opened_at, lock_expires_at, paid_at, agent_id, taken_by)
  select partner_id, payment_id, reference, channel_id, kind, 'paid', amount, 'DZD', '[]', '[]',
    at - interval '1 minute', at + interval '14 minutes', at, agent_id, agent_id
  from given
), live as (
  insert into live_references (partner_id, reference, payment_id)
  select partner_id, reference, payment_id from given
), history as (
  insert into payment_transitions
    (partner_id, payment_id, sequence, from_stage, to_stage, cause, at)
  select partner_id, payment_id, 1, null, 'locked', 'open', at - interval '1 minute' from given
  union all
  select partner_id, payment_id, 2, 'locked', 'paid', 'confirm', at from given
), collected as (
  insert into ledger_transfers (partner_id, source_id, code, debit_kind, debit_owner, credit_kind,
    credit_owner, amount, actor, at, business_date)
  select partner_id, payment_id, 'COLLECT', 'cash', 'agt_' || agent_id, 'partner_payable',
    'prt_' || partner_id, amount, 'chn_' || channel_id, at, $1::date
  from given
)
select array_agg(payment_id order by ord)::text[] as ids from given`
