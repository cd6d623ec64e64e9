-- Books that agree: what a partner lists, and what the platform looks up again.

-- The accepted list calls of the last 60 seconds, the oldest first, in microseconds since 1970.
create table partner_list_quotas (
  partner_id integer primary key references partners,
  accepted_at bigint[] not null,
  -- Whether the latest call was accepted.
  granted boolean not null
) with (fillfactor = 40);

-- A partner's list goes on showing the paid payments of months that were dropped (W94).
create index live_references_kept on live_references (partner_id, payment_id)
where amount is not null;

-- How many acknowledged successes are looked up again: none, one in 16, or all (W126).
alter table partners
add column echo text not null default 'off' check (echo in ('off', 'sample', 'all'));

-- A success that its partner acknowledged, and whether the partner has booked it
-- (platform/src/delivery/echoes/echo.ts). The statement that records the acknowledgement inserts the row.
create table payment_echoes (
  partner_id integer not null,
  payment_id uuid not null,
  reference text not null,
  state text not null default 'due'
    check (state in ('due', 'agreed', 'unbooked', 'unanswered', 'refunded')),
  -- When the next lookup is due; null when no lookup is due. While a lookup runs, when it counts as lost.
  due_at timestamptz,
  -- Lookups since the acknowledgement. It also tells a lookup's own result from a later one's.
  lookups smallint not null default 0,
  acknowledged_at timestamptz not null,
  looked_up_at timestamptz,
  -- What the partner answered last, as a clause.
  answer text,
  -- Whether partner_warnings has a warning of it.
  is_warned boolean not null default false,
  primary key (partner_id, payment_id),
  check (state <> 'due' or due_at is not null),
  check (state in ('due', 'unbooked') or due_at is null)
);

create index payment_echoes_due on payment_echoes (partner_id, due_at) where due_at is not null;

create index payment_echoes_unbooked on payment_echoes (partner_id, payment_id)
where state = 'unbooked';

create index payment_echoes_ended on payment_echoes (acknowledged_at)
where state in ('agreed', 'unanswered', 'refunded');
