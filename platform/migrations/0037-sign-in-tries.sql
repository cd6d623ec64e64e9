-- Wrong tries to sign in as somebody, which this person and the owners see for 30 days. Only tries that
-- were compared are here, so the limits on guessing limit the rows. The table belongs to no partner, as
-- users do not.
create table sign_in_tries (
  try_id bigint primary key generated always as identity,
  user_id integer not null references users,
  tried_at timestamptz not null default wasl_now(),
  -- The password or its code; a code that confirms; a PIN; the one-time code for a new PIN.
  method text not null check (method in ('password', 'code', 'pin', 'pin-code')),
  address text not null,
  user_agent text not null,
  -- The shared till, for PINs.
  device_id integer references devices
);

create index sign_in_tries_of_user on sign_in_tries (user_id, try_id);
