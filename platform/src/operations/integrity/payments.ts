import { EVENTS } from '../../delivery/webhooks/event.ts'
import { inRange } from './ranges.ts'

const ORDINALS = Object.entries(EVENTS)
  .map(([kind, { ordinal }]) => `when '${kind}' then ${ordinal}`)
  .join(' ')

/** The events of a payment are a range of the primary key. */
const ITS_EVENT = `event.partner_id = payments.partner_id
        and event.event_id > payments.payment_id
        and event.event_id < event_id_of(payments.payment_id, 255)`

/** What must always be true of payments, their history and their events (I1 to I4). */
export const PAYMENT_INTEGRITY: Record<string, string> = {
  'I1: at most one payment.success for a payment': `
    select partner_id, event_id_of(event_id, 0) as payment_id, count(*)
    from webhook_events
    where kind = 'payment.success' and ${inRange('event_id')}
    group by partner_id, event_id_of(event_id, 0)
    having count(*) > 1`,

  'I1: at most one payment of a reference is locked, paid or refunded': `
    select partner_id, reference, array_agg(stage)
    from payments
    -- Two of different ranges cannot both have the reference, which is asked next.
    where stage <> 'released' and ${inRange('payment_id')}
    group by partner_id, reference
    having count(*) > 1`,

  'I1: a payment that is locked, paid or refunded has its reference': `
    select payments.partner_id, payments.payment_id, stage, live.payment_id as with_payment
    from payments
    left join live_references live using (partner_id, reference)
    where stage <> 'released' and live.payment_id is distinct from payments.payment_id
      and ${inRange('payments.payment_id')}`,

  'I1: a reference leads to its newest payment, and each payment to the one before it': `
    select payments.partner_id, payments.reference, payments.payment_id
    from payments
    left join live_references live using (partner_id, reference)
    left join payments later
      on later.partner_id = payments.partner_id
      and later.previous_payment_id = payments.payment_id
      and later.previous_payment_id is not null
      and later.reference = payments.reference
    where (live.payment_id is not distinct from payments.payment_id)
      = (later.payment_id is not null)
      and ${inRange('payments.payment_id')}`,

  'I1: a reference whose payment is gone says what its status goes on saying': `
    select live.partner_id, live.reference, live.payment_id
    from live_references live
    left join payments using (partner_id, payment_id)
    where ${inRange('live.payment_id')} and payments.reference is distinct from live.reference
      and (payments.reference is not null or live.amount is null)`,

  'I1: the open locks are those of the locked payments': `
    select partner_id, payment_id, stage, open.channel_id
    from (select * from payments where stage = 'locked') as locked
    full join open_locks open using (partner_id, payment_id)
    where (locked.channel_id, locked.lock_expires_at, locked.agent_id)
      is distinct from (open.channel_id, open.lock_expires_at, open.agent_id)`,

  'I2: paid or refunded if and only if there is a success event': `
    select partner_id, payment_id, stage
    from payments
    where ${inRange('payments.payment_id')} and (stage in ('paid', 'refunded')) <> exists (
      select from webhook_events event
      where ${ITS_EVENT} and event.kind = 'payment.success'
    )`,

  'I3: released if and only if there is a fail event; never both success and fail': `
    select partner_id, payment_id, stage
    from payments
    where ${inRange('payments.payment_id')} and (stage = 'released') <> exists (
      select from webhook_events event
      where ${ITS_EVENT} and event.kind = 'payment.fail'
    )`,

  'I3: every payment has the event of its opening': `
    select partner_id, payment_id
    from payments
    where ${inRange('payments.payment_id')} and not exists (
      select from webhook_events event
      where event.partner_id = payments.partner_id
        and event.event_id = event_id_of(payments.payment_id, 1)
        and ${inRange('event.event_id')}
        and event.kind = 'payment.initialized'
    )`,

  'I3: each event has the ordinal of its kind, and a payment has every event before it': `
    select partner_id, event_id, kind
    from webhook_events event
    where ${inRange('event.event_id')} and (case kind when 'payment.refunded' then event_ordinal(event_id) < 3
        else event_ordinal(event_id) is distinct from case kind ${ORDINALS} end end
      or event_ordinal(event_id) > 1 and not exists (
        select from webhook_events earlier
        where earlier.partner_id = event.partner_id
          and earlier.event_id = event_id_of(event.event_id, event_ordinal(event.event_id) - 1)
          and ${inRange('earlier.event_id')}
      ))`,

  'I4: history holds only allowed transitions, each from where the one before it led': `
    select *
    from (
      select *,
        lag(to_stage) over of_payment as before,
        lag(at) over of_payment as before_at,
        row_number() over of_payment as place
      from payment_transitions
      where ${inRange('payment_id')}
      window of_payment as (partition by partner_id, payment_id order by sequence)
    ) as history
    where sequence <> place
      or from_stage is distinct from before
      or at < before_at
      or (coalesce(from_stage, ''), to_stage, cause) not in (values
        ('', 'locked', 'open'), ('locked', 'paid', 'confirm'), ('locked', 'released', 'cancel'),
        ('locked', 'released', 'fail'), ('locked', 'released', 'expire'),
        ('paid', 'refunded', 'refund'))`,

  'I4: every transition, refusal and event is of a payment': `
    select belongs.*
    from (
      select partner_id, payment_id, 'transition' as what from payment_transitions
      where ${inRange('payment_id')}
      union all
      select partner_id, payment_id, 'refusal' from payment_refusals
      where ${inRange('payment_id')}
      union all
      select partner_id, event_id_of(event_id, 0), 'event' from webhook_events
      where ${inRange('event_id')}
    ) as belongs
    left join (
      select partner_id, payment_id from payments where ${inRange('payment_id')}
    ) as payments using (partner_id, payment_id)
    where payments.payment_id is null`,

  'I4: the current stage is the last of the history, with its time': `
    select payments.partner_id, payments.payment_id, stage, last.to_stage, last.at
    from payments
    left join lateral (
      select to_stage, at
      from payment_transitions
      where partner_id = payments.partner_id and payment_id = payments.payment_id
      order by sequence desc
      limit 1
    ) as last on true
    where ${inRange('payments.payment_id')} and (last.to_stage is distinct from stage
      or last.at is distinct from case stage
        when 'locked' then opened_at
        when 'paid' then paid_at
        when 'released' then released_at
        else refunded_at
      end)`,

  'I4: nothing was confirmed at or after the end of its lock': `
    select partner_id, payment_id, lock_expires_at, paid_at
    from payments
    where paid_at >= lock_expires_at or released_at > lock_expires_at`,
}
