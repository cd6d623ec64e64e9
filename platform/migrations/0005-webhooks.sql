-- An event is written in the transaction of the change it tells of; its body never changes.
create table webhook_events (
  partner_id integer not null,
  event_id uuid not null,
  payment_id uuid not null,
  kind text not null
    check (kind in ('payment.initialized', 'payment.success', 'payment.fail')),
  body text not null,
  created_at timestamptz not null,
  primary key (partner_id, event_id),
  foreign key (partner_id, payment_id) references payments
);

-- A payment has one opening and at most one outcome: never two successes, and never both a success
-- and a fail (D9).
create unique index webhook_events_of_payment
on webhook_events (partner_id, payment_id, (kind = 'payment.initialized'));

create trigger append_only before update or delete or truncate on webhook_events
for each statement execute function refuse_change();

-- The queue: one narrow row for each event owed to a partner, found by its payment. due_at is when
-- the next attempt may start; null when nothing is owed. While an attempt is under way it is leased
-- to its process: the lease is in no index, so that claiming writes one row and no index entry.
-- Like the history the row is written together with what it belongs to, and needs no foreign key.
create table webhook_deliveries (
  partner_id integer not null,
  event_id uuid not null,
  payment_id uuid not null,
  -- Whether the event tells how the payment ended, and not that it began.
  is_outcome boolean not null,
  due_at timestamptz,
  leased_until timestamptz,
  attempts integer not null default 0,
  -- How far down the retry schedule this delivery is; sending again starts it anew (D14).
  step smallint not null default 0,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- From when on an acknowledgement of the partner may bring the next attempt forward; null when none
  -- may: the last attempt did not fail for the partner's trouble, or was brought forward itself.
  retry_from timestamptz,
  -- When the next attempt is due by the schedule, while due_at is earlier because it was brought forward.
  scheduled_at timestamptz,
  primary key (partner_id, payment_id, is_outcome)
) with (fillfactor = 60);

create index webhook_deliveries_due on webhook_deliveries (partner_id, due_at)
where due_at is not null;

create index webhook_deliveries_failed on webhook_deliveries (partner_id, failed_at)
where failed_at is not null;

-- Deliveries that wait because the partner was in trouble; a healthy partner has no entry here.
create index webhook_deliveries_postponed on webhook_deliveries (partner_id, retry_from)
where retry_from is not null;

-- Written before the bytes of the attempt leave: no attempt is hidden (D14).
create table webhook_attempts (
  partner_id integer not null,
  event_id uuid not null,
  attempt integer not null,
  started_at timestamptz not null,
  primary key (partner_id, event_id, attempt, started_at)
) partition by range (started_at);

create table webhook_attempt_results (
  partner_id integer not null,
  event_id uuid not null,
  attempt integer not null,
  finished_at timestamptz not null,
  outcome text not null,
  status integer,
  duration_ms integer not null,
  -- At most 1 KiB of what the partner answered; null for {"success":true} to the byte.
  response_body text,
  error text,
  -- The earlier attempt of this event that was answered in the same words, which stand there alone.
  answer_of integer,
  body_sha256 bytea,
  primary key (partner_id, event_id, attempt, finished_at)
) partition by range (finished_at);

-- Days without a partition of their own (a moved clock, a platform that slept) land here.
create table webhook_attempts_other partition of webhook_attempts default;
create table webhook_attempt_results_other partition of webhook_attempt_results default;

create trigger append_only before update or delete on webhook_attempts
for each row execute function refuse_change();

create trigger append_only before update or delete on webhook_attempt_results
for each row execute function refuse_change();

-- The bytes of an event, made once, in the transaction of the change it tells of (D15).
create function webhook_body(payment payments, kind text) returns text
language sql stable parallel safe
as $$
  select '{"event":"' || kind || '","data":{"reference":' || to_json(payment.reference)::text
    || ',"paymentId":"' || payment.payment_id::text
    || '","channel":"' || payment.channel_kind
    || '","amount":' || wire_amount(payment.amount)
    || ',"currency":"' || payment.currency || '",'
    || case kind
      when 'payment.initialized' then
        '"lockReleaseTime":"' || wire_time(payment.lock_expires_at)
        || '","initializedAt":"' || wire_time(payment.opened_at) || '"'
      when 'payment.success' then '"paidAt":"' || wire_time(payment.paid_at) || '"'
      else
        '"failedAt":"' || wire_time(payment.released_at)
        || '","reason":"' || payment.fail_reason || '"'
    end || '}}'
$$;
