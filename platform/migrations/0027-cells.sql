-- In which cell a partner lives, in the control cell (W170). A cell is one database; a partner lives whole
-- in one. Every partner has a row where there are several cells. Where there is one, the table is empty.
-- A partner's row here stays when the partner moves: it says where it moved.
create table partner_homes (
  partner_id integer primary key,
  cell text not null check (cell ~ '^[a-z][a-z0-9_]{0,30}$'),
  -- Grows with every change. A home is changed only by who names the epoch that it has.
  epoch bigint not null default 1 check (epoch >= 1)
);

-- A new partner goes to the cell that has the fewest.
create index partner_homes_of_cell on partner_homes (cell);

create function homes_only_grow() returns trigger
language plpgsql
as $$
begin
  if new.epoch <> old.epoch + 1 or new.partner_id <> old.partner_id then
    raise exception 'the home of partner % is changed by its epoch % alone, by one step',
      old.partner_id, old.epoch;
  end if;
  return new;
end
$$;

create trigger epoch_grows before update on partner_homes
for each row execute function homes_only_grow();

create function tell_home() returns trigger
language plpgsql
as $$
begin
  -- The whole row, so that a process need not read it.
  perform pg_notify('wasl_homes', format('%s %s %s', new.partner_id, new.cell, new.epoch));
  return null;
end
$$;

create trigger homes_are_told after insert or update on partner_homes
for each row execute function tell_home();

-- Which cell this database is, so that two addresses are not mixed up. Empty where there is one.
create table this_cell (
  is_row boolean primary key default true check (is_row),
  cell text not null,
  is_control boolean not null,
  since timestamptz not null default clock_timestamp()
);
