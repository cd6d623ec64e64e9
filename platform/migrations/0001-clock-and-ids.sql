-- The only source of time. Locks, leases, retries, quotas and history all use these functions, so
-- that all processes agree. `wasl dev` moves time by replacing wasl_clock(), which costs a running
-- platform nothing.
create function wasl_clock() returns timestamptz
language sql volatile parallel safe
as $$ select clock_timestamp() $$;

comment on function wasl_clock() is 'The current time, to the microsecond.';

create function wasl_now() returns timestamptz
language sql volatile parallel safe
as $$ select date_trunc('milliseconds', wasl_clock()) $$;

comment on function wasl_now() is 'The current time as the wire shows it, to the millisecond (D3).';

-- Laid out as UUID version 7: 48 bits of milliseconds, 12 bits of their fraction, 22 random bits. The
-- next 8 bits are an ordinal: 0 here, and the number of an event in the ids of a payment's events.
-- The last 32 bits are the partner, so that an id alone tells which partner's rows it belongs to. Two
-- ids of one partner can be equal only within a quarter of a microsecond, once in four million times;
-- the primary key then refuses the second. One expression without a subquery, so that PostgreSQL can
-- inline it.
create function new_id(partner_id integer) returns uuid
language sql volatile parallel safe
as $$
  select (
    overlay(
      lpad(to_hex((date_part('epoch', wasl_clock()) * 4096000)::bigint), 15, '0')
      placing '7' from 13 for 0
    )
    || to_hex(8388608 + (random() * 4194303)::int) || '00'
    || lpad(to_hex(partner_id), 8, '0')
  )::uuid
$$;

comment on function new_id(integer) is 'A time-ordered id that carries its partner.';

-- The same id with another ordinal: a payment's id, or the id of one of its events, from any of
-- them. An ordinal that does not fit makes no UUID, and the cast fails.
create function event_id_of(id uuid, ordinal integer) returns uuid
language sql immutable parallel safe
as $$
  select overlay(
    id::text placing case when ordinal < 16 then '0' else '' end || to_hex(ordinal) from 27 for 2
  )::uuid
$$;

comment on function event_id_of(uuid, integer) is
  'The id of a payment''s event: 1 is its opening, 2 its outcome, 3 and more its refunds.';

create function event_ordinal(event_id uuid) returns integer
language sql immutable parallel safe
as $$ select get_byte(uuid_send(event_id), 11) $$;

comment on function event_ordinal(uuid) is 'Which event of its payment this is the id of.';

create function wire_time(at timestamptz) returns text
language sql stable parallel safe
as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

comment on function wire_time(timestamptz) is 'ISO 8601 in UTC with milliseconds (D3).';

create function id_time(id uuid) returns timestamptz
language sql immutable parallel safe
as $$
  select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;

comment on function id_time(uuid) is 'When an id of new_id was made, to the millisecond.';

create function wire_amount(centimes bigint) returns text
language sql immutable parallel safe
as $$ select trim_scale(centimes * 0.01)::text $$;

comment on function wire_amount(bigint) is 'Centimes as the JSON number of dinars they are (D2).';

create function refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'the table % is append-only: a row that was written stays as it is', tg_table_name;
end
$$;
