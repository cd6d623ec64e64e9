import { isRefundOf } from './refund-row.ts'

/**
 * What always holds of refunds (L1, L6), each as a query that returns no row. The months whose refunds
 * were exported and dropped are not asked.
 */
export const REFUND_INTEGRITY: Record<string, string> = {
  'L1: refunds never exceed their payment': `
    select payment.partner_id, payment.payment_id, payment.amount, sum(refund.amount)::bigint as taken
    from refunds refund
    left join payments payment
      on payment.partner_id = refund.partner_id
      and payment.payment_id = event_id_of(refund.refund_id, 0)
    where refund.status <> 'declined'
    group by payment.partner_id, payment.payment_id, payment.amount
    having sum(refund.amount) <= payment.amount is not true`,

  'L1: the refunded amount of a payment is the sum of its refunds that were made': `
    select payment.partner_id, payment.payment_id, payment.refunded_amount
    from payments payment
    where payment.refunded_amount <> (
      select coalesce(sum(refund.amount), 0)::bigint
      from refunds refund
      where refund.partner_id = payment.partner_id
        and ${isRefundOf('payment.payment_id')}
        and refund.made_at is not null
    ) and (payment.refunded_amount > 0 or exists (
      select from refunds refund
      where refund.partner_id = payment.partner_id and ${isRefundOf('payment.payment_id')}
    ))`,

  'L1: each refund that was made has its REFUND, and no other has': `
    select refund.partner_id, refund.refund_id, refund.status, transfer.amount
    from refunds refund
    left join ledger_transfers transfer
      on transfer.partner_id = refund.partner_id and transfer.source_id = refund.refund_id
      and transfer.code = 'REFUND' and transfer.line = 1
    where not is_archived(refund.refund_id)
      and case when refund.made_at is null then transfer.amount is not null
      else transfer.amount is distinct from refund.amount end`,

  'L1: each refund has a REFUND_PAID for each time it was paid, and what undid it': `
    select refund.partner_id, refund.refund_id, refund.status, refund.times_paid
    from refunds refund
    cross join lateral (
      select count(*) filter (where code = 'REFUND_PAID') as paid,
        count(*) filter (where code = 'REFUND_RETURNED') as returned,
        count(*) filter (where code = 'REFUND_EXPIRED') as expired,
        coalesce(bool_and(amount = refund.amount), true) as is_whole
      from ledger_transfers transfer
      where transfer.partner_id = refund.partner_id and transfer.source_id = refund.refund_id
    ) as posted
    where not is_archived(refund.refund_id) and (
      posted.paid <> refund.times_paid
      or posted.returned <> refund.times_paid - (refund.status = 'paid')::int
      or posted.expired <> (refund.status = 'expired')::int
      or not posted.is_whole
    )`,

  'L1: refunds change their status as allowed, and the status is the last of the history': `
    select *
    from (
      select history.*, refund.status, refund.changes,
        lag(to_status) over of_refund as before,
        row_number() over of_refund as place
      from refund_transitions history
      left join refunds refund using (partner_id, refund_id)
      window of_refund as (partition by partner_id, refund_id order by sequence)
    ) as history
    where sequence <> place
      or from_status is distinct from before
      or (coalesce(from_status, ''), to_status, cause) not in (values
        ('', 'requested', 'request'), ('requested', 'made', 'make'), ('requested', 'made', 'approve'),
        ('requested', 'declined', 'decline'), ('made', 'paid', 'redeem'), ('made', 'paid', 'pay'),
        ('made', 'expired', 'expire'), ('paid', 'made', 'return'))
      or (sequence = changes and to_status <> status)
      or changes is null`,

  'L1: each event of a refund is of one that was made, with its amount': `
    select event.partner_id, event.event_id, event.body
    from webhook_events event
    where event.kind = 'payment.refunded' and 1 <> (
      select count(*)
      from refunds refund
      where refund.partner_id = event.partner_id
        and refund.refund_id = (event.body::json -> 'data' ->> 'refundId')::uuid
        and refund.made_at is not null
        and wire_amount(refund.amount) = event.body::json -> 'data' ->> 'refundedAmount'
    )`,

  'L6: nobody approves or declines what they asked for': `
    select partner_id, refund_id, requested_by
    from refunds
    where requested_by in (approved_by, declined_by)`,
}
