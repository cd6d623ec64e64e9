-- Small tables that belong to no partner are changed in the control cell alone; the other cells have copies
-- of them by logical replication, whose triggers do not fire. A cell that is joined gets this trigger on each
-- of them (platform/src/base/database/copies.ts); a platform with one database has none.
create function refuse_copy_change() returns trigger
language plpgsql
as $$
begin
  -- What a migration changes here arrives from the control cell too.
  if current_setting('application_name') = 'wasl migrate' then
    return null;
  end if;
  raise exception 'the table % is a copy in this cell: it is changed in the control cell', tg_table_name;
end
$$;
