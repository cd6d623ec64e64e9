-- Channels and operators belong to no partner. If partners live in several databases, each has a
-- copy of these small tables.
create table channel_kinds (
  kind text primary key check (kind in ('AGENCY', 'DELIVERY', 'MARKETPLACE')),
  -- Null means the platform's default (WASL_LOCK_SECONDS, D10).
  lock_seconds integer check (lock_seconds between 1 and 86400),
  -- The longest lock that an opening may ask for; null means only the lock time of the kind (W155).
  lock_seconds_max integer check (lock_seconds_max between 1 and 86400),
  -- Null means the platform's defaults (W79).
  open_locks_max integer check (open_locks_max between 1 and 10000000),
  not_found_per_minute integer check (not_found_per_minute between 1 and 1000000)
);

insert into channel_kinds (kind) values ('AGENCY'), ('DELIVERY'), ('MARKETPLACE');

-- A courier locks the references of a day at departure.
update channel_kinds set lock_seconds_max = 86400 where kind = 'DELIVERY';

create table channels (
  channel_id integer primary key generated always as identity,
  name text not null,
  kind text not null references channel_kinds,
  -- A disabled channel opens no payment; it may still finish what is open (W123).
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- The partners that it may take payments for; null means all.
  partner_ids integer[] check (cardinality(partner_ids) between 1 and 1000),
  created_at timestamptz not null default wasl_now()
);

create table channel_api_keys (
  channel_id integer not null references channels,
  key_hash bytea not null,
  created_at timestamptz not null default wasl_now(),
  expires_at timestamptz,
  primary key (channel_id, key_hash)
);

create table operator_api_keys (
  key_hash bytea primary key,
  operator_key_id integer not null unique generated always as identity,
  name text not null,
  -- The person who uses the key. A maker and a checker are different holders (D29).
  holder text not null,
  -- What it may do, as the role of a user says it.
  role text not null default 'owner',
  created_at timestamptz not null default wasl_now(),
  -- A revoked or replaced key stays, so that a process started with it in WASL_OPERATOR_KEY does
  -- not restore it.
  revoked_at timestamptz
);

-- The audit log shows these names.
create unique index operator_api_keys_in_use on operator_api_keys (name) where revoked_at is null;

-- Every operator action. Partner 0 means the platform as a whole. There is no foreign key, because
-- the log is kept longer than the rows that it is about.
create table audit_log (
  partner_id integer not null,
  audit_id uuid not null,
  at timestamptz not null default wasl_now(),
  -- The wire id of the key or partner, null for a command or a start; and its name at that time.
  actor_id text,
  actor text not null,
  action text not null,
  subject text not null,
  request_id text,
  details jsonb not null default '{}',
  primary key (partner_id, audit_id)
) partition by range (audit_id);

create table audit_log_other partition of audit_log default;

create index audit_log_by_time on audit_log (audit_id);

-- Who changed this code or refunded this payment, and what was done with this key.
create index audit_log_of_subject on audit_log (subject, audit_id);

create index audit_log_of_actor on audit_log (actor, audit_id);

create index audit_log_of_actor_id on audit_log (actor_id, audit_id);

-- What a request did whose id a person quotes.
create index audit_log_of_request on audit_log (request_id) where request_id is not null;

create trigger append_only before update or delete on audit_log
for each row execute function refuse_change();

create trigger append_only_whole before truncate on audit_log
for each statement execute function refuse_change();
