import { bodySql, EVENTS } from '../delivery/webhooks/event.ts'
import { paymentColumns } from './payment-row.ts'

const KIND = 'payment.initialized'

/**
 * The condition that a row's `payment_id` is in `taken`. Usually all are, and then the rows are not
 * compared one by one.
 */
export const isTaken = (timed: string, taken: string): string => `(
  (select count(*) from ${taken}) = (select count(*) from ${timed})
  or ${timed}.payment_id = any(array(select payment_id from ${taken}))
)`

/**
 * What is written with every new payment, as the end of the opening statement: its lock, its
 * history, the event `payment.initialized` with its delivery, and the answer under its
 * Idempotency-Key.
 *
 * The statement defines `asked` (with ord, partner_id, reference, channel_id, idempotency_key,
 * fingerprint and extra: what the answer says beside the payment) and `opened`: rows of payments.
 */
export const RECORD_OPENING = `
locks as (
  insert into open_locks (partner_id, payment_id, channel_id, lock_expires_at, agent_id)
  select partner_id, payment_id, channel_id, lock_expires_at, agent_id
  from opened
), history as (
  insert into payment_transitions
    (partner_id, payment_id, sequence, from_stage, to_stage, cause, at)
  select partner_id, payment_id, 1, null, 'locked', 'open', opened_at
  from opened
), events as (
  insert into webhook_events (partner_id, event_id, kind, body, created_at)
  select partner_id, event_id_of(payment_id, ${EVENTS[KIND].ordinal}), '${KIND}',
    ${bodySql(KIND, 'opened')}, opened_at
  from opened
), queue as (
  insert into webhook_deliveries (partner_id, event_id, due_at)
  select partner_id, event_id_of(payment_id, ${EVENTS[KIND].ordinal}), opened_at
  from opened
), answers as (
  insert into idempotency_keys
    (partner_id, channel_id, key, fingerprint, payment_id, cause, extra, created_at)
  select opened.partner_id, asked.channel_id, asked.idempotency_key, asked.fingerprint,
    opened.payment_id, 'open', asked.extra, opened.opened_at
  from opened
  join asked using (partner_id, reference)
  where asked.idempotency_key is not null
  -- A fixed order, so that two such statements never deadlock.
  order by opened.partner_id, asked.channel_id, asked.idempotency_key
)
select asked.ord, ${paymentColumns('opened')}
from opened
join asked using (partner_id, reference)
`
