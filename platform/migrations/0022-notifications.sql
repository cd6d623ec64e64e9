-- What the operator is told of, from its beginning to its end (W145). Partner 0: the whole platform.
create table incidents (
  partner_id integer not null,
  incident_id uuid not null,
  kind text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  -- As they were when it was last noticed.
  facts jsonb not null,
  primary key (partner_id, incident_id)
);

create unique index incidents_open on incidents (partner_id, kind) where ended_at is null;

-- One message to the operator's own address, about everything that one round noticed.
create table notifications (
  notification_id uuid primary key,
  transport text not null check (transport in ('webhook', 'email')),
  made_at timestamptz not null,
  -- What began, ended, or is only a test, as it was at that moment.
  items jsonb not null,
  due_at timestamptz,
  -- While one process sends it. Lapses when that process dies.
  leased_until timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  error text,
  check ((due_at is null) = (sent_at is not null or given_up_at is not null)),
  check (sent_at is null or given_up_at is null)
);

create index notifications_due on notifications (due_at) where due_at is not null;

-- When somebody last looked for incidents. Its lock keeps two processes from looking at once.
create table notification_watch (
  only_row boolean primary key default true check (only_row),
  watched_at timestamptz not null
);

insert into notification_watch (watched_at) values ('-infinity');
