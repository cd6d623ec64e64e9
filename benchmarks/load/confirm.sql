-- Confirms one payment in one hand-written statement: updates the payment and writes its transition,
-- its event and its delivery. Each client has its own numbers.
\set next :next + 1
\set number :first + :client_id * :slice + :next
with numbered as (
  select number, (1001 + number % :partners::int)::int as partner_id
  from (select :number::bigint as number) as given
), asked as (
  select partner_id, (
    lpad(to_hex(:base::bigint + number), 12, '0') || '700080000000'
    || lpad(to_hex(partner_id), 8, '0')
  )::uuid as payment_id
  from numbered
), moved as (
  update payments
  set stage = 'paid', paid_at = wasl_now()
  from asked
  where payments.partner_id = asked.partner_id
    and payments.payment_id = asked.payment_id
    and payments.channel_id = :channel::int
    and payments.stage = 'locked'
    and payments.lock_expires_at > wasl_now()
  returning payments.*
), unlocked as (
  delete from open_locks using moved
  where open_locks.partner_id = moved.partner_id and open_locks.payment_id = moved.payment_id
), history as (
  insert into payment_transitions
    (partner_id, payment_id, sequence, from_stage, to_stage, cause, at)
  select partner_id, payment_id, 2, 'locked', 'paid', 'confirm', paid_at from moved
), events as (
  insert into webhook_events (partner_id, event_id, kind, body, created_at)
  select partner_id, event_id_of(payment_id, 2), 'payment.success',
    '{"event":"payment.success","data":{"reference":' || to_json(reference)::text
      || ',"paymentId":"' || payment_id || '","channel":"' || channel_kind
      || '","amount":' || wire_amount(amount) || ',"currency":"' || currency
      || '","paidAt":"' || wire_time(paid_at) || '"}}',
    paid_at
  from moved
), queue as (
  insert into webhook_deliveries (partner_id, event_id, due_at)
  select partner_id, event_id_of(payment_id, 2), paid_at from moved
)
select payment_id, paid_at from moved;
