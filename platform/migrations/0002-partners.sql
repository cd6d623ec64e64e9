create sequence partner_ids as integer start 1001;

create table partners (
  partner_id integer primary key default nextval('partner_ids'),
  name text not null,
  -- The images of the partner's QR codes show these beside the name.
  name_ar text,
  city text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  api_url text not null,
  -- Null means {API_URL}/webhooks/platform (D12).
  webhook_url text,
  -- The kinds of events that the partner has asked for (D27).
  events text[] not null default '{}',
  -- How much the partner may owe because of refunds, in centimes; null for no limit (D28).
  debit_limit bigint check (debit_limit between 0 and 999999999999),
  -- Grows with every change of URLs, secrets or status, so that a cached copy can be recognised as
  -- old.
  revision integer not null default 1,
  created_at timestamptz not null default wasl_now(),
  updated_at timestamptz not null default wasl_now()
);

-- A key names its partner in its prefix, so it is found by partner and hash.
create table partner_api_keys (
  partner_id integer not null references partners,
  key_hash bytea not null,
  created_at timestamptz not null default wasl_now(),
  expires_at timestamptz,
  -- To the minute, so that its partner sees that a new key is used before it revokes the old one.
  last_used_at timestamptz,
  primary key (partner_id, key_hash)
);

-- The newest version that is valid by now is in use. A version that becomes valid later makes a
-- rotation overlap.
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

-- Problems that a partner's developers should fix although the payment went on (D11).
create table partner_warnings (
  partner_id integer not null references partners,
  warning_id uuid not null,
  at timestamptz not null default wasl_now(),
  kind text not null,
  reference text not null,
  message text not null,
  primary key (partner_id, warning_id)
);

-- The accepted status calls of the last 60 seconds, the oldest first, in microseconds since 1970.
create table status_quotas (
  partner_id integer primary key references partners,
  accepted_at bigint[] not null default '{}',
  -- How many calls the latest update accepted.
  granted integer not null default 0
) with (fillfactor = 40);
