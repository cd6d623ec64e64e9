create sequence partner_ids as integer start 1001;

create table partners (
  partner_id integer primary key default nextval('partner_ids'),
  name text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  api_url text not null,
  -- Null means {API_URL}/webhooks/platform (D12).
  webhook_url text,
  -- The kinds of events that it gets because it asked for them (D27).
  events text[] not null default '{}',
  -- Grows with every change of URLs, secrets or status, so that a cached copy knows it is old.
  revision integer not null default 1,
  created_at timestamptz not null default wasl_now(),
  updated_at timestamptz not null default wasl_now()
);

-- A key tells its partner in its prefix, so that a key is found by partner and hash alone.
create table partner_api_keys (
  partner_id integer not null references partners,
  key_hash bytea not null,
  created_at timestamptz not null default wasl_now(),
  expires_at timestamptz,
  primary key (partner_id, key_hash)
);

-- The newest version whose time has come is the one in use; a version that comes later is how a
-- rotation overlaps.
create table partner_secrets (
  partner_id integer not null references partners,
  field text not null check (field in ('apiSecret', 'hmacSecret')),
  version integer not null,
  master_key_id text not null,
  sealed bytea not null,
  active_from timestamptz not null default wasl_now(),
  created_at timestamptz not null default wasl_now(),
  primary key (partner_id, field, version)
);

-- What a partner's developers should mend although the payment went on (D11).
create table partner_warnings (
  partner_id integer not null references partners,
  warning_id uuid not null,
  at timestamptz not null default wasl_now(),
  kind text not null,
  reference text not null,
  message text not null,
  primary key (partner_id, warning_id)
);

-- The accepted status calls of the last 60 seconds, oldest first, in microseconds since 1970.
create table status_quotas (
  partner_id integer primary key references partners,
  accepted_at bigint[] not null default '{}',
  -- How many calls the latest update accepted.
  granted integer not null default 0
) with (fillfactor = 40);
