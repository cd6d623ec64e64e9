-- An audit log that shows tampering (W267). Each entry gets a place in the chain of this database: its hash,
-- and a hash over the place before it and its own. The chain belongs to the database: it stays when a
-- partner moves, and the entries get a place in the chain of the cell that they arrive in.

-- Entries that have no place yet. The transaction of an entry adds it here, so an entry that commits late is
-- found late and never passed over, and no writer waits for another.
create table audit_unchained (
  partner_id integer not null,
  audit_id uuid not null,
  primary key (partner_id, audit_id)
);

create table audit_chain (
  -- From 1, without a gap.
  number bigint primary key check (number > 0),
  partner_id integer not null,
  audit_id uuid not null,
  -- SHA-256 of the entry (platform/src/operations/audit-seals/entry-hash.ts).
  entry_hash bytea not null,
  -- SHA-256 of the hash of the place before and of entry_hash.
  hash bytea not null
);

-- Where an entry has its place.
create index audit_chain_of_entry on audit_chain (partner_id, audit_id);

create trigger append_only before update or delete on audit_chain
for each row execute function refuse_change();

create trigger append_only_whole before truncate on audit_chain
for each statement execute function refuse_change();

-- The last place. Its lock keeps two processes from adding to the chain at once.
create table audit_chain_head (
  only_row boolean primary key default true check (only_row),
  number bigint not null,
  hash bytea not null
);

insert into audit_chain_head (number, hash) values (0, decode(repeat('00', 32), 'hex'));

-- What the platform signed of the chain each hour, a JWS. Numbered from 1 without a gap.
create table audit_seals (
  number bigint primary key check (number > 0),
  kind text not null check (kind in ('audit-log', 'ledger-day')),
  sealed_at timestamptz not null,
  -- The last place of the chain at that time.
  through bigint not null,
  seal text not null,
  -- When the operator's own address took it; null before, and without an address.
  sent_at timestamptz,
  -- While one process sends it.
  leased_until timestamptz
);

create index audit_seals_unsent on audit_seals (number) where sent_at is null;

create function note_unchained() returns trigger
language plpgsql
as $$
begin
  -- A copied row comes without a search path.
  insert into public.audit_unchained (partner_id, audit_id) values (new.partner_id, new.audit_id)
  on conflict do nothing;
  return null;
end
$$;

create trigger unchained after insert on audit_log
for each row execute function note_unchained();

-- Entries that arrive with a partner, too.
alter table audit_log enable always trigger unchained;

insert into audit_unchained (partner_id, audit_id) select partner_id, audit_id from audit_log;
