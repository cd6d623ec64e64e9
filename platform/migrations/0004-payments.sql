-- One payment is one attempt to pay one reference. Payments, their history and their events lie in
-- partitions, one for each month of the payment's id, so that an old month can be dropped whole
-- (platform/src/operations/retention). Rows of a month that has no partition lie in the default partition.
--
-- A transition changes no column of an index or of an index's condition, so that the update can stay on
-- its page and write no index entry (HOT). What is found by stage has tables of its own:
-- live_references, open_locks, qr_single_uses.
--
-- There are no foreign keys. The opening statement locks the partner's row itself, and the other
-- statements write beside a payment that they have locked: a foreign key would look it up again. A
-- foreign key to a partitioned table would also lock it whenever a month is dropped. The invariants
-- check these references instead.
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
  -- The previous, released payment of the same reference. It links all payments of a reference.
  previous_payment_id uuid,
  -- Only for a payment by QR code.
  qr_token text,
  qr_configuration_id uuid,
  -- The kind of that configuration, which never changes; null when the payer named the amount.
  qr_config_kind text check (qr_config_kind in ('PERMANENT', 'TIME_LIMITED', 'SINGLE_USE')),
  -- The agent in whose name it was opened, and the agent who took the money: both of the channel (D30).
  agent_id integer,
  taken_by integer,
  -- The sum of its refunds that were made, also of those that expired (W106). The stage is refunded when
  -- it is the whole amount.
  refunded_amount bigint not null default 0,
  -- The lookup that it was opened with: how long the answer took, and its bytes (W141). What it said is
  -- in amount, amount_detail and details. Null for a QR code.
  lookup_ms integer check (lookup_ms >= 0),
  lookup_bytes integer check (lookup_bytes >= 0),
  -- Of the channel's request that opened it.
  request_id uuid,
  primary key (partner_id, payment_id),
  check (lock_expires_at > opened_at),
  check ((lookup_ms is null) = (lookup_bytes is null)),
  check ((stage in ('paid', 'refunded')) = (paid_at is not null)),
  check ((stage = 'released') = (released_at is not null)),
  check ((stage = 'released') = (fail_reason is not null)),
  check ((stage = 'refunded') = (refunded_at is not null)),
  check ((stage = 'refunded') = (refunded_amount = amount)),
  check (refunded_amount between 0 and amount),
  check (refunded_amount = 0 or paid_at is not null),
  check (qr_token is not null or qr_configuration_id is null),
  check ((qr_configuration_id is null) = (qr_config_kind is null)),
  check (taken_by is null or paid_at is not null)
) partition by range (payment_id);

-- A new partition gets the fill factor of the default one (platform/src/operations/retention).
create table payments_other partition of payments default with (fillfactor = 80);

-- Few payments are refunded; an operator's list of them must not read all that were paid.
create index payments_refunded on payments (partner_id, payment_id) where refunded_at is not null;

-- What a caller says on the phone is often the amount alone. An amount never changes, so a confirmation
-- writes nothing here (W140).
create index payments_by_amount on payments (partner_id, amount, payment_id);

-- Request ids begin with their time, so an index of ranges of pages finds one, and an opening writes
-- nothing to it.
create index payments_by_request on payments using brin (request_id)
with (pages_per_range = 32, autosummarize = on);

-- The newest payment of each reference, which its status shows. A new payment replaces it only after it
-- was released (D9): the primary key and the trigger below enforce this, whatever a statement sees. The
-- row of a paid reference stays for ever, even after its payment's month was dropped. The order of the
-- columns avoids padding.
create table live_references (
  payment_id uuid not null,
  partner_id integer not null,
  -- What the status shows after the payment's month was dropped (W94). Null takes no space.
  -- Milliseconds since the time in the payment's id.
  paid_after_ms integer,
  amount bigint,
  refunded_at timestamptz,
  -- Null when nothing was refunded.
  refunded_amount bigint,
  -- The first letter of the channel's kind.
  channel "char",
  was_delivered boolean,
  -- In the order of bytes, so that the primary key finds the references that begin with some letters.
  reference text collate "C" not null,
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

-- The locked payments: how many each channel has, and which locks have lapsed. The opening statement
-- inserts a row, and the transition deletes it, so the table is as small as the number of payers now.
create table open_locks (
  partner_id integer not null,
  payment_id uuid not null,
  channel_id integer not null,
  lock_expires_at timestamptz not null,
  -- The agent in whose name the payment was opened.
  agent_id integer,
  primary key (partner_id, payment_id)
);

create index open_locks_of_channel
on open_locks (channel_id, lock_expires_at, partner_id, payment_id);

-- A count keeps the agent's open payments: cash may have been taken for them.
create index open_locks_of_agent on open_locks (agent_id) where agent_id is not null;

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

-- A channel's refused requests: cash may have been taken (D9).
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

-- The answer to an Idempotency-Key (D21): a payment after a cause, or a refusal. The body is made again
-- from the payment, so that it is not stored twice. A key belongs to a channel and a partner (D25); the
-- primary key decides which of two processes was first. A key that an operator sends belongs to the
-- operator's key: its channel_id is the negative number of that key.
create table idempotency_keys (
  partner_id integer not null,
  channel_id integer not null,
  key text not null,
  fingerprint bytea not null,
  payment_id uuid,
  -- Instead of a payment, when the answer is a refund.
  refund_id uuid,
  cause text not null,
  code text,
  -- Not jsonb, which changes the order of the fields.
  extra json,
  explanation text,
  created_at timestamptz not null default wasl_now(),
  primary key (partner_id, channel_id, key)
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
