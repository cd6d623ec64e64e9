-- Cash that changes hands (D30): between two people of a channel, in a bag on its way to the bank, as a
-- float, and as a channel's bank transfer. All of it belongs to a channel and to no partner.

-- The states are described in platform/src/money/cash/handovers/handover.ts.
create table handovers (
  handover_id uuid primary key,
  channel_id integer not null references channels,
  -- Owners of cash: an agent or the safe of the channel.
  from_owner text not null,
  to_owner text not null,
  -- What the giver says. The receiver does not see it before the count.
  amount bigint not null check (amount between 1 and 999999999999),
  status text not null default 'offered'
    check (status in ('offered', 'received', 'disputed', 'declined', 'cancelled')),
  -- Of the giver's one-time code, with the id of the handover as its salt.
  code_hash bytea not null,
  wrong_codes smallint not null default 0 check (wrong_codes between 0 and 5),
  -- What the receiver counted.
  counted bigint check (counted between 1 and 999999999999),
  -- Why it ended without a receipt.
  reason text,
  offered_at timestamptz not null default wasl_now(),
  ended_at timestamptz,
  check (from_owner <> to_owner),
  check ((status = 'offered') = (ended_at is null)),
  check ((status = 'received') = (counted is not null))
);

create index handovers_of_channel on handovers (channel_id, handover_id);
-- Open rows are read often, and the table only grows.
create index handovers_open on handovers (handover_id) where status in ('offered', 'disputed');

-- A bag of cash on its way to the bank. The states are described in platform/src/money/cash/deposits/deposit.ts.
create table deposits (
  deposit_id uuid primary key,
  channel_id integer not null references channels,
  -- The owner of the cash in the bag: an agent or the safe of the channel.
  from_owner text not null,
  amount bigint not null check (amount between 1 and 999999999999),
  -- The number on the seal of the bag.
  bag text,
  status text not null default 'bagged'
    check (status in ('bagged', 'deposited', 'banked', 'disputed')),
  -- The number on the bank's slip.
  slip text,
  -- What the bank credited, and to which of the operator's accounts.
  banked bigint check (banked between 0 and 999999999999),
  account text check (account in ('clients', 'own')),
  -- Why it is disputed.
  reason text,
  bagged_at timestamptz not null default wasl_now(),
  deposited_at timestamptz,
  disputed_at timestamptz,
  -- The holder of the operator's key.
  disputed_by text,
  banked_at timestamptz,
  banked_by text,
  check ((deposited_at is null) = (slip is null)),
  check (status <> 'deposited' or slip is not null),
  check (status <> 'disputed' or disputed_at is not null),
  check ((disputed_at is null) = (disputed_by is null)),
  check ((status = 'banked') = (banked is not null)),
  check ((status = 'banked') = (account is not null)),
  check ((status = 'banked') = (banked_at is not null)),
  check ((status = 'banked') = (banked_by is not null))
);

create index deposits_of_channel on deposits (channel_id, deposit_id);

create index deposits_open on deposits (deposit_id) where status <> 'banked';

create table deposit_pictures (
  deposit_id uuid primary key references deposits,
  type text not null check (type in ('image/png', 'image/jpeg')),
  picture bytea not null
);

create trigger append_only before update or delete on deposit_pictures
for each row execute function refuse_change();

create trigger append_only_whole before truncate on deposit_pictures
for each statement execute function refuse_change();

-- Cash that the safe of a channel has for change. See platform/src/money/cash/floats/float.ts.
create table floats (
  float_id uuid primary key,
  channel_id integer not null references channels,
  amount bigint not null check (amount between 1 and 999999999999),
  -- Whose money it is: the channel's own, or the operator's from one of its bank accounts.
  funded_from text not null check (funded_from in ('channel', 'clients', 'own')),
  status text not null default 'funded' check (status in ('funded', 'returned')),
  funded_at timestamptz not null default wasl_now(),
  -- The holder of the operator's key.
  funded_by text not null,
  returned_at timestamptz,
  returned_by text,
  check ((status = 'returned') = (returned_at is not null)),
  check ((status = 'returned') = (returned_by is not null))
);

create index floats_of_channel on floats (channel_id, float_id);

-- A channel's bank transfer to the operator. The states are described in
-- platform/src/money/cash/remittances/remittance.ts.
create table remittances (
  remittance_id uuid primary key,
  channel_id integer not null references channels,
  -- What the channel says that it pays, and the commission that it keeps.
  amount bigint not null check (amount between 1 and 999999999999),
  netted bigint not null default 0 check (netted between 0 and 999999999999),
  -- What the channel writes on its bank transfer.
  reference text not null,
  status text not null default 'announced'
    check (status in ('announced', 'confirmed', 'cancelled')),
  -- What the bank credited, and what was netted then.
  banked bigint check (banked between 1 and 999999999999),
  netted_then bigint check (netted_then between 0 and netted),
  account text check (account in ('clients', 'own')),
  announced_at timestamptz not null default wasl_now(),
  ended_at timestamptz,
  -- The holder of the operator's key; null when the channel cancelled it.
  confirmed_by text,
  check ((status = 'announced') = (ended_at is null)),
  check ((status = 'confirmed') = (banked is not null)),
  check ((status = 'confirmed') = (netted_then is not null)),
  check ((status = 'confirmed') = (account is not null)),
  check ((status = 'confirmed') = (confirmed_by is not null))
);

create index remittances_of_channel on remittances (channel_id, remittance_id);

create index remittances_announced on remittances (channel_id) where status = 'announced';
