-- The bank account to which a partner is paid out, and the numbers on its documents. A row is a request
-- to change them; the newest approved one is in force. Two people make a change, because an account
-- decides where the money goes.
create table partner_account_changes (
  partner_id integer not null references partners,
  change_id uuid not null,
  status text not null default 'requested' check (status in ('requested', 'approved', 'declined')),
  account_holder text not null,
  -- The account (relevé d'identité bancaire): 20 digits, the last two are a check.
  rib text not null check (rib ~ '^[0-9]{20}$'),
  -- The tax number, the statistical number, the trade register and the tax article.
  nif text,
  nis text,
  rc text,
  ai text,
  requested_by text not null,
  requested_at timestamptz not null default wasl_now(),
  decided_by text,
  decided_at timestamptz,
  primary key (partner_id, change_id),
  check ((status = 'requested') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- The person who requested a change may decline it, and never approve it.
  check (status <> 'approved' or decided_by <> requested_by)
);

create unique index partner_account_changes_requested on partner_account_changes (partner_id)
where status = 'requested';

create function keep_account_change() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and old.status = 'requested'
    and to_jsonb(new) - '{status,decided_by,decided_at}'::text[]
      = to_jsonb(old) - '{status,decided_by,decided_at}'::text[]
  then
    return new;
  end if;
  raise exception 'a change of a bank account stays as it is: it can only be decided, once';
end
$$;

create trigger history before update or delete on partner_account_changes
for each row execute function keep_account_change();

create trigger append_only before truncate on partner_account_changes
for each statement execute function refuse_change();
