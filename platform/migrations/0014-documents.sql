-- The Ed25519 keys that sign receipts and manifests of statements. A public key stays for as long as
-- documents can be checked with it: forever. The private key is deleted when it signs no more.
create table signing_keys (
  -- The beginning of the SHA-256 thumbprint of the public key (RFC 7638), in base64url.
  kid text primary key,
  purpose text not null check (purpose in ('receipt', 'statement')),
  public_key bytea not null check (octet_length(public_key) = 32),
  -- The sealed private key, and the master key that seals it; null when it was deleted.
  master_key_id text,
  sealed bytea,
  valid_from timestamptz not null,
  -- When it stops signing; null for the newest key. What it signed before stays valid.
  valid_until timestamptz,
  -- From then on nothing that it signed is valid.
  revoked_at timestamptz,
  revoked_reason text,
  created_at timestamptz not null default wasl_now(),
  check ((master_key_id is null) = (sealed is null)),
  check (sealed is not null or valid_until is not null),
  check (valid_until >= valid_from),
  check ((revoked_at is null) = (revoked_reason is null)),
  check (revoked_at is null or (sealed is null and valid_until is not null))
);

-- One key of each purpose has no end: processes that need the first key at the same time make one.
create unique index signing_keys_without_end on signing_keys (purpose) where valid_until is null;

create function keep_signing_key() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'UPDATE'
    or (new.kid, new.purpose, new.public_key, new.created_at)
      is distinct from (old.kid, old.purpose, old.public_key, old.created_at)
    or (old.revoked_at is not null
      and (new.revoked_at, new.revoked_reason) is distinct from (old.revoked_at, old.revoked_reason))
    or (old.sealed is null and new.sealed is not null)
    or new.valid_from > old.valid_from
    or new.valid_until is null and old.valid_until is not null
    or new.valid_until > old.valid_until
  then
    raise exception 'a signing key stays published as it is: it can only start or end sooner, and be revoked';
  end if;
  return new;
end
$$;

create trigger published before update or delete on signing_keys
for each row execute function keep_signing_key();

create trigger append_only before truncate on signing_keys
for each statement execute function refuse_change();

-- The manifest of a partner's closed statement: the signed hashes of its documents. It is made once, and
-- the same bytes are given for ever. Each contains the hash of the partner's manifest before.
create table statement_manifests (
  partner_id integer not null,
  statement_id uuid not null,
  -- Its place in the partner's chain, from 1.
  position integer not null check (position > 0),
  manifest bytea not null check (octet_length(manifest) between 1 and 16384),
  sha256 bytea not null generated always as (sha256(manifest)) stored,
  -- As in the manifest: a document is compared with them before it is given out.
  previous_sha256 bytea check ((previous_sha256 is null) = (position = 1)),
  json_sha256 bytea not null check (octet_length(json_sha256) = 32),
  csv_sha256 bytea not null check (octet_length(csv_sha256) = 32),
  made_at timestamptz not null default wasl_now(),
  primary key (partner_id, statement_id),
  unique (partner_id, position),
  foreign key (partner_id, statement_id) references statements
);

create trigger append_only before update or delete on statement_manifests
for each row execute function refuse_change();

create trigger append_only_whole before truncate on statement_manifests
for each statement execute function refuse_change();

-- Statements closed lately are looked through for those without a manifest.
create index statements_by_closing on statements (closed_at) where closed_at is not null;

-- A statement on paper, as it was made first, in each language.
create table statement_pdfs (
  partner_id integer not null,
  statement_id uuid not null,
  language text not null check (language in ('ar', 'fr', 'en')),
  pdf bytea not null check (octet_length(pdf) between 1 and 16777216),
  made_at timestamptz not null default wasl_now(),
  primary key (partner_id, statement_id, language),
  foreign key (partner_id, statement_id) references statements
);

-- It is compressed already.
alter table statement_pdfs alter column pdf set storage external;

create trigger append_only before update or delete on statement_pdfs
for each row execute function refuse_change();

create trigger append_only_whole before truncate on statement_pdfs
for each statement execute function refuse_change();
