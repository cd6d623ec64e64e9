import { inRange } from './ranges.ts'

/** What must always be true of the Payment Status API (I9 and I10). */
export const STATUS_INTEGRITY: Record<string, string> = {
  'I9: no quota holds more than 60 calls, and what it holds is in order': `
    select partner_id, accepted_at
    from status_quotas
    where cardinality(accepted_at) > 60
      or accepted_at <> array(select unnest(accepted_at) order by 1)`,

  'I10: what the status shows agrees with the history': `
    select payments.partner_id, payments.payment_id, stage, opened_at, paid_at, released_at,
      refunded_at
    from payments
    left join lateral (
      select min(at) filter (where to_stage = 'locked') as locked,
        min(at) filter (where to_stage = 'paid') as paid,
        min(at) filter (where to_stage = 'released') as released,
        min(at) filter (where to_stage = 'refunded') as refunded
      from payment_transitions
      where partner_id = payments.partner_id and payment_id = payments.payment_id
    ) as history on true
    where ${inRange('payments.payment_id')} and (opened_at, paid_at, released_at, refunded_at)
      is distinct from (history.locked, history.paid, history.released, history.refunded)`,
}
