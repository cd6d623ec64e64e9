-- The events of refunds by their time: a refund is made long after its payment was opened, so its
-- event's id does not tell when.
create index webhook_events_refunded on webhook_events (partner_id, created_at)
where kind = 'payment.refunded';

-- Sending a backlog of webhook events again (W146): one row for each partner. The rows of a resend for
-- all partners have the same id.
create table resends (
  partner_id integer not null,
  resend_id uuid not null,
  of_all boolean not null,
  -- Events made within this period, of this kind (null: of any kind), in one of these states.
  since timestamptz not null,
  until timestamptz not null,
  event text,
  states text[] not null,
  -- An event with this many attempts within an hour is left out.
  per_hour_max integer not null,
  count integer not null,
  sent integer not null default 0,
  left_out integer not null default 0,
  -- The last event that was looked at. Each event is looked at once.
  position uuid,
  status text not null default 'running' check (status in ('running', 'finished', 'cancelled')),
  asked_at timestamptz not null,
  asked_by text not null,
  stepped_at timestamptz,
  finished_at timestamptz,
  primary key (partner_id, resend_id),
  check ((status = 'running') = (finished_at is null))
);

create unique index resends_running on resends (partner_id) where status = 'running';

create index resends_by_time on resends (resend_id);

-- Calls that only test a partner's addresses (W147), written before they are made. The id is that of
-- the payment in the test event, so no payment has it.
create table test_calls (
  partner_id integer not null,
  test_id uuid not null,
  at timestamptz not null,
  primary key (partner_id, test_id)
);

-- Runs of the checks of integrity, with what they found.
create table integrity_runs (
  run_id uuid primary key,
  started_at timestamptz not null,
  -- The last sealed business date at that time.
  complete_through date,
  -- Null: the platform by itself, once for each sealed day.
  asked_by text,
  duration_ms integer,
  -- Null while it runs, and for ever if its process died.
  result text check (result in ('holds', 'violated', 'not all run')),
  items jsonb,
  check ((result is null) = (items is null))
);

create unique index integrity_runs_of_day on integrity_runs (complete_through)
where asked_by is null;

-- The platform's processes. Each writes its row every few seconds, and deletes it when it stops in order.
create table processes (
  process_id uuid primary key,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Its address, its release and its tasks, as the system page shows them.
  facts jsonb not null
);
