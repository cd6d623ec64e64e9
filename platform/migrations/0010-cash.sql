-- Who takes the money and holds it (D30). Agents, shifts, counts and variances belong to a channel and
-- to no partner. A case belongs to the partner of its payment.

alter table agents
  -- The limits on what an agent holds; null means no limit. Centimes; business days.
  add column cash_max bigint check (cash_max > 0),
  add column held_days_max integer check (held_days_max between 1 and 365);

alter table channels
  -- Whether the opening of a payment must name the agent.
  add column requires_agent boolean not null default false,
  -- A count that differs by no more is decided at once. Centimes.
  add column count_tolerance bigint not null default 0 check (count_tolerance >= 0);

-- The first answer to an Idempotency-Key, for requests other than those on payments (D25). The partner
-- is 0 where no partner is concerned; the caller is the wire id of a channel or of an operator's key.
create table idempotent_answers (
  partner_id integer not null,
  caller text not null,
  key text not null,
  fingerprint bytea not null,
  -- Not jsonb, which changes the order of the fields. Null only within the transaction that answers.
  answer json,
  created_at timestamptz not null default wasl_now(),
  primary key (partner_id, caller, key)
);

create index idempotent_answers_by_age on idempotent_answers (created_at);

-- An agent's turn at a till or on the road: the interval of the agent's cash from one count to the next.
-- The states are described in platform/src/money/cash/shifts/shift.ts.
create table shifts (
  shift_id uuid primary key,
  channel_id integer not null references channels,
  agent_id integer not null references agents,
  status text not null check (status in ('open', 'counting', 'counted', 'reviewed', 'closed')),
  -- What the agent took from the safe at the start, and held after that.
  float bigint not null check (float >= 0),
  opening_balance bigint not null,
  opened_at timestamptz not null,
  counting_at timestamptz,
  counted_at timestamptz,
  reviewed_at timestamptz,
  closed_at timestamptz,
  check ((status = 'open') = (counting_at is null)),
  check ((status in ('open', 'counting')) = (counted_at is null)),
  check ((status = 'closed') = (closed_at is not null)),
  check (status <> 'reviewed' or reviewed_at is not null)
);

-- An agent has one shift at a time. After the count the next one may begin.
create unique index shifts_of_agent_on_shift on shifts (agent_id)
where status in ('open', 'counting');

create index shifts_of_channel on shifts (channel_id, shift_id);

create index shifts_of_agent on shifts (agent_id, shift_id);

-- What was counted at the end of a shift, beside what the books said at that moment.
create table shift_counts (
  shift_id uuid primary key references shifts,
  -- How many of each note and coin, by its dinars.
  denominations json not null,
  counted bigint not null check (counted >= 0),
  -- What the ledger said that the agent held: the sum of the transfers that this snapshot sees, without
  -- the variance that the same transaction wrote afterwards. A confirmation that the snapshot does not
  -- see belongs to the next shift.
  expected bigint not null,
  snapshot pg_snapshot not null,
  -- The agent's open payments at that moment: cash may have been taken for them.
  open_locks json not null,
  counted_at timestamptz not null
);

create trigger append_only before update or delete on shift_counts
for each row execute function refuse_change();

create trigger append_only_whole before truncate on shift_counts
for each statement execute function refuse_change();

-- The difference that a count found, until it is decided. See platform/src/money/cash/variances/variance.ts.
create table variances (
  variance_id uuid primary key,
  channel_id integer not null references channels,
  -- The holder of the cash that was counted: an agent or a bag.
  owner text not null,
  -- The shift, handover or bag that was counted.
  source text not null check (source in ('shift', 'handover', 'deposit')),
  source_id uuid not null,
  kind text not null check (kind in ('short', 'over')),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('open', 'decided')),
  found_at timestamptz not null,
  -- The wire id of the key that counted.
  found_by text not null,
  outcome text check (outcome in ('over_short', 'agent_receivable', 'payer_held')),
  -- The case of `payer_held`.
  case_id uuid,
  decided_at timestamptz,
  -- The holder of the operator's key, or `tolerance`.
  decided_by text,
  reason text,
  unique (source_id),
  check ((status = 'decided') = (outcome is not null)),
  check ((status = 'decided') = (decided_at is not null)),
  check ((status = 'decided') = (decided_by is not null)),
  check (outcome <> 'agent_receivable' or kind = 'short'),
  check (outcome <> 'payer_held' or kind = 'over'),
  check ((case_id is not null) = (outcome is not distinct from 'payer_held')),
  check (decided_by <> found_by)
);

create index variances_of_channel on variances (channel_id, variance_id);

create index variances_open on variances (variance_id) where status = 'open';

-- Cash whose payer has no payment: its confirmation was refused, or a count found it. See
-- platform/src/money/cash/cases/case.ts. The partner is 0 for a case that a count found.
create table cases (
  partner_id integer not null,
  case_id uuid not null,
  channel_id integer not null,
  -- The payment whose confirmation was refused, or the variance.
  payment_id uuid,
  variance_id uuid,
  amount bigint not null check (amount between 1 and 999999999999),
  -- The holder of the cash, an owner of the ledger.
  taken_by text not null,
  -- When it was taken, as the channel says.
  taken_at timestamptz not null,
  reported_at timestamptz not null,
  status text not null check (status in ('open', 'confirmed', 'given_back')),
  -- The payment that was confirmed instead.
  confirmed_by uuid,
  -- Who gave it back: an owner of cash, or `bank`.
  given_back_by text,
  resolved_at timestamptz,
  -- The holder of the operator's key.
  resolved_by text,
  primary key (partner_id, case_id),
  -- A payment has one case, and explains one.
  unique (partner_id, payment_id),
  unique (partner_id, variance_id),
  unique (partner_id, confirmed_by),
  check ((payment_id is null) = (partner_id = 0)),
  check ((payment_id is null) <> (variance_id is null)),
  check ((status = 'confirmed') = (confirmed_by is not null)),
  check ((status = 'given_back') = (given_back_by is not null)),
  check ((status = 'open') = (resolved_at is null)),
  check ((status = 'open') = (resolved_by is null)),
  check (confirmed_by <> payment_id)
);

create index cases_of_channel on cases (channel_id, case_id);

create index cases_open on cases (case_id) where status = 'open';

-- What agents have paid of the shortages that they owe.
create table recoveries (
  recovery_id uuid primary key,
  channel_id integer not null references channels,
  agent_id integer not null references agents,
  amount bigint not null check (amount between 1 and 999999999999),
  -- Where the money is: an owner of cash, or `bank`.
  paid_to text not null,
  at timestamptz not null default wasl_now(),
  -- The holder of the operator's key.
  made_by text not null
);

create index recoveries_of_agent on recoveries (agent_id, recovery_id);
