-- Makers and checkers are compared by the persons behind them, never by a name (D34, W180).
alter table operator_api_keys
  -- The user who made it: for a key made with a key, the user at the start of that chain.
  add column made_by_user integer references users,
  -- The keys of that chain, the nearest first.
  add column made_by_keys integer[] not null default '{}';

update operator_api_keys key set made_by_user = users.user_id
from audit_log made
join users on 'usr_' || users.user_id = made.actor_id
where made.partner_id = 0 and made.action = 'operator-key.create'
  and made.subject = 'opr_' || key.operator_key_id;

-- The persons behind who made it, as `parties/people/persons-behind.ts` writes them. Null for what an earlier
-- release made: then its name says who it was.
alter table fee_versions add column made_behind text[];
alter table statements add column made_behind text[];
alter table payouts add column made_behind text[];
alter table partner_account_changes add column made_behind text[];
alter table adjustments add column made_behind text[];
alter table variances add column made_behind text[];
-- Of who said what a line is: its bag may have a difference.
alter table bank_lines add column match_behind text[];
-- A count that differed by no more than the tolerance was decided by it: this one.
alter table variances add column tolerance bigint check (tolerance >= 0);

-- A setting that decides about money without a person waits until another person says the same.
create table setting_requests (
  request_id uuid primary key,
  -- The wire id of what is changed, such as `chn_2`.
  subject text not null,
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

create unique index setting_requests_open on setting_requests (subject) where ended_at is null;
