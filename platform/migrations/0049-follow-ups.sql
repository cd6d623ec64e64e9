-- Calls that wait for somebody (W211). Those about no partner are of partner 0. The words of the caller can
-- be erased; what was done, by whom and when, stays. A complaint with a deadline is another kind of it.
create table follow_ups (
  partner_id integer not null,
  follow_up_id uuid not null,
  kind text not null default 'call',
  -- The payment that it is about, if that is known.
  payment_id uuid,
  -- Null once it was erased.
  words text,
  -- How the caller is reached; null when nobody asked, or once it was erased.
  caller text,
  -- The user who takes care of it, with the name that the user had then.
  owner_id text,
  owner text,
  due_on date not null,
  status text not null default 'open' check (status in ('open', 'done')),
  -- The wire id of the user or key, and the name that it had then.
  opened_by text not null,
  opener text not null,
  opened_at timestamptz not null,
  done_at timestamptz,
  done_by text,
  check ((status = 'done') = (done_at is not null)),
  check ((owner_id is null) = (owner is null)),
  primary key (partner_id, follow_up_id)
);

create index follow_ups_open on follow_ups (due_on, follow_up_id) where status = 'open';
create index follow_ups_of_payment on follow_ups (partner_id, payment_id);

-- What was done about each, the oldest first. An entry never changes; its text can be erased.
create table follow_up_entries (
  partner_id integer not null,
  follow_up_id uuid not null,
  entry_id uuid not null,
  act text not null check (act in ('opened', 'noted', 'given', 'postponed', 'done', 'reopened')),
  text text,
  -- The new owner or the new date.
  value text,
  written_by text not null,
  writer text not null,
  at timestamptz not null,
  primary key (partner_id, follow_up_id, entry_id)
);

create function keep_follow_up_entry() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and new.text is null and
    (new.partner_id, new.follow_up_id, new.entry_id, new.act, new.value, new.written_by, new.writer, new.at)
      is not distinct from
      (old.partner_id, old.follow_up_id, old.entry_id, old.act, old.value, old.written_by, old.writer, old.at)
  then
    return new;
  end if;
  raise exception 'an entry of a follow-up stays as it was written: only its text can be erased';
end
$$;

create trigger history before update or delete on follow_up_entries
for each row execute function keep_follow_up_entry();

create trigger append_only_whole before truncate on follow_up_entries
for each statement execute function refuse_change();
