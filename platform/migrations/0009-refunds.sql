-- Refunds (D28): money of a paid payment that goes back to its payer, whole or in part. A refund's id is
-- its payment's with an ordinal from 3 to 252 (event_id_of), so the refunds of a payment are a range of
-- the primary key and lie in the partition of its month. platform/src/payments/refunds/refund.ts describes the
-- states, and one statement (platform/src/payments/refunds/transition.ts) changes them.
create table refunds (
  partner_id integer not null,
  refund_id uuid not null,
  status text not null check (status in ('requested', 'made', 'declined', 'paid', 'expired')),
  amount bigint not null check (amount between 1 and 999999999999),
  currency text not null check (currency = 'DZD'),
  reason text not null,
  -- The holders of the keys that did it.
  requested_by text not null,
  requested_at timestamptz not null,
  approved_by text,
  declined_by text,
  declined_at timestamptz,
  made_at timestamptz,
  -- The end of the time in which the payer can have it.
  expires_at timestamptz,
  paid_at timestamptz,
  -- The till that paid it, or the line of the bank account.
  paid_channel_id integer,
  paid_agent_id integer,
  bank_line_id uuid,
  expired_at timestamptz,
  -- How often it was paid: the bank may return a payment. Numbers the transfers.
  times_paid smallint not null default 0,
  -- How often its status changed.
  changes smallint not null default 1,
  primary key (partner_id, refund_id),
  check (event_ordinal(refund_id) between 3 and 252),
  check (approved_by <> requested_by),
  check (declined_by <> requested_by),
  check (approved_by is null or declined_by is null),
  check ((status = 'declined') = (declined_at is not null)),
  check ((declined_at is null) = (declined_by is null)),
  check ((status in ('requested', 'declined')) = (made_at is null)),
  check ((made_at is null) = (expires_at is null)),
  check ((status = 'paid') = (paid_at is not null)),
  check (num_nonnulls(paid_channel_id, bank_line_id) = case when status = 'paid' then 1 else 0 end),
  check (paid_agent_id is null or paid_channel_id is not null),
  check ((status = 'expired') = (expired_at is not null))
) partition by range (refund_id);

create table refunds_other partition of refunds default with (fillfactor = 80);

-- What a person or the clock still has to do something about is a small part of all.
create index refunds_open on refunds (status, partner_id, refund_id)
where status in ('requested', 'made');

create index refunds_to_expire on refunds (expires_at, partner_id, refund_id) where status = 'made';

-- Every status that a refund had, the first from null.
create table refund_transitions (
  partner_id integer not null,
  refund_id uuid not null,
  sequence smallint not null,
  from_status text,
  to_status text not null,
  cause text not null check (
    cause in ('request', 'make', 'approve', 'decline', 'redeem', 'pay', 'expire', 'return')
  ),
  -- The holder of an operator's key, a channel (chn_7), or `platform`.
  by text not null,
  at timestamptz not null,
  primary key (partner_id, refund_id, sequence)
) partition by range (refund_id);

create table refund_transitions_other partition of refund_transitions default;

create trigger append_only before update or delete on refund_transitions
for each row execute function refuse_change();

create trigger append_only_whole before truncate on refund_transitions
for each statement execute function refuse_change();

-- The code that the payer has. Its locator finds it; of its secret there is only a slow hash. Issuing
-- another code replaces the row, so a refund has one code at most. The row stays after the refund was
-- paid, so that a code that comes twice is recognised, and goes with the refund's month.
create table refund_codes (
  partner_id integer not null,
  locator text not null,
  refund_id uuid not null,
  secret_hash bytea not null,
  -- Five block the code.
  wrong_guesses smallint not null default 0,
  issued_at timestamptz not null,
  primary key (partner_id, locator),
  unique (partner_id, refund_id)
);

-- The wrong codes that a channel sent lately, the oldest first, and those that are being checked.
create table refund_guesses (
  channel_id integer primary key references channels,
  -- Microseconds since 1970.
  guessed_at bigint[] not null default '{}'
);
