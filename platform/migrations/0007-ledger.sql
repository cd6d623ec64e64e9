-- The ledger: who holds the money, and who owes it. Each row moves an amount from one account to
-- another, so a row balances by construction. The statement that changes a payment writes its
-- transfer. No balance is stored on that path: a balance is the roll-up of ledger_days and the rows
-- after it.
--
-- A transfer about a payment or a partner has that partner; any other has partner 0. No transaction
-- writes rows of both, so that partners can live in databases of their own.

-- Which business dates are open: one row. Every statement that writes a transfer reads it, so it
-- changes once a day and no oftener.
create table ledger_state (
  only_row boolean primary key default true check (only_row),
  -- Business dates are days in this zone. It is fixed once a day is closed.
  time_zone text not null default 'Africa/Algiers',
  -- The first business date that is still open; null until a day is closed.
  open_day date,
  -- Every business date through this one is closed and rolled up; null until a day is.
  sealed_through date,
  check (sealed_through < open_day)
);

insert into ledger_state default values;

-- The closings of days (platform/src/ledger/close-day.ts), each of every open day through a date.
create table ledger_closings (
  through date primary key,
  advanced_at timestamptz not null,
  -- Transactions below this id may have written to these days, and none from it on. Null until it is
  -- noted.
  fence xid8,
  sealed_at timestamptz,
  check (sealed_at is null or fence is not null)
);

-- The open day, for a statement that writes transfers. Call it only after the statement has locked its
-- rows. It is volatile, so it sees a day that was closed while the statement waited for a lock. It
-- assigns the transaction its id first: closing a day waits for every transaction that has one, so no
-- row enters a closed day.
create function ledger_calendar(out time_zone text, out open_day date)
language plpgsql volatile
as $$
begin
  perform pg_current_xact_id();
  select state.time_zone, state.open_day into time_zone, open_day from ledger_state state;
end
$$;

comment on function ledger_calendar() is 'The time zone of business dates, and the first open one.';

create function business_date_of(at timestamptz) returns date
language sql volatile
as $$
  select greatest((at at time zone calendar.time_zone)::date, calendar.open_day)
  from ledger_calendar() calendar
$$;

comment on function business_date_of(timestamptz) is
  'The local date of this time, or the first open business date when that date is closed.';

create table ledger_transfers (
  partner_id integer not null,
  -- What caused the transfer: a payment, a refund, a handover, a statement, … It makes the transfer
  -- idempotent.
  source_id uuid not null,
  code text not null,
  -- Several transfers of one source and code are numbered from 1. Line -n reverses line n, once.
  line smallint not null default 1 check (line <> 0),
  debit_kind text not null,
  debit_owner text not null,
  credit_kind text not null,
  credit_owner text not null,
  amount bigint not null check (amount > 0),
  currency text not null default 'DZD' check (currency = 'DZD'),
  -- Who caused it: the wire id of a key, or `platform`.
  actor text not null,
  at timestamptz not null,
  business_date date not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (partner_id, source_id, code, line),
  check ((debit_kind, debit_owner) <> (credit_kind, credit_owner))
) partition by range (source_id);

create table ledger_transfers_other partition of ledger_transfers default;

-- A statement reads the rows of a partner by their dates. An account's rows of a date are found through
-- it too, partner by partner.
create index ledger_transfers_by_date on ledger_transfers (partner_id, business_date, source_id);

create trigger append_only before update or delete on ledger_transfers
for each row execute function refuse_change();

create trigger append_only_whole before truncate on ledger_transfers
for each statement execute function refuse_change();

-- The roll-up reads transfers by the ids of their transactions. Rows are appended in about that order,
-- so an index of ranges of pages finds them, and costs a confirmation next to nothing. There is no
-- such index of xid8 itself.
create index ledger_transfers_by_xid on ledger_transfers using brin (((xid::text)::bigint))
with (pages_per_range = 128, autosummarize = on);

-- How far the roll-up is: one row.
create table ledger_roll_up (
  only_row boolean primary key default true check (only_row),
  -- ledger_days and ledger_totals have the rows of every transaction below this id, and no others.
  rolled_up_to xid8 not null default '0',
  -- The database system whose transaction ids these are; null until the first roll-up.
  system_identifier bigint,
  -- The roll-up has everything that was committed at this time.
  complete_at timestamptz,
  -- When rolled_up_to reaches this id, the roll-up is complete as of that time.
  next_xid xid8,
  next_at timestamptz
);

insert into ledger_roll_up default values;

-- The roll-up: the sums of each account on each business date. It can be computed again from
-- ledger_transfers at any time.
create table ledger_days (
  partner_id integer not null,
  kind text not null,
  owner text not null,
  business_date date not null,
  debits bigint not null,
  credits bigint not null,
  primary key (partner_id, kind, owner, business_date)
) with (fillfactor = 80);

create index ledger_days_of_account on ledger_days (kind, owner, business_date);

-- The same over all dates, so that a balance does not grow slower with the years.
create table ledger_totals (
  partner_id integer not null,
  kind text not null,
  owner text not null,
  debits bigint not null,
  credits bigint not null,
  primary key (partner_id, kind, owner)
) with (fillfactor = 50);

create index ledger_totals_of_account on ledger_totals (kind, owner);

-- How far the roll-up can be used: after a logical copy to another database system its transaction ids
-- mean nothing, and a balance is computed from the transfers alone.
create function ledger_rolled_up_to() returns xid8
language sql stable
as $$
  select case
    when system_identifier = (select control.system_identifier from pg_control_system() control)
    then rolled_up_to
    else '0'
  end
  from ledger_roll_up
$$;

-- The sums of the transfers that are not in the roll-up: of one account, of a kind, or (with nulls) of
-- all. It finds them by the index whatever the statistics of a table that grows say.
create function ledger_tail(of_kind text, of_owner text)
returns table (
  partner_id integer, kind text, owner text, business_date date, debits bigint, credits bigint
)
language sql stable
set enable_seqscan = off
as $$
  select partner_id, side.kind, side.owner, business_date, sum(side.debits)::bigint,
    sum(side.credits)::bigint
  from ledger_transfers, lateral (
    values (debit_kind, debit_owner, amount, 0), (credit_kind, credit_owner, 0, amount)
  ) as side (kind, owner, debits, credits)
  -- A subquery, so that it is computed once and not for each row.
  where (xid::text)::bigint >= (select (ledger_rolled_up_to()::text)::bigint)
    and (of_kind is null or side.kind = of_kind)
    and (of_owner is null or side.owner = of_owner)
  group by partner_id, side.kind, side.owner, business_date
$$;

-- Old months of the books (platform/src/operations/retention/archive-books.ts): what a partition adds up to, and,
-- once archived_at is set, that its transfers are in an export and each account has one OPENING instead.
create table ledger_archives (
  -- Such as 2016-11.
  period text primary key,
  -- The sources of this month: from the first id on, below the second.
  first_id uuid not null,
  next_id uuid not null,
  -- The sums have every row of a transaction below this id.
  noted_xid xid8 not null,
  -- The last business date of its transfers; null without any.
  newest_date date,
  archived_at timestamptz
);

-- The sums of a month that is not archived yet, so that nothing waits while it is added up.
create table ledger_archive_sums (
  partner_id integer not null,
  period text not null,
  kind text not null,
  owner text not null,
  business_date date not null,
  debits bigint not null,
  credits bigint not null,
  primary key (partner_id, period, kind, owner, business_date)
);

create function is_archived(source_id uuid) returns boolean
language sql stable
as $$
  select exists (
    select from ledger_archives
    where archived_at is not null and source_id >= first_id and source_id < next_id
  )
$$;

comment on function is_archived(uuid) is
  'Whether the transfers of this source were archived, so that the ledger has them no more.';

create function archived_through() returns date
language sql stable
as $$
  select coalesce(max(newest_date), '-infinity') from ledger_archives where archived_at is not null
$$;

comment on function archived_through() is
  'The ledger has every transfer after this business date. Up to it, some are archived.';

-- Transfers by hand, which a second person approves (platform/src/money/adjustments/adjust.ts). Partner 0 when none
-- of the accounts is a partner's.
create table adjustments (
  partner_id integer not null,
  adjustment_id uuid not null,
  status text not null default 'proposed' check (status in ('proposed', 'approved', 'declined')),
  debit_kind text not null,
  debit_owner text not null,
  credit_kind text not null,
  credit_owner text not null,
  amount bigint not null check (amount > 0),
  currency text not null default 'DZD' check (currency = 'DZD'),
  reason text not null,
  made_by text not null,
  made_at timestamptz not null default wasl_now(),
  decided_by text,
  decided_at timestamptz,
  primary key (partner_id, adjustment_id),
  check ((status = 'proposed') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (status <> 'approved' or decided_by <> made_by)
);

create index adjustments_by_time on adjustments (adjustment_id);

-- The accountant's code of each kind of account, for the journal (platform/src/operations/reports).
create table account_codes (
  kind text primary key,
  account_code text not null,
  set_by text not null,
  set_at timestamptz not null default wasl_now()
);
