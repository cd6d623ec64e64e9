-- What the seal of a closed day covers (W268): the transfers of the date, by their partner and the month in
-- whose partition they are, so that what was archived or moved away since can be left out.
create table ledger_day_hashes (
  business_date date not null,
  partner_id integer not null,
  -- Such as 2026-11.
  month text not null,
  transfers bigint not null,
  hash bytea not null,
  primary key (business_date, partner_id, month)
);

-- The days that were sealed, each with the number of its seal.
create table ledger_day_seals (
  business_date date primary key,
  number bigint not null
);
