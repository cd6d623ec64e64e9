-- What people sign in with. These rows belong to users, who may belong to no partner.

-- A passkey of a user. The private key never leaves the authenticator.
create table passkeys (
  passkey_id integer primary key generated always as identity,
  user_id integer not null references users,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- COSE, as WebAuthn gives it.
  public_key bytea not null,
  -- How often it signed; 0 for authenticators that do not count. It never goes back.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default wasl_now(),
  last_used_at timestamptz
);

create index passkeys_of_user on passkeys (user_id, passkey_id);

-- Argon2id with its parameters and its salt, as PHC text.
create table passwords (
  user_id integer primary key references users,
  hash text not null,
  set_at timestamptz not null default wasl_now()
);

-- What must be read again to be used, so it is sealed with the master key, not hashed: the secret of
-- one-time codes, and the hash of a PIN, whose few digits a thief would find from the hash alone.
create table user_secrets (
  user_id integer not null references users,
  field text not null check (field in ('totp', 'pin')),
  master_key_id text not null,
  sealed bytea not null,
  set_at timestamptz not null default wasl_now(),
  -- The newest 30 seconds whose one-time code was used. No code of then or before is accepted.
  last_step bigint check (last_step is null or field = 'totp'),
  primary key (user_id, field)
);

create table recovery_codes (
  user_id integer not null references users,
  -- A plain SHA-256 is enough: a code has 80 random bits.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A challenge for an authenticator, or a new secret that waits for its first code. Each is for one
-- purpose and one subject, and is used once.
create table challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'step-up', 'passkey', 'totp')),
  -- The wire id of the user, or the invitation; empty before anybody has signed in.
  subject text not null,
  expires_at timestamptz not null
);

create index challenges_by_expiry on challenges (expires_at);

-- Wrong passwords and codes of late, by account. An e-mail address that nobody has is counted as well,
-- so that the limit tells nobody which addresses exist.
create table guesses (
  subject text primary key,
  guessed_at timestamptz[] not null default '{}',
  last_at timestamptz not null default wasl_now()
);

create index guesses_by_time on guesses (last_at);

-- A browser at a counter that several agents share.
create table devices (
  device_id integer primary key generated always as identity,
  channel_id integer not null references channels,
  name text not null,
  token_hash bytea not null unique,
  enrolled_by integer not null references users,
  enrolled_at timestamptz not null default wasl_now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index devices_of_channel on devices (channel_id, device_id);

-- The one-time code by which an agent chooses a PIN.
create table pin_codes (
  user_id integer primary key references users,
  -- Argon2id as PHC text: eight digits are few.
  code_hash text not null,
  made_at timestamptz not null default wasl_now(),
  expires_at timestamptz not null
);

-- Wrong PINs of an agent on a device. The PIN is locked there until a supervisor unlocks it.
create table pin_tries (
  device_id integer not null references devices,
  user_id integer not null references users,
  wrong integer not null check (wrong >= 0),
  last_at timestamptz not null,
  primary key (device_id, user_id)
);

-- Which sessions began with a PIN on which device: they end when the device is revoked.
create table device_sessions (
  session_id integer primary key references sessions (session_id),
  device_id integer not null references devices
);

create index device_sessions_of_device on device_sessions (device_id);
