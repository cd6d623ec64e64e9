-- What is released, and what channels earn, where partners live in several cells (W177).

-- Like unreleased(), where several cells say together from which date on each channel's collections are
-- not covered (platform/src/money/settlement/payouts/released.ts).
create function unreleased_since(
  of_partner integer, last_date date, channels integer[], first_dates date[]
) returns bigint
language sql stable
as $$
  select coalesce(sum(collected), 0)::bigint
  from (
    select channel_id, business_date, collected from channel_days where partner_id = of_partner
    union all
    select channel_id, business_date, collected
    from channel_moves
    where partner_id = of_partner and business_date > channel_days_through()
  ) as known
  join unnest(channels, first_dates) as held (channel_id, first_date) using (channel_id)
  where business_date between first_date and last_date
$$;

comment on function unreleased_since(integer, date, integer[], date[]) is
  'What was collected for a partner from these dates of channels on, through this date.';

-- The versions of a channel's commission in force, for the cells that do not have them.
create function commission_spans(of_channel text) returns json
language sql stable
as $$
  select coalesce(json_agg(span), '[]')
  from (
    select channel_kind, effective_from, next_from, basis_points, fixed, minimum, maximum,
      vat_basis_points, on_refund
    from fee_spans
    where partner_id = 0 and owner = of_channel
  ) as span
$$;

comment on function commission_spans(text) is
  'The versions of a channel''s commission, as commission_lines takes them.';

-- As in 0013-statements, with the versions as a parameter, and without partners that another cell counts.
create function commission_lines(
  of_channel text, first_date date, last_date date, spans json, left_out integer[]
)
returns table (
  partner_id integer, business_date date, at timestamptz, source_id uuid, code text, line smallint,
  payment_id uuid, channel_kind text, signed bigint, fee bigint, vat_basis_points integer
)
language sql stable
as $$
  with till as (
    select owner, channel_kind from cash_owners where 'chn_' || channel_id = of_channel
  ), span as (
    select * from json_to_recordset(spans) as span (
      channel_kind text, effective_from date, next_from date, basis_points integer, fixed bigint,
      minimum bigint, maximum bigint, vat_basis_points integer, on_refund text
    )
  ), partner as (
    select partners.partner_id from partners where partners.partner_id <> all(left_out)
  )
  select paid.partner_id, paid.business_date, paid.at, paid.source_id, paid.code, paid.line,
    paid.source_id, till.channel_kind, paid.amount,
    coalesce(
      fee_of(paid.amount, span.basis_points, span.fixed, span.minimum, span.maximum), 0
    ),
    coalesce(span.vat_basis_points, 0)
  from partner
  join ledger_transfers paid
    on paid.partner_id = partner.partner_id and paid.business_date between first_date and last_date
    and paid.code = 'COLLECT'
  join till on till.owner = paid.debit_owner
  left join span
    on span.channel_kind = till.channel_kind and span.effective_from <= paid.business_date
    and (span.next_from > paid.business_date) is not false
  union all
  select refund.partner_id, refund.business_date, refund.at, refund.source_id, refund.code,
    refund.line, paid.source_id, till.channel_kind, moved.signed,
    case span.on_refund when 'proportional' then
      share_of(terms.fee, total.after + moved.signed, paid.amount)
      - share_of(terms.fee, total.after, paid.amount)
    else 0 end,
    coalesce(span.vat_basis_points, 0)
  from partner
  join ledger_transfers refund
    on refund.partner_id = partner.partner_id
    and refund.business_date between first_date and last_date
    and refund.code in ('REFUND', 'REFUND_EXPIRED')
  join ledger_transfers paid
    on paid.partner_id = refund.partner_id and paid.source_id = event_id_of(refund.source_id, 0)
    and paid.code = 'COLLECT' and paid.line = 1
  join till on till.owner = paid.debit_owner
  cross join lateral (
    select case refund.credit_kind when 'partner_payable' then refund.amount else -refund.amount end
      as signed
  ) as moved
  left join span
    on span.channel_kind = till.channel_kind and span.effective_from <= paid.business_date
    and (span.next_from > paid.business_date) is not false
  cross join lateral (
    select fee_of(paid.amount, span.basis_points, span.fixed, span.minimum, span.maximum) as fee
  ) as terms
  cross join lateral (
    select coalesce(sum(
      case every.debit_kind when 'partner_payable' then every.amount else -every.amount end
    ), 0)::bigint as after
    from ledger_transfers every
    where every.partner_id = refund.partner_id
      and every.source_id between event_id_of(refund.source_id, 3)
        and event_id_of(refund.source_id, 255)
      and every.code in ('REFUND', 'REFUND_EXPIRED')
      and (every.business_date, every.at, every.source_id, every.code, every.line)
        <= (refund.business_date, refund.at, refund.source_id, refund.code, refund.line)
  ) as total
$$;

comment on function commission_lines(text, date, date, json, integer[]) is
  'The payments and refunds of a channel in this cell, each with its commission.';

create function commission_sums(
  of_channel text, first_date date, last_date date, spans json, left_out integer[]
)
returns table (
  channel_kind text, vat_basis_points integer, lines bigint, payments bigint, gross bigint,
  refunds bigint, adjustments bigint, fee bigint, fee_back bigint
)
language sql stable
as $$
  select channel_kind, vat_basis_points, count(*),
    count(*) filter (where code = 'COLLECT'),
    coalesce(sum(signed) filter (where code = 'COLLECT'), 0)::bigint,
    coalesce(-sum(signed) filter (where code in ('REFUND', 'REFUND_EXPIRED')), 0)::bigint,
    0::bigint, sum(greatest(fee, 0))::bigint, -sum(least(fee, 0))::bigint
  from commission_lines(of_channel, first_date, last_date, spans, left_out)
  group by channel_kind, vat_basis_points
$$;

comment on function commission_sums(text, date, date, json, integer[]) is
  'The sums of the lines of a channel''s statement in this cell, by kind of channel and VAT rate.';

create or replace function commission_sums(of_channel text, first_date date, last_date date)
returns table (
  channel_kind text, vat_basis_points integer, lines bigint, payments bigint, gross bigint,
  refunds bigint, adjustments bigint, fee bigint, fee_back bigint
)
language sql stable
as $$
  select * from commission_sums(
    of_channel, first_date, last_date, commission_spans(of_channel), '{}'::integer[]
  )
$$;

drop function commission_lines(text, date, date);
