-- One payment is one attempt to pay one reference. Payments, their history and their events lie in
-- partitions, one for each month of the payment's id, so that an old month can be dropped whole
-- (platform/src/retention). Rows of a month that has no partition lie in the default partition.
--
-- No column of an index or of its condition changes when a payment is confirmed or released: the row is
-- then written where it is, and no index entry. What is looked for by stage has tables of its own:
-- live_references, open_locks, qr_single_uses.
--
-- No foreign keys: the statement that opens a payment holds its partner's row itself, the others write
-- beside a payment that they hold, and a key would look up again what the statement has in its hands.
-- A key to a partitioned table would also lock it whenever a month is dropped. The invariants check.
create table payments (
  partner_id integer not null,
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
  -- The released payment of the same reference before this one: so all payments of a reference are found.
  previous_payment_id uuid,
  primary key (partner_id, payment_id),
  check (lock_expires_at > opened_at),
  check ((stage in ('paid', 'refunded')) = (paid_at is not null)),
  check ((stage = 'released') = (released_at is not null)),
  check ((stage = 'released') = (fail_reason is not null)),
  check ((stage = 'refunded') = (refunded_at is not null))
) partition by range (payment_id);

-- A new partition takes over the fill factor of the default one (platform/src/retention).
create table payments_other partition of payments default with (fillfactor = 80);

-- Few are refunded, and an operator who looks for them must not leaf through all that were paid.
create index payments_refunded on payments (partner_id, payment_id) where refunded_at is not null;

-- The payment of each reference whose stage its status shows: the newest. It gives way to a new payment
-- once it is released, and never when it is locked, paid or refunded (D9): the primary key and the
-- trigger below decide, whatever a statement sees. The row of a paid reference stays for ever, also
-- when its payment's month was dropped. Its columns are in an order that leaves no gaps.
create table live_references (
  payment_id uuid not null,
  partner_id integer not null,
  -- What the status goes on saying of a payment whose month was dropped (W94). Null takes no room.
  -- Milliseconds from the time of the payment's id.
  paid_after_ms integer,
  amount bigint,
  refunded_at timestamptz,
  -- The first letter of the channel's kind.
  channel "char",
  was_delivered boolean,
  reference text not null,
  primary key (partner_id, reference),
  check ((amount is null) = (paid_after_ms is null)),
  check ((amount is null) = (channel is null)),
  check ((amount is null) = (was_delivered is null))
);

create function keep_live_reference() returns trigger
language plpgsql
as $$
begin
  if exists (
    select from payments
    where partner_id = old.partner_id and payment_id = old.payment_id and stage = 'released'
  ) then
    return coalesce(new, old);
  end if;
  raise exception 'the payment % is not released: its reference stays with it', old.payment_id;
end
$$;

create trigger keep_unreleased before delete or update of partner_id, reference, payment_id
on live_references
for each row execute function keep_live_reference();

create trigger append_only before truncate on live_references
for each statement execute function refuse_change();

-- The payments that are locked: how many each channel has, and which have lapsed. A row is written by
-- the statement that opens its payment and deleted by the one that ends the lock, so the table is as
-- small as there are payers at this moment.
create table open_locks (
  partner_id integer not null,
  payment_id uuid not null,
  channel_id integer not null,
  lock_expires_at timestamptz not null,
  primary key (partner_id, payment_id)
);

create index open_locks_of_channel
on open_locks (channel_id, lock_expires_at, partner_id, payment_id);

create table payment_transitions (
  partner_id integer not null,
  payment_id uuid not null,
  sequence smallint not null,
  from_stage text,
  to_stage text not null,
  cause text not null check (cause in ('open', 'confirm', 'cancel', 'fail', 'expire', 'refund')),
  at timestamptz not null,
  primary key (partner_id, payment_id, sequence)
) partition by range (payment_id);

create table payment_transitions_other partition of payment_transitions default;

create trigger append_only before update or delete on payment_transitions
for each row execute function refuse_change();

create trigger append_only_whole before truncate on payment_transitions
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
  primary key (partner_id, payment_id, refusal_id)
) partition by range (payment_id);

create table payment_refusals_other partition of payment_refusals default;

create trigger append_only before update or delete on payment_refusals
for each row execute function refuse_change();

create trigger append_only_whole before truncate on payment_refusals
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
