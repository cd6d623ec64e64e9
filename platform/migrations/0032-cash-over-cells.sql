-- Cash over several cells (W178, platform/src/ledger/custody/over-cells.ts).

-- What a count expected, cell by cell. A count with one database has no parts.
create table shift_count_parts (
  shift_id uuid not null references shift_counts,
  cell text not null,
  -- What the transfers of this cell that the snapshot sees say that the agent held.
  expected bigint not null,
  snapshot pg_snapshot not null,
  -- The agent's open payments in this cell at that moment.
  open_locks json not null,
  primary key (shift_id, cell)
);

create trigger append_only before update or delete on shift_count_parts
for each row execute function refuse_change();

create trigger append_only_whole before truncate on shift_count_parts
for each statement execute function refuse_change();
