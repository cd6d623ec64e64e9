-- An event is written in the transaction of the change it reports; its body never changes. Its id is
-- derived from its payment's (event_id_of), so a payment's events are a range of the primary key and
-- lie in the partition of the payment's month. The primary key also enforces that a payment has one
-- opening (ordinal 1) and at most one outcome (ordinal 2): never two successes, and never both a
-- success and a fail (D9).
create table webhook_events (
  partner_id integer not null,
  event_id uuid not null,
  kind text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (partner_id, event_id),
  -- 0 is the payment's own id; 255 is never used, so that every event has a next id.
  check (event_ordinal(event_id) between 1 and 254)
) partition by range (event_id);

create table webhook_events_other partition of webhook_events default;

create trigger append_only before update or delete on webhook_events
for each row execute function refuse_change();

create trigger append_only_whole before truncate on webhook_events
for each statement execute function refuse_change();

-- The queue: one narrow row for each event that is owed to a partner. due_at is when the next attempt
-- may start; null when none is owed. During an attempt the row is leased to its process. The lease is
-- in no index, so that a claim writes one row and no index entry. The statement that writes the event
-- writes this row too, so it needs no foreign key.
create table webhook_deliveries (
  partner_id integer not null,
  event_id uuid not null,
  due_at timestamptz,
  leased_until timestamptz,
  attempts integer not null default 0,
  -- The delivery's place in the retry schedule; a redelivery starts it over (D14).
  step smallint not null default 0,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- From this time on, an acknowledgement by the partner may bring the next attempt forward. Null when
  -- none may: the last attempt did not fail because of the partner, or was itself brought forward.
  retry_from timestamptz,
  -- When the schedule has the next attempt, while due_at is earlier because it was brought forward.
  scheduled_at timestamptz,
  primary key (partner_id, event_id)
) partition by range (event_id);

-- Each page leaves room, so that a claim's update stays on it.
create table webhook_deliveries_other partition of webhook_deliveries default with (fillfactor = 60);

create index webhook_deliveries_due on webhook_deliveries (partner_id, due_at)
where due_at is not null;

create index webhook_deliveries_failed on webhook_deliveries (partner_id, failed_at)
where failed_at is not null;

-- Deliveries that wait because the partner was in trouble; a healthy partner has none.
create index webhook_deliveries_postponed on webhook_deliveries (partner_id, retry_from)
where retry_from is not null;

-- Written before the attempt is sent, so that no attempt is hidden (D14).
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
  -- At most 1 KiB of the partner's answer; null for exactly {"success":true}.
  response_body text,
  error text,
  -- The earlier attempt of this event with the same answer, which is stored only there.
  answer_of integer,
  body_sha256 bytea,
  -- X-Timestamp and X-Signature as they were sent; null when nothing was.
  sent_timestamp bigint,
  signature bytea,
  primary key (partner_id, event_id, attempt, finished_at)
) partition by range (finished_at);

-- For days without a partition of their own, after a clock was moved or the platform was down.
create table webhook_attempts_other partition of webhook_attempts default;
create table webhook_attempt_results_other partition of webhook_attempt_results default;

create trigger append_only before update or delete on webhook_attempts
for each row execute function refuse_change();

create trigger append_only before update or delete on webhook_attempt_results
for each row execute function refuse_change();
