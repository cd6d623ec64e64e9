-- Which process does the work of this database that one process is enough for (W168). A process that does
-- not renew its lease has it no longer.
create table work_leases (
  work text primary key,
  holder uuid not null,
  leased_until timestamptz not null
) with (fillfactor = 50);
