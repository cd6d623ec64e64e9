-- An event is written in the transaction of the change it reports; its body never changes. Its id is
-- derived from its payment's (event_id_of), so a payment's events are a range of the primary key and
-- lie in the partition of the payment's month. The primary key also holds that a payment has one
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

-- The queue: one narrow row for each event owed to a partner. due_at is when the next attempt may
-- start; null when nothing is owed. While an attempt is under way it is leased to its process: the
-- lease is in no index, so that claiming writes one row and no index entry.
-- Like the history the row is written together with what it belongs to, and needs no foreign key.
create table webhook_deliveries (
  partner_id integer not null,
  event_id uuid not null,
  due_at timestamptz,
  leased_until timestamptz,
  attempts integer not null default 0,
  -- How far down the retry schedule this delivery is; sending again starts at its beginning (D14).
  step smallint not null default 0,
  delivered_at timestamptz,
  failed_at timestamptz,
  -- From when on an acknowledgement of the partner may bring the next attempt forward; null when none
  -- may: the last attempt did not fail for the partner's trouble, or was brought forward itself.
  retry_from timestamptz,
  -- When the next attempt is due by the schedule, while due_at is earlier because it was brought forward.
  scheduled_at timestamptz,
  primary key (partner_id, event_id)
) partition by range (event_id);

-- Each partition leaves room on its pages, so that a claim writes the row where it was.
create table webhook_deliveries_other partition of webhook_deliveries default with (fillfactor = 60);

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
