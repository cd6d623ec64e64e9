-- Moves of partners from one cell to another (W174, platform/src/moves).

-- In the control cell: each move, and what it does next, so that any process can go on with it.
create table partner_moves (
  partner_id integer not null,
  -- Grows with every move, so that a cell can tell a late command of an older one.
  move_id bigint not null generated always as identity,
  source text not null,
  target text not null check (target <> source),
  -- Of the home when the move began; the home changes only from this one.
  epoch bigint not null,
  step text not null default 'prepare' check (step in (
    'prepare', 'copy', 'cut over', 'open', 'unlink', 'remove', 'done', 'undo', 'undone'
  )),
  started_at timestamptz not null default clock_timestamp(),
  started_by text not null,
  step_at timestamptz not null default clock_timestamp(),
  -- How long the last closing of the fence refused the partner's writes.
  refused_ms integer,
  -- Why the last process gave up.
  problem text,
  primary key (partner_id, move_id)
);

create unique index partner_moves_under_way on partner_moves (partner_id)
where step not in ('done', 'undone');

-- In each cell: the partners that it had, has for a moment, or is to have. One that never moved has no
-- row. Rows stay: a process that still believes in an old home must be refused after years, too.
create table partner_fences (
  partner_id integer primary key,
  move_id bigint not null,
  -- Whether this cell refuses what anybody writes for the partner.
  is_closed boolean not null,
  -- Whether the move has nothing more to say here, and its late commands change nothing.
  is_over boolean not null default false,
  -- Which mover closed it last: only that one opens it again.
  closed_by uuid,
  changed_at timestamptz not null default clock_timestamp()
);

-- The fence. Triggers on every table of a partner call it, for rows of the partners in their condition
-- alone (platform/src/moves/fence.ts), so other partners do not pay for it. It reads the fence for
-- each row, in a snapshot of its own: a statement that locked its table after the fence was closed is
-- refused. A statement that had written some of its rows by then is refused, too, and undone as a whole.
create function refuse_moved() returns trigger
language plpgsql
as $$
declare
  of_partner integer := coalesce(new.partner_id, old.partner_id);
  is_closed boolean := exists (
    select from partner_fences fence where fence.partner_id = of_partner and fence.is_closed
  );
  -- What the transaction read first for this partner, if it is work over all partners.
  first_read text := nullif(current_setting('wasl.fence_' || of_partner, true), '');
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception using errcode = 'serialization_failure',
      message = 'a transaction whose snapshot is older than its statement may not write for a partner that moves';
  end if;
  -- Work over all partners leaves the rows of this one out: all of them or, if it wrote one before the
  -- fence closed, none, and is then refused like any other.
  if current_setting('wasl.fenced', true) = 'skip' then
    if first_read is null then
      first_read := case when is_closed then 'closed' else 'open' end;
      perform set_config('wasl.fence_' || of_partner, first_read, true);
    end if;
    if first_read = 'closed' then
      return null;
    end if;
  end if;
  if not is_closed then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception using errcode = 'WM001',
    message = format('partner %s is moving to another cell, or has moved', of_partner),
    detail = of_partner::text,
    hint = 'Read the home of the partner again, and repeat this there.';
end
$$;

-- A transfer that came by replication was rolled up in the cell that it came from (sums.ts). An id below
-- every real one keeps it out of this cell's roll-up, and out of what was written to a closed day.
create function stamp_copied() returns trigger
language plpgsql
as $$
begin
  new.xid := '0';
  return new;
end
$$;

create trigger copied before insert on ledger_transfers
for each row execute function stamp_copied();

-- For rows that a subscription writes, and no others.
alter table ledger_transfers enable replica trigger copied;
