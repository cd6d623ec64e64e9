-- The life of a batch of payouts (D36), and what a bank line proves when one line is several things or
-- several lines are one (D37). A batch is of no partner: its payouts may live in several cells.

-- A batch that was sent: the bytes that the bank was given. Without a row, a batch is a draft.
create table payout_batches (
  batch_id uuid primary key,
  sent_at timestamptz not null default wasl_now(),
  -- The person who downloaded it first; null for a batch that is older than this table.
  sent_by text,
  -- What was asked of the bank: null until the first download of a batch that is older than this table.
  lines integer check (lines > 0),
  total bigint check (total > 0),
  csv bytea,
  pain bytea,
  check (num_nulls(lines, total, csv, pain) in (0, 4))
);

create trigger fixed before update or delete on payout_batches
for each row when (old.csv is not null) execute function refuse_change();

create trigger fixed_whole before truncate on payout_batches
for each statement execute function refuse_change();

create table payout_batch_downloads (
  download_id uuid primary key,
  batch_id uuid not null references payout_batches,
  format text not null check (format in ('csv', 'pain.001')),
  downloaded_at timestamptz not null default wasl_now(),
  downloaded_by text not null
);

create index payout_batch_downloads_of_batch on payout_batch_downloads (batch_id, download_id);

create trigger append_only before update or delete on payout_batch_downloads
for each row execute function refuse_change();

create trigger append_only_whole before truncate on payout_batch_downloads
for each statement execute function refuse_change();

-- A batch from before may be at the bank already: it takes no payout any more.
insert into payout_batches (batch_id, sent_at)
select batch_id, max(instructed_at) from payouts where batch_id is not null group by batch_id;

-- A payout that the bank returned leaves a batch that was not sent.
do $$
declare
  named text;
begin
  select conname into strict named from pg_constraint
  where conrelid = 'payouts'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%(instructed_at IS NULL) = (batch_id IS NULL)%';
  execute format('alter table payouts drop constraint %I', named);
end
$$;

alter table payouts add check ((instructed_at is null) <= (batch_id is null));

alter table payouts add check (status not in ('instructed', 'paid') or batch_id is not null);
