-- What an image of a partner's QR code shows beside its name, where the partner has it.
alter table partners add column name_ar text, add column city text;

-- A static code is printed once and keeps its token for years; what it asks for is its
-- configuration. A dynamic one is made for a single payment, and its configuration with it.
create table qr_codes (
  partner_id integer not null references partners,
  -- Tells its partner, as ids do, so that a scanned token alone says where its row is.
  token text not null,
  kind text not null default 'static' check (kind in ('static', 'dynamic')),
  label text not null,
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- Grows with everything that a payment must not miss: amounts set or unset, another status.
  revision integer not null default 1,
  created_at timestamptz not null default wasl_now(),
  updated_at timestamptz not null default wasl_now(),
  primary key (partner_id, token)
);

create index qr_codes_by_age on qr_codes (partner_id, created_at, token);

-- The history of what codes asked for: a row for each time that amounts were set. Whether a
-- configuration is in force is not stored: expiry is the clock's, a single use the payments'.
create table qr_configurations (
  partner_id integer not null,
  token text not null,
  configuration_id uuid not null,
  kind text not null check (kind in ('PERMANENT', 'TIME_LIMITED', 'SINGLE_USE')),
  -- Centimes, in the order in which they are shown.
  amounts bigint[] not null check (cardinality(amounts) between 1 and 20),
  expires_at timestamptz,
  set_at timestamptz not null,
  -- Who set it: 'partner' and the beginning of its key's hash, or 'operator' and a name.
  set_by text not null,
  -- When and how it was taken away; both are written once.
  ended_at timestamptz,
  ended_by text check (ended_by in ('replaced', 'unset')),
  -- Who took it away, as in set_by; of a replaced one the next row tells.
  unset_by text,
  primary key (partner_id, token, configuration_id),
  foreign key (partner_id, token) references qr_codes,
  check ((kind = 'TIME_LIMITED') = (expires_at is not null)),
  check ((ended_at is null) = (ended_by is null)),
  check ((ended_by is not distinct from 'unset') = (unset_by is not null)),
  check (ended_at >= set_at)
);

-- A code has at most one configuration that was not taken away; the newest is the first by this.
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

-- What a channel was shown last of a code; null is "no amounts, the payer names one".
create table qr_scans (
  partner_id integer not null,
  token text not null,
  channel_id integer not null,
  configuration_id uuid,
  scanned_at timestamptz not null,
  primary key (partner_id, token, channel_id)
) with (fillfactor = 80);

-- Payments of a reference have none of these.
alter table payments
  add column qr_token text,
  add column qr_configuration_id uuid,
  -- The kind of that configuration, which never changes: null when the code asked for nothing.
  add column qr_config_kind text
    check (qr_config_kind in ('PERMANENT', 'TIME_LIMITED', 'SINGLE_USE')),
  add check (qr_token is not null or qr_configuration_id is null),
  add check ((qr_configuration_id is null) = (qr_config_kind is null));

-- The payment that has a single use: locked, it reserves it; paid, it has used it up (D19). Like
-- live_references: it gives way to a new payment once it is released, and never before.
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

-- For an operator who is told of a code. Payments of a reference are not in it and pay nothing for it.
create index payments_of_qr_code on payments (partner_id, qr_token, payment_id)
where qr_token is not null;
