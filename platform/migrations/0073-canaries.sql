-- A canary of each live partner: a lookup each hour, counted apart from those of payers (D40, W247).
create table partner_canaries (
  partner_id integer primary key references partners,
  -- At the same second of each hour, spread over the partners.
  due_at timestamptz not null,
  looked_up_at timestamptz,
  -- Why the last one failed; null when it passed.
  problem text,
  duration_ms integer,
  -- In a row, up to the last one.
  failures integer not null default 0,
  passed bigint not null default 0,
  failed bigint not null default 0
);

create index partner_canaries_due on partner_canaries (due_at);

insert into partner_canaries (partner_id, due_at)
select partner_id,
  wasl_now() + make_interval(secs => (partner_id::bigint * 2654435761 % 3600)::int)
from partners
where state <> 'testing';
