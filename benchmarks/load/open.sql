-- Opens one payment in one hand-written statement: inserts the payment, its transition, its event and
-- its delivery. It calls no partner.
\set next :next + 1
\set number :first + :client_id * :slice + :next
with asked as (
  select (1001 + number % :partners::int)::int as partner_id, 'floor-' || number as reference
  from (select :number::bigint as number) as given
), taken as (
  insert into live_references (partner_id, reference, payment_id)
  select partner_id, reference, new_id(partner_id) from asked
  on conflict do nothing
  returning partner_id, reference, payment_id
), opened as (
  insert into payments
    (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
      amount_detail, details, opened_at, lock_expires_at)
  select partner_id, payment_id, reference, :channel::int, 'AGENCY', 'locked', 59980, 'DZD', '[]',
    '[]', at, at + interval '15 minutes'
  from (select taken.*, wasl_now() as at from taken) as timed
  returning payments.*
), locks as (
  insert into open_locks (partner_id, payment_id, channel_id, lock_expires_at)
  select partner_id, payment_id, channel_id, lock_expires_at from opened
), history as (
  insert into payment_transitions
    (partner_id, payment_id, sequence, from_stage, to_stage, cause, at)
  select partner_id, payment_id, 1, null, 'locked', 'open', opened_at from opened
), events as (
  insert into webhook_events (partner_id, event_id, kind, body, created_at)
  select partner_id, event_id_of(payment_id, 1), 'payment.initialized',
    '{"event":"payment.initialized","data":{"reference":' || to_json(reference)::text
      || ',"paymentId":"' || payment_id || '","channel":"' || channel_kind
      || '","amount":' || wire_amount(amount) || ',"currency":"' || currency
      || '","lockReleaseTime":"' || wire_time(lock_expires_at)
      || '","initializedAt":"' || wire_time(opened_at) || '"}}',
    opened_at
  from opened
), queue as (
  insert into webhook_deliveries (partner_id, event_id, due_at)
  select partner_id, event_id_of(payment_id, 1), opened_at from opened
)
select payment_id, lock_expires_at from opened;
