-- A static code is printed once and keeps its token for years; its amounts are in its
-- configuration. A dynamic code is made for one payment, together with its configuration.
create table qr_codes (
  partner_id integer not null references partners,
  -- Contains its partner, as ids do, so that a scanned token alone tells where its row is.
  token text not null,
  kind text not null default 'static' check (kind in ('static', 'dynamic')),
  label text not null,
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- Grows with every change that a payment must notice: amounts set or removed, another status.
  revision integer not null default 1,
  created_at timestamptz not null default wasl_now(),
  updated_at timestamptz not null default wasl_now(),
  primary key (partner_id, token)
);

create index qr_codes_by_age on qr_codes (partner_id, created_at, token);

-- The history of configurations: a row for each time that amounts were set. Whether one is in force
-- is not stored: it follows from the clock (expiry) and from payments (single use).
create table qr_configurations (
  partner_id integer not null,
  token text not null,
  configuration_id uuid not null,
  kind text not null check (kind in ('PERMANENT', 'TIME_LIMITED', 'SINGLE_USE')),
  -- Centimes, in the order in which they are shown.
  amounts bigint[] not null check (cardinality(amounts) between 1 and 20),
  expires_at timestamptz,
  set_at timestamptz not null,
  -- The actor: 'partner' and the beginning of its key's hash, or 'operator' and a name.
  set_by text not null,
  -- When and how it ended by a request; both are written once.
  ended_at timestamptz,
  ended_by text check (ended_by in ('replaced', 'unset')),
  -- Who removed it, as in set_by. The next row says who replaced it.
  unset_by text,
  primary key (partner_id, token, configuration_id),
  foreign key (partner_id, token) references qr_codes,
  check ((kind = 'TIME_LIMITED') = (expires_at is not null)),
  check ((ended_at is null) = (ended_by is null)),
  check ((ended_by is not distinct from 'unset') = (unset_by is not null)),
  check (ended_at >= set_at)
);

-- A code has at most one configuration that has not ended; this index also finds the newest first.
create unique index qr_configurations_of_code on qr_configurations (partner_id, token, ended_at)
nulls not distinct;

create function keep_qr_configuration() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'UPDATE' or old.ended_at is not null
    or (new.partner_id, new.token, new.configuration_id, new.kind, new.amounts, new.set_at, new.set_by)
      is distinct from
      (old.partner_id, old.token, old.configuration_id, old.kind, old.amounts, old.set_at, old.set_by)
    or new.expires_at is distinct from old.expires_at
  then
    raise exception 'a QR configuration that was set stays as it is: it can only be ended, once';
  end if;
  return new;
end
$$;

create trigger history before update or delete on qr_configurations
for each row execute function keep_qr_configuration();

create trigger append_only before truncate on qr_configurations
for each statement execute function refuse_change();

-- What each channel last saw of a code; null means that the payer names the amount.
create table qr_scans (
  partner_id integer not null,
  token text not null,
  channel_id integer not null,
  configuration_id uuid,
  scanned_at timestamptz not null,
  primary key (partner_id, token, channel_id)
) with (fillfactor = 80);

-- The payment that has a single use: a locked one reserves it, a paid one has used it up (D19). As
-- in live_references, a new payment replaces it only after it was released.
create table qr_single_uses (
  payment_id uuid not null,
  partner_id integer not null,
  configuration_id uuid not null,
  -- Set when the payment's month was dropped.
  paid_at timestamptz,
  primary key (partner_id, configuration_id)
);

create trigger keep_unreleased before delete or update of partner_id, configuration_id, payment_id
on qr_single_uses
for each row execute function keep_live_reference();

create trigger append_only before truncate on qr_single_uses
for each statement execute function refuse_change();

-- For operators who ask about a code. Payments of a reference are not in it and cost nothing.
create index payments_of_qr_code on payments (partner_id, qr_token, payment_id)
where qr_token is not null;
