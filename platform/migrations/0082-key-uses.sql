-- When a key of an operator or a channel was last used, to the minute (W270). Keys of partners have it in
-- their own rows. Without a reference: a channel's key may be a copy, and its use is noted in any cell.
create table key_uses (
  key_hash bytea primary key,
  last_used_at timestamptz not null
) with (fillfactor = 50);
