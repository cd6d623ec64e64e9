-- Where the people of an organisation sign in: its company's directory, by OpenID Connect (W277). Partner 0
-- is the operator, as in the audit log.
create table directories (
  partner_id integer primary key check (partner_id >= 0),
  issuer text not null,
  client_id text not null,
  -- The client secret, sealed with the master key: the platform shows it to the directory.
  master_key_id text not null,
  sealed bytea not null,
  -- The claim with the groups of a person.
  groups_claim text not null,
  -- In order, as [{"group", "role"}]: the first group that a person has decides.
  roles jsonb not null check (jsonb_typeof(roles) = 'array'),
  changed_at timestamptz not null default wasl_now(),
  changed_by text not null
);

-- Who came from a directory. A directory knows a person by the subject, for ever.
create table directory_people (
  user_id integer primary key references users,
  partner_id integer not null check (partner_id >= 0),
  issuer text not null,
  subject text not null,
  -- When the directory had no group for this person any more: a later sign-in with a group opens the account
  -- again. An account that an owner has closed stays closed.
  closed_at timestamptz
);

create unique index directory_people_by_subject on directory_people (partner_id, issuer, subject);

-- A sign-in that a browser began at a directory.
alter table challenges drop constraint challenges_purpose_check;

alter table challenges add constraint challenges_purpose_check
  check (purpose in ('sign-in', 'step-up', 'passkey', 'totp', 'directory'));
