-- What `wasl-platform restore repair` did after each restore of this database (W285). Of each, the lost minutes: what
-- was made between the last moment that the database remembers and the repair, and is unknown since.
-- expands: runs beside 0087
create table restores (
  restore_id integer primary key generated always as identity,
  -- The database has everything up to here.
  restored_to timestamptz not null,
  -- When the repair began. Nothing served between the two but what is forgotten.
  repaired_at timestamptz not null,
  lock_hours integer not null check (lock_hours between 1 and 168),
  -- The steps that are done, each with what it counted.
  steps jsonb not null default '{}',
  -- Null until the last step is done: until then no process starts.
  finished_at timestamptz,
  check (restored_to <= repaired_at)
);

-- What was made in the lost minutes and was named from outside later is a follow-up of the kind `restore` (W286): one
-- for each thing.
alter table follow_ups add column subject uuid;

create unique index follow_ups_of_subject on follow_ups (partner_id, subject) where subject is not null;
