-- How often a partner's lookups failed, by the hour: opened payments tell only of those that did not.
-- A partner sees them for a month.
create table lookup_failures (
  partner_id integer not null,
  hour timestamptz not null,
  code text not null,
  count integer not null default 0,
  -- What was wrong with the last of them, as its warning would say it.
  explanation text not null,
  last_at timestamptz not null,
  primary key (partner_id, hour, code)
) with (fillfactor = 70);
