-- One payment is one attempt to pay one reference.
create table payments (
  partner_id integer not null references partners,
  payment_id uuid not null,
  reference text not null,
  channel_id integer not null,
  channel_kind text not null,
  stage text not null check (stage in ('locked', 'paid', 'released', 'refunded')),
  amount bigint not null check (amount between 1 and 999999999999),
  currency text not null check (currency = 'DZD'),
  amount_detail json not null,
  details json not null,
  opened_at timestamptz not null,
  lock_expires_at timestamptz not null,
  paid_at timestamptz,
  released_at timestamptz,
  refunded_at timestamptz,
  fail_reason text check (fail_reason in ('failed', 'cancelled', 'expired')),
  primary key (partner_id, payment_id),
  check (lock_expires_at > opened_at),
  check ((stage in ('paid', 'refunded')) = (paid_at is not null)),
  check ((stage = 'released') = (released_at is not null)),
  check ((stage = 'released') = (fail_reason is not null)),
  check ((stage = 'refunded') = (refunded_at is not null))
) with (fillfactor = 80);

-- A reference has at most one payment that is locked, paid or refunded (D9): a released reference
-- can be locked again, a paid or refunded one cannot.
create unique index payments_live on payments (partner_id, reference) where stage <> 'released';

create index payments_released on payments (partner_id, reference, payment_id)
where stage = 'released';

-- Few are, and an operator who looks for them must not leaf through all that were paid.
create index payments_refunded on payments (partner_id, payment_id) where stage = 'refunded';

-- The locks of a channel: how many it has open, and which have lapsed.
create index payments_locked on payments (channel_id, lock_expires_at) where stage = 'locked';

-- Written by the statement that moves the payment: a foreign key would look up again what that
-- statement has in its hands, and cost a tenth of it.
create table payment_transitions (
  partner_id integer not null,
  payment_id uuid not null,
  sequence smallint not null,
  from_stage text,
  to_stage text not null,
  cause text not null check (cause in ('open', 'confirm', 'cancel', 'fail', 'expire', 'refund')),
  at timestamptz not null,
  primary key (partner_id, payment_id, sequence)
);

create trigger append_only before update or delete or truncate on payment_transitions
for each statement execute function refuse_change();

-- What a channel asked for and was refused: cash may lie on a counter because of it (D9).
create table payment_refusals (
  partner_id integer not null,
  payment_id uuid not null,
  refusal_id uuid not null,
  at timestamptz not null,
  cause text not null,
  code text not null,
  amount bigint,
  primary key (partner_id, payment_id, refusal_id),
  foreign key (partner_id, payment_id) references payments
);

create trigger append_only before update or delete or truncate on payment_refusals
for each statement execute function refuse_change();

-- What was answered to an Idempotency-Key (D21): a payment as a cause left it, or a refusal. The
-- body is made again from the payment, so that it is not stored twice. A key belongs to a channel and
-- a partner (D25): the primary key decides which of two processes was first.
create table idempotency_keys (
  partner_id integer not null,
  channel_id integer not null,
  key text not null,
  fingerprint bytea not null,
  payment_id uuid,
  cause text not null,
  code text,
  -- Not jsonb, which would give the fields back in an order of its own.
  extra json,
  explanation text,
  created_at timestamptz not null default wasl_now(),
  primary key (partner_id, channel_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
