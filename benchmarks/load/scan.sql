-- Scans a static QR code and opens a payment with it, in two hand-written statements: the first reads
-- the code's amounts; the second inserts the payment, its transition, its event and its delivery while
-- it locks the code against changes. bench_codes numbers the codes.
\set next :next + 1
\set number :first + :client_id * :slice + :next
\set code 1 + :number % :codes
select partners.name, code.label, code.status, configuration.amounts, configuration.expires_at,
  wasl_now() as at
from bench_codes
join qr_codes code using (partner_id, token)
join partners using (partner_id)
join qr_configurations configuration using (partner_id, token)
where bench_codes.number = :code and configuration.ended_at is null;
with held as (
  select code.partner_id, code.token, bench_codes.configuration_id
  from bench_codes
  join qr_codes code using (partner_id, token)
  where bench_codes.number = :code
  for share of code
), opened as (
  insert into payments
    (partner_id, payment_id, reference, channel_id, channel_kind, stage, amount, currency,
      amount_detail, details, opened_at, lock_expires_at, qr_token, qr_configuration_id,
      qr_config_kind)
  select partner_id, new_id(partner_id), 'QR-floor-' || :number::bigint, :channel::int, 'AGENCY',
    'locked', 50000, 'DZD', '[]', '[]', at, at + interval '15 minutes', token, configuration_id, 'PERMANENT'
  from (select held.*, wasl_now() as at from held) as timed
  returning payments.*
), live as (
  insert into live_references (partner_id, reference, payment_id)
  select partner_id, reference, payment_id from opened
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
      || '","qrCodeToken":"' || qr_token || '","qrConfigKind":"' || qr_config_kind
      || '","lockReleaseTime":"' || wire_time(lock_expires_at)
      || '","initializedAt":"' || wire_time(opened_at) || '"}}',
    opened_at
  from opened
), queue as (
  insert into webhook_deliveries (partner_id, event_id, due_at)
  select partner_id, event_id_of(payment_id, 1), opened_at from opened
)
select payment_id, lock_expires_at from opened;
