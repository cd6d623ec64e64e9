-- Users belong to the operator, to a channel or to a partner (D29). These tables belong to no partner:
-- a session is found before its partner is known, and most users have none.
create table users (
  user_id integer primary key generated always as identity,
  side text not null check (side in ('operator', 'channel', 'partner')),
  -- A role of that side. `protocol/src/permissions.ts` says what it may do.
  role text not null,
  -- Without a foreign key: a partner's rows may be in another database.
  partner_id integer,
  channel_id integer references channels,
  -- The agent of the channel who this is. Its session acts for this agent alone.
  agent_id integer references agents,
  -- It never changes: makers and checkers are told apart by it, and the audit log shows it. An owner who
  -- was invited by the platform itself chooses it when joining.
  name text,
  email text,
  language text not null default 'fr' check (language in ('en', 'fr', 'ar')),
  status text not null default 'invited' check (status in ('invited', 'active', 'disabled')),
  created_at timestamptz not null default wasl_now(),
  -- The first session. Once an operator's user has signed in, no API key approves.
  signed_in_at timestamptz,
  check (name is not null or status <> 'active'),
  check ((side = 'partner') = (partner_id is not null)),
  check ((side = 'channel') = (channel_id is not null)),
  check (agent_id is null or side = 'channel'),
  -- Agents and couriers act as an agent; nobody else is bound to one.
  check ((role in ('agent', 'courier')) = (agent_id is not null))
);

-- An e-mail address signs in one user, whatever the side.
create unique index users_by_email on users (lower(email)) where status <> 'disabled';

-- Two operators of one name would count as one person: nobody approves what a person of that name made.
create unique index users_by_name on users (name) where side = 'operator' and status <> 'disabled';

create unique index users_by_agent on users (agent_id) where status <> 'disabled';

create index users_of_partner on users (partner_id, user_id) where partner_id is not null;

create index users_of_channel on users (channel_id, user_id) where channel_id is not null;

create table sessions (
  -- SHA-256 of the token in the cookie. The token itself is stored nowhere.
  session_hash bytea primary key check (octet_length(session_hash) = 32),
  session_id integer not null unique generated always as identity,
  user_id integer not null references users,
  -- How the user signed in, such as `passkey`.
  method text not null,
  created_at timestamptz not null default wasl_now(),
  last_seen_at timestamptz not null default wasl_now(),
  -- It ends when it was not used for this long, and at the latest at expires_at.
  idle_seconds integer not null check (idle_seconds > 0),
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  -- Until then the user counts as just confirmed, for refunds, secrets and payouts.
  stepped_up_until timestamptz,
  -- What the user sees in the list of sessions.
  user_agent text not null,
  address text not null,
  ended_at timestamptz,
  -- The wire id and the name of the user who ended it.
  ended_by_id text,
  ended_by text,
  check ((ended_at is null) = (ended_by is null))
);

create index sessions_of_user on sessions (user_id, session_id);

create index sessions_by_expiry on sessions (expires_at);

create table invitations (
  -- SHA-256 of the token in the link.
  invitation_hash bytea primary key check (octet_length(invitation_hash) = 32),
  user_id integer not null references users,
  created_at timestamptz not null default wasl_now(),
  invited_by text not null,
  expires_at timestamptz not null,
  -- When it was accepted, or replaced by a newer one. It opens nothing from then on.
  ended_at timestamptz
);

create unique index invitations_open on invitations (user_id) where ended_at is null;
