-- What operators write beside a payment (W142). A note never changes; its text can be erased, because a
-- caller's name and number may be in it. Notes lie in the partition of their payment's month, and go with
-- it.
create table payment_notes (
  partner_id integer not null,
  payment_id uuid not null,
  note_id uuid not null,
  -- Null once it was erased.
  text text,
  -- The wire id of the user or key, and the name that it had then.
  written_by text not null,
  writer text not null,
  at timestamptz not null,
  primary key (partner_id, payment_id, note_id)
) partition by range (payment_id);

create table payment_notes_other partition of payment_notes default;

create function keep_note() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and new.text is null and
    (new.partner_id, new.payment_id, new.note_id, new.written_by, new.writer, new.at)
      is not distinct from
      (old.partner_id, old.payment_id, old.note_id, old.written_by, old.writer, old.at)
  then
    return new;
  end if;
  raise exception 'a note stays as it was written: only its text can be erased';
end
$$;

create trigger history before update or delete on payment_notes
for each row execute function keep_note();

create trigger append_only_whole before truncate on payment_notes
for each statement execute function refuse_change();

-- What was collected and refunded on each sealed business date (W144). The books of a sealed date never
-- change, so these sums are computed once (platform/src/operations/figures/sum-days.ts).
create table money_days (
  partner_id integer not null,
  business_date date not null,
  channel_kind text not null,
  collected bigint not null,
  payments integer not null,
  refunded bigint not null,
  refunds integer not null,
  primary key (partner_id, business_date, channel_kind)
);

create index money_days_by_date on money_days (business_date);

-- How partners answered lookups and webhooks in each hour. Each process adds what it saw, once a minute.
create table partner_calls (
  partner_id integer not null,
  hour timestamptz not null,
  call text not null check (call in ('lookup', 'webhook')),
  failed integer not null,
  -- The usable answers by their time, in the ranges of platform/src/operations/figures/durations.ts.
  answered integer[] not null,
  primary key (partner_id, hour, call)
);

create index partner_calls_by_hour on partner_calls (hour);
