-- Lines that match in groups, and matches that are taken back (D37). Nothing is deleted: what a match
-- posted is reversed, and the next match of the same thing has the next number.

alter table bank_lines
  -- How often a match of this line was taken back.
  add column times_unmatched integer not null default 0 check (times_unmatched >= 0),
  -- The line whose match left this part of it in suspense.
  add column remainder_of uuid references bank_lines,
  -- Whether the match posts the transfer, or only proves what a person has posted.
  add column match_posts boolean,
  -- Who took the last match back, and why.
  add column unmatch_by text,
  add column unmatch_actor text,
  add column unmatch_name text,
  add column unmatch_reason text;

alter table bank_lines drop constraint bank_lines_status_check;

alter table bank_lines add constraint bank_lines_status_check
  check (status in ('unmatched', 'matching', 'matched', 'unmatching'));

alter table bank_lines drop constraint bank_lines_match_kind_check;

-- group: see bank_group_things. rejoined: the match that left this remainder was taken back.
alter table bank_lines add constraint bank_lines_match_kind_check check (
  match_kind in (
    'deposit', 'remittance', 'payout', 'refund', 'fee', 'topup', 'sweep', 'posted', 'group',
    'rejoined'
  )
);

create index bank_lines_of_remainder on bank_lines (remainder_of) where remainder_of is not null;

-- What the lines of one match prove together: one line is many things, or many lines are one. The lines
-- have the group as their match_source.
create table bank_group_things (
  group_id uuid not null,
  number integer not null check (number > 0),
  account text not null check (account in ('clients', 'own')),
  kind text not null check (kind in ('deposit', 'remittance', 'payout', 'refund')),
  thing_partner integer not null,
  source_id uuid not null,
  code text not null,
  line smallint not null,
  amount bigint not null check (amount > 0),
  posts boolean not null,
  -- refused: it could not be posted any more, so its amount stays in suspense.
  status text not null default 'claimed'
    check (status in ('claimed', 'proved', 'refused', 'undone')),
  primary key (group_id, number)
);

create unique index bank_things_of_transfer
on bank_group_things (source_id, code, line, thing_partner, account)
where status in ('claimed', 'proved');

alter table payouts add column times_unpaid integer not null default 0 check (times_unpaid >= 0);

alter table deposits add column times_unbanked integer not null default 0 check (times_unbanked >= 0);

alter table remittances
  add column times_unconfirmed integer not null default 0 check (times_unconfirmed >= 0);

-- A posting by hand above the operator's amount waits for another person, who says the same.
create table bank_posting_requests (
  request_id uuid primary key,
  bank_line_id uuid not null references bank_lines,
  -- What is asked, as one text that is compared.
  said text not null,
  asked_at timestamptz not null default wasl_now(),
  asked_by text not null,
  -- The persons behind them, of whom none confirms it.
  asked_behind text[] not null,
  ended_at timestamptz,
  -- Who confirmed it; null when another request took its place.
  confirmed_by text
);

create unique index bank_posting_requests_open on bank_posting_requests (bank_line_id)
where ended_at is null;
