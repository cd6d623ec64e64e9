-- The lines of the operator's bank accounts, as its banks export them, and what each one is. They belong
-- to no partner: a line that pays a partner's payout is matched in two transactions
-- (platform/src/money/bank/match.ts).

-- How one bank writes the export of one account.
create table bank_mappings (
  name text primary key,
  -- As protocol/src/bank.ts describes it.
  mapping jsonb not null,
  revision integer not null default 1,
  set_at timestamptz not null default wasl_now(),
  -- The holder of the operator's key.
  set_by text not null
);

create table bank_imports (
  import_id uuid primary key,
  mapping text not null,
  mapping_revision integer not null,
  account text not null check (account in ('clients', 'own')),
  file_sha256 bytea not null,
  lines integer not null,
  -- How many of them were new.
  added integer not null,
  imported_at timestamptz not null default wasl_now(),
  -- The holder of the operator's key.
  imported_by text not null
);

create trigger append_only before update or delete on bank_imports
for each row execute function refuse_change();

create trigger append_only_whole before truncate on bank_imports
for each statement execute function refuse_change();

-- The states are described in platform/src/money/bank/line.ts.
create table bank_lines (
  bank_line_id uuid primary key,
  account text not null check (account in ('clients', 'own')),
  -- A line is the same line in every file: the hash of what it says, and its number among the lines of
  -- the file that say the same.
  content_sha256 bytea not null,
  ordinal integer not null check (ordinal > 0),
  -- Written after its lines, when it is known how many were new.
  import_id uuid not null references bank_imports deferrable initially deferred,
  booked_on date not null,
  value_on date,
  -- Centimes; below 0 when the money left the account.
  amount bigint not null check (amount <> 0 and abs(amount) <= 999999999999),
  description text not null,
  reference text,
  status text not null default 'unmatched' check (status in ('unmatched', 'matching', 'matched')),
  -- What it is: the one transfer of the ledger that it proves.
  match_kind text check (
    match_kind in (
      'deposit', 'remittance', 'payout', 'refund', 'fee', 'topup', 'sweep', 'posted'
    )
  ),
  match_partner integer,
  match_source uuid,
  match_code text,
  match_line smallint,
  -- The holder of the operator's key, or `platform`; the wire id and the name of that key.
  match_by text,
  match_actor text,
  match_name text,
  claimed_at timestamptz,
  matched_at timestamptz,
  unique (account, content_sha256, ordinal),
  check ((status = 'unmatched') = (num_nonnulls(
    match_kind, match_partner, match_source, match_code, match_line, match_by, match_name, claimed_at
  ) = 0)),
  check (status = 'unmatched' or num_nulls(
    match_kind, match_partner, match_source, match_code, match_line, match_by, match_name, claimed_at
  ) = 0),
  check ((status = 'matched') = (matched_at is not null))
);

-- One line for each transfer and account: SWEPT has a line in both accounts.
create unique index bank_lines_of_transfer
on bank_lines (match_source, match_code, match_line, match_partner, account)
where status <> 'unmatched';

create index bank_lines_open on bank_lines (bank_line_id) where status <> 'matched';

create index bank_lines_by_date on bank_lines (account, booked_on, bank_line_id);

-- Whether a text has these words, as a whole and in any case. Fewer than 4 characters are found
-- anywhere, so they prove nothing.
create function has_words(text text, words text) returns boolean
language sql immutable parallel safe
as $$
  -- The regular expression is slow, so a plain search comes first.
  select length(words) >= 4 and strpos(lower(text), lower(words)) > 0 and text ~* (
    '(^|[^[:alnum:]])' || regexp_replace(words, '([^[:alnum:][:space:]])', '\\\1', 'g')
    || '($|[^[:alnum:]])'
  )
$$;

comment on function has_words(text, text) is 'Whether a bank line names a slip or a reference.';

create index deposits_by_banked on deposits (banked) where banked is not null;

create index remittances_by_banked on remittances (banked) where banked is not null;
