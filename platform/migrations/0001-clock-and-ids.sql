-- The one time source. Locks, leases, retries, quotas and history all ask these functions, so that
-- every process agrees with every other. A local platform for partner developers moves time by
-- replacing wasl_clock(), which costs a running platform nothing.
create function wasl_clock() returns timestamptz
language sql volatile parallel safe
as $$ select clock_timestamp() $$;

comment on function wasl_clock() is 'The current time, to the microsecond.';

create function wasl_now() returns timestamptz
language sql volatile parallel safe
as $$ select date_trunc('milliseconds', wasl_clock()) $$;

comment on function wasl_now() is 'The current time as the wire shows it, to the millisecond (D3).';

-- Laid out as UUID version 7: 48 bits of milliseconds and 12 bits of their fraction, then 28 random
-- bits. The last 32 bits are the partner, so that an id alone tells which partner's rows it belongs
-- to. One expression without a subquery, so that PostgreSQL can inline it.
create function new_id(partner_id integer) returns uuid
language sql volatile parallel safe
as $$
  select (
    overlay(
      lpad(to_hex((date_part('epoch', wasl_clock()) * 4096000)::bigint), 15, '0')
      placing '7' from 13 for 0
    )
    || '8' || lpad(to_hex((random() * 268435455)::int), 7, '0')
    || lpad(to_hex(partner_id), 8, '0')
  )::uuid
$$;

comment on function new_id(integer) is 'A time-ordered id that carries its partner.';

create function wire_time(at timestamptz) returns text
language sql stable parallel safe
as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

comment on function wire_time(timestamptz) is 'ISO 8601 in UTC with milliseconds (D3).';

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
