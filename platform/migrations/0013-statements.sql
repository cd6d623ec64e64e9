-- Fees, commissions, statements and payouts. The owner of a fee version, of a statement and of its
-- payouts is a partner (`prt_1001`, with that partner_id) or a channel (`chn_7`, with partner_id 0).

-- Who holds cash, with the channel and its kind.
create view cash_owners as
  select 'chn_' || channel_id as owner, channel_id, kind as channel_kind from channels
  union all
  select 'safe_' || channel_id, channel_id, kind from channels
  union all
  select 'agt_' || agent_id, channel_id, kind from agents join channels using (channel_id);

-- The fee of one payment: basis points of its amount, rounded half away from zero to the centime, plus a
-- fixed part, within a minimum and a maximum (null: without a maximum). A payment's amount is above 0.
create function fee_of(
  amount bigint, basis_points integer, fixed bigint, minimum bigint, maximum bigint
) returns bigint
language sql immutable parallel safe
as $$
  select least(greatest((amount * basis_points + 5000) / 10000 + fixed, minimum), maximum)
$$;

comment on function fee_of(bigint, integer, bigint, bigint, bigint) is
  'The fee of a payment, in centimes. The same rule is in platform/src/money/settlement/fees/fee.ts.';

-- The part of an amount that a fraction of something else makes up, rounded half away from zero: VAT,
-- and the fee that goes back with a refund. Numeric, because the product can exceed a bigint; div()
-- truncates exactly.
create function share_of(amount bigint, part bigint, whole bigint) returns bigint
language sql immutable parallel safe
as $$
  select (sign(amount) * div(2 * abs(amount::numeric) * part + whole, 2 * whole::numeric))::bigint
$$;

comment on function share_of(bigint, bigint, bigint) is
  'amount * part / whole, rounded half away from zero. The same rule is in platform/src/money/settlement/fees/fee.ts.';

-- What a partner pays for each payment, or a channel gets for it, from a business date on. A version is
-- proposed, then approved by another person. A later revision of the same date replaces the earlier one
-- once it is approved. The date starts after the day of the approval, so no closed figure changes.
create table fee_versions (
  partner_id integer not null,
  fee_version_id uuid not null,
  owner text not null,
  channel_kind text not null check (channel_kind in ('AGENCY', 'DELIVERY', 'MARKETPLACE')),
  effective_from date not null,
  revision integer not null check (revision > 0),
  basis_points integer not null check (basis_points between 0 and 10000),
  fixed bigint not null check (fixed between 0 and 999999999999),
  minimum bigint not null check (minimum between 0 and 999999999999),
  maximum bigint check (maximum between minimum and 999999999999),
  vat_basis_points integer not null check (vat_basis_points between 0 and 10000),
  -- Whether a refund gives its share of the fee back.
  on_refund text not null check (on_refund in ('keep', 'proportional')),
  made_by text not null,
  made_at timestamptz not null,
  approved_by text check (approved_by <> made_by),
  approved_at timestamptz,
  declined_by text,
  declined_at timestamptz,
  primary key (partner_id, fee_version_id),
  unique (partner_id, owner, channel_kind, effective_from, revision),
  check ((approved_by is null) = (approved_at is null)),
  check ((declined_by is null) = (declined_at is null)),
  check (approved_at is null or declined_at is null)
);

-- The versions in force, each with the date of the next one.
create view fee_spans as
  select partner_id, owner, channel_kind, effective_from,
    lead(effective_from) over (
      partition by partner_id, owner, channel_kind order by effective_from
    ) as next_from,
    fee_version_id, basis_points, fixed, minimum, maximum, vat_basis_points, on_refund
  from (
    select distinct on (partner_id, owner, channel_kind, effective_from) *
    from fee_versions
    where approved_at is not null
    order by partner_id, owner, channel_kind, effective_from, revision desc
  ) as latest;

-- A statement covers consecutive sealed business dates. It is open from the moment its dates are taken
-- until its figures are computed, then closed, then approved. Its lines are transfers of those dates:
-- there is no table of lines. Its fees are transfers whose source is the statement.
create table statements (
  partner_id integer not null,
  statement_id uuid not null,
  owner text not null,
  period_from date not null,
  period_until date not null,
  status text not null check (status in ('open', 'closed', 'approved')),
  -- Gapless for each owner and year. The year is that of the business date on which it was closed.
  year smallint,
  number integer,
  -- The credit note for the fees that go back with refunds, in a series of its own.
  credit_note_number integer,
  lines bigint,
  payments bigint,
  gross bigint,
  refunds bigint,
  fees bigint,
  fees_back bigint,
  vat bigint,
  vat_back bigint,
  adjustments bigint,
  carried_forward bigint,
  net bigint,
  currency text not null default 'DZD' check (currency = 'DZD'),
  opened_at timestamptz not null,
  -- The person who closes it; null when the schedule does.
  closed_by text,
  closed_at timestamptz,
  approved_by text check (approved_by <> closed_by),
  approved_at timestamptz,
  primary key (partner_id, statement_id),
  unique (partner_id, owner, period_from),
  unique (partner_id, owner, year, number),
  check (period_from <= period_until),
  check ((status = 'open') = (closed_at is null)),
  check ((status = 'approved') = (approved_at is not null)),
  check ((approved_by is null) = (approved_at is null)),
  check (status = 'open' or num_nonnulls(
    year, number, lines, payments, gross, refunds, fees, fees_back, vat, vat_back, adjustments,
    carried_forward, net
  ) = 13),
  check (carried_forward <= 0),
  -- A partner pays fees; a channel earns a commission.
  check (net = carried_forward + case
    when owner like 'chn%' then fees - fees_back + vat - vat_back
    else gross - refunds - (fees - fees_back) - (vat - vat_back) + adjustments
  end)
);

create index statements_not_closed on statements (partner_id, statement_id) where status = 'open';

-- What a statement charges and gives back, for each kind of channel and VAT rate. The transfers FEE and
-- FEE_BACK have its line; FEE_VAT and FEE_VAT_BACK, once for each rate, have the first line of the rate.
create table statement_fees (
  partner_id integer not null,
  statement_id uuid not null,
  line smallint not null check (line > 0),
  channel_kind text not null,
  vat_basis_points integer not null,
  payments bigint not null,
  fee bigint not null,
  fee_back bigint not null,
  primary key (partner_id, statement_id, line),
  unique (partner_id, statement_id, channel_kind, vat_basis_points),
  foreign key (partner_id, statement_id) references statements
);

create trigger append_only before update or delete on statement_fees
for each row execute function refuse_change();

create function statement_number(owner text, year smallint, number integer, series text) returns text
language sql immutable parallel safe
as $$
  select replace(replace(owner, 'prt_', ''), '_', '') || '-' || year || '-' || series
    || lpad(number::text, greatest(4, length(number::text)), '0')
$$;

comment on function statement_number(text, smallint, integer, text) is
  'Such as 1001-2026-0001, and 1001-2026-C0001 for a credit note (series C).';

-- The last number of each series. The transaction that closes a statement locks the row.
create table statement_counters (
  partner_id integer not null,
  owner text not null,
  series text not null check (series in ('statement', 'credit_note')),
  year smallint not null,
  last_number integer not null,
  primary key (partner_id, owner, series, year)
);

-- What was closed stays as it was closed: only the approval follows.
create function keep_closed_statement() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and (
    old.status = 'open'
    or (to_jsonb(new) - '{status,approved_by,approved_at}'::text[])
      = (to_jsonb(old) - '{status,approved_by,approved_at}'::text[])
    and old.status = 'closed'
  ) then
    return new;
  end if;
  raise exception 'the statement % is %: it stays as it is', old.statement_id, old.status;
end
$$;

create trigger keep_closed before update or delete on statements
for each row execute function keep_closed_statement();

create trigger append_only before truncate on statements
for each statement execute function refuse_change();

-- A bank transfer that pays a statement, or a part of it.
create table payouts (
  partner_id integer not null,
  payout_id uuid not null,
  statement_id uuid not null,
  amount bigint not null check (amount > 0),
  currency text not null default 'DZD' check (currency = 'DZD'),
  status text not null
    check (status in ('proposed', 'declined', 'approved', 'instructed', 'paid', 'returned')),
  -- The partner's setting when it was proposed.
  release text not null check (release in ('at_once', 'banked')),
  made_by text not null,
  made_at timestamptz not null,
  declined_by text,
  declined_at timestamptz,
  approved_by text check (approved_by <> made_by),
  approved_at timestamptz,
  -- The payouts of one file have the same batch.
  batch_id uuid,
  -- The partner's bank account at that time.
  account_change_id uuid,
  instructed_by text,
  instructed_at timestamptz,
  bank_line_id uuid,
  paid_by text,
  paid_at timestamptz,
  returned_by text,
  returned_at timestamptz,
  return_reason text,
  primary key (partner_id, payout_id),
  foreign key (partner_id, statement_id) references statements,
  check ((status in ('approved', 'instructed', 'paid', 'returned')) <= (approved_at is not null)),
  check ((status in ('instructed', 'paid', 'returned')) <= (instructed_at is not null)),
  check ((status = 'paid') <= (paid_at is not null)),
  check ((status = 'returned') = (returned_at is not null)),
  check ((status = 'declined') = (declined_at is not null)),
  check ((approved_by is null) = (approved_at is null)),
  check ((instructed_at is null) = (batch_id is null))
);

create index payouts_of_statement on payouts (partner_id, statement_id);

create index payouts_of_batch on payouts (batch_id) where batch_id is not null;

-- When statements are closed, and when their money may be paid. A partner without a row: by hand, at once.
create table settlement_settings (
  partner_id integer primary key references partners,
  schedule text not null default 'manual' check (schedule in ('manual', 'daily', 'weekly', 'monthly')),
  release text not null default 'at_once' check (release in ('at_once', 'banked'))
);

-- The lines of a partner's statement: the transfers of its account on these business dates that are not
-- fees or payouts. `signed` adds to what the partner is owed. `fee` is what the line costs it: below 0
-- when a refund gives a part back. A refund gives back the difference between two shares of the
-- payment's fee: of what was refunded up to it, and of what was refunded before. So the parts add up to
-- the fee. A refund that expires charges its part again. The dates are sealed, so the same dates have
-- the same lines for ever. A payment has one COLLECT, which is never reversed.
create function statement_lines(of_partner integer, first_date date, last_date date)
returns table (
  business_date date, at timestamptz, source_id uuid, code text, line smallint, payment_id uuid,
  channel_id integer, channel_kind text, signed bigint, fee bigint, vat_basis_points integer
)
language sql stable
as $$
  select paid.business_date, paid.at, paid.source_id, paid.code, paid.line, paid.source_id,
    holder.channel_id, holder.channel_kind, paid.amount,
    coalesce(
      fee_of(paid.amount, span.basis_points, span.fixed, span.minimum, span.maximum), 0
    ),
    coalesce(span.vat_basis_points, 0)
  from ledger_transfers paid
  left join cash_owners holder on holder.owner = paid.debit_owner
  left join fee_spans span
    on span.partner_id = of_partner and span.owner = 'prt_' || of_partner
    and span.channel_kind = holder.channel_kind and span.effective_from <= paid.business_date
    and (span.next_from > paid.business_date) is not false
  where paid.partner_id = of_partner and paid.business_date between first_date and last_date
    and paid.code = 'COLLECT'
  union all
  select refund.business_date, refund.at, refund.source_id, refund.code, refund.line,
    paid.source_id, holder.channel_id, holder.channel_kind, moved.signed,
    case span.on_refund when 'proportional' then
      share_of(terms.fee, total.after + moved.signed, paid.amount)
      - share_of(terms.fee, total.after, paid.amount)
    else 0 end,
    coalesce(span.vat_basis_points, 0)
  from ledger_transfers refund
  cross join lateral (
    select case refund.credit_kind when 'partner_payable' then refund.amount else -refund.amount end
      as signed
  ) as moved
  left join ledger_transfers paid
    on paid.partner_id = of_partner and paid.source_id = event_id_of(refund.source_id, 0)
    and paid.code = 'COLLECT' and paid.line = 1
  left join cash_owners holder on holder.owner = paid.debit_owner
  left join fee_spans span
    on span.partner_id = of_partner and span.owner = 'prt_' || of_partner
    and span.channel_kind = holder.channel_kind and span.effective_from <= paid.business_date
    and (span.next_from > paid.business_date) is not false
  cross join lateral (
    select fee_of(paid.amount, span.basis_points, span.fixed, span.minimum, span.maximum) as fee
  ) as terms
  cross join lateral (
    select coalesce(sum(
      case every.debit_kind when 'partner_payable' then every.amount else -every.amount end
    ), 0)::bigint as after
    from ledger_transfers every
    where every.partner_id = of_partner
      and every.source_id between event_id_of(refund.source_id, 3)
        and event_id_of(refund.source_id, 255)
      and every.code in ('REFUND', 'REFUND_EXPIRED')
      and (every.business_date, every.at, every.source_id, every.code, every.line)
        <= (refund.business_date, refund.at, refund.source_id, refund.code, refund.line)
  ) as total
  where refund.partner_id = of_partner
    and refund.business_date between first_date and last_date
    and refund.code in ('REFUND', 'REFUND_EXPIRED')
  union all
  select other.business_date, other.at, other.source_id, other.code, other.line, null, null, null,
    case other.credit_kind when 'partner_payable' then other.amount else -other.amount end, 0, 0
  from ledger_transfers other
  where other.partner_id = of_partner and other.business_date between first_date and last_date
    and other.code in ('TOPUP', 'ADJUST') and 'partner_payable' in (other.debit_kind, other.credit_kind)
$$;

comment on function statement_lines(integer, date, date) is
  'The lines of a partner''s statement, each with its fee.';

-- The sums of those lines, for each kind of channel and VAT rate. The kind is null for a line without a
-- payment.
create function statement_sums(of_partner integer, first_date date, last_date date)
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
    coalesce(sum(signed) filter (where code in ('TOPUP', 'ADJUST')), 0)::bigint,
    sum(greatest(fee, 0))::bigint, -sum(least(fee, 0))::bigint
  from statement_lines(of_partner, first_date, last_date)
  group by channel_kind, vat_basis_points
$$;

comment on function statement_sums(integer, date, date) is
  'The sums of the lines of a partner''s statement, by kind of channel and VAT rate.';

-- The lines of a channel's statement: the payments that it took for any partner, and the refunds of such
-- payments, each with the commission. Like statement_lines, with the channel's versions.
create function commission_lines(of_channel text, first_date date, last_date date)
returns table (
  partner_id integer, business_date date, at timestamptz, source_id uuid, code text, line smallint,
  payment_id uuid, channel_kind text, signed bigint, fee bigint, vat_basis_points integer
)
language sql stable
as $$
  with till as (
    select owner, channel_kind from cash_owners where 'chn_' || channel_id = of_channel
  ), span as (
    select * from fee_spans where fee_spans.partner_id = 0 and owner = of_channel
  )
  select paid.partner_id, paid.business_date, paid.at, paid.source_id, paid.code, paid.line,
    paid.source_id, till.channel_kind, paid.amount,
    coalesce(
      fee_of(paid.amount, span.basis_points, span.fixed, span.minimum, span.maximum), 0
    ),
    coalesce(span.vat_basis_points, 0)
  from partners partner
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
  from partners partner
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

comment on function commission_lines(text, date, date) is
  'The payments and refunds of a channel, each with its commission.';

create function commission_sums(of_channel text, first_date date, last_date date)
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
  from commission_lines(of_channel, first_date, last_date)
  group by channel_kind, vat_basis_points
$$;

comment on function commission_sums(text, date, date) is
  'The sums of the lines of a channel''s statement, by kind of channel and VAT rate.';

-- What channels collect, and what of it leaves their hands: it reaches the bank, is paid out as a refund,
-- kept as their commission, or lost and made good by the operator. Cash that was taken without a
-- payment, and found cash, are banked too and must not cover payments: they count against it. A float
-- comes and goes by its own codes.
create view channel_moves as
  select paid.partner_id, paid.business_date, holder.channel_id, paid.amount as collected,
    0::bigint as covered
  from ledger_transfers paid
  join cash_owners holder on holder.owner = paid.debit_owner
  where paid.code = 'COLLECT'
  union all
  select banked.partner_id, banked.business_date, holder.channel_id, 0,
    banked.amount * sign(banked.line)::integer
  from ledger_transfers banked
  join ledger_transfers bagged
    on bagged.partner_id = banked.partner_id and bagged.source_id = banked.source_id
    and bagged.code = 'BAGGED' and bagged.line = 1
  join cash_owners holder on holder.owner = bagged.credit_owner
  where banked.code = 'BANKED'
  union all
  select moved.partner_id, moved.business_date, holder.channel_id, 0,
    case moved.credit_kind when 'cash' then moved.amount else -moved.amount end
  from ledger_transfers moved
  join cash_owners holder
    on holder.owner = case moved.credit_kind when 'cash' then moved.credit_owner else moved.debit_owner end
  where moved.code in
      ('REMITTANCE', 'NETTED', 'REFUND_PAID', 'REFUND_RETURNED', 'TAKEN', 'GIVEN_BACK')
    and 'cash' in (moved.debit_kind, moved.credit_kind)
  union all
  select decided.partner_id, decided.business_date, holder.channel_id, 0,
    case decided.debit_kind when 'over_short' then decided.amount else -decided.amount end
  from ledger_transfers decided
  join cash_owners holder
    on holder.owner
      = case decided.debit_kind when 'over_short' then decided.debit_owner else decided.credit_owner end
  where 'over_short' in (decided.debit_kind, decided.credit_kind)
    and (decided.code in ('SHORT', 'OVER') or (
      decided.code = 'ADJUST'
      and ('agent_receivable' in (decided.debit_kind, decided.credit_kind)
        or 'cash' in (decided.debit_kind, decided.credit_kind))
    ))
  union all
  select repaid.partner_id, repaid.business_date, holder.channel_id, 0,
    repaid.amount * sign(repaid.line)::integer
  from ledger_transfers repaid
  join cash_owners holder
    on holder.owner
      = case repaid.credit_kind when 'agent_receivable' then repaid.credit_owner else repaid.debit_owner end
  where repaid.code = 'RECOVERED' and 'bank' in (repaid.debit_kind, repaid.credit_kind);

-- The sums of channel_moves for each sealed date, which never change. The row of partner 0 and channel 0
-- says through which date they are here. They can be computed again from the ledger at any time.
create table channel_days (
  partner_id integer not null,
  channel_id integer not null,
  business_date date not null,
  collected bigint not null,
  covered bigint not null,
  primary key (partner_id, channel_id, business_date)
);

create function channel_days_through() returns date
language sql stable
as $$
  select coalesce(max(business_date), '-infinity')
  from channel_days
  where partner_id = 0 and channel_id = 0
$$;

comment on function channel_days_through() is 'The last date of channel_days.';

-- Two at once add the same rows.
create function roll_up_channel_days() returns void
language sql
as $$
  insert into channel_days (partner_id, channel_id, business_date, collected, covered)
  select moved.partner_id, moved.channel_id, moved.business_date, sum(moved.collected),
    sum(moved.covered)
  from (select 0 as partner_id union all select partners.partner_id from partners) as every
  join channel_moves moved using (partner_id)
  cross join ledger_state state
  where moved.business_date > channel_days_through() and moved.business_date <= state.sealed_through
  group by moved.partner_id, moved.channel_id, moved.business_date
  union all
  select 0, 0, sealed_through, 0, 0 from ledger_state where sealed_through > channel_days_through()
  on conflict do nothing
$$;

comment on function roll_up_channel_days() is 'Adds the dates that were sealed since to channel_days.';

-- What was collected for a partner through a business date and is not released: the days of channels,
-- the oldest first, whose collections through that day are not covered.
create function unreleased(of_partner integer, last_date date) returns bigint
language sql stable
as $$
  with known as (
    select partner_id, channel_id, business_date, collected, covered from channel_days
    union all
    select moved.partner_id, moved.channel_id, moved.business_date, moved.collected, moved.covered
    from (select 0 as partner_id union all select partners.partner_id from partners) as every
    join channel_moves moved using (partner_id)
    where moved.business_date > channel_days_through()
  ), cover as (
    select channel_id, sum(covered) as covered from known group by channel_id
  ), through as (
    select channel_id, business_date,
      sum(collected) filter (where partner_id = of_partner) as own,
      sum(sum(collected)) over (partition by channel_id order by business_date) as collected_through
    from known
    where business_date <= last_date
    group by channel_id, business_date
  )
  select coalesce(sum(through.own), 0)::bigint
  from through
  join cover using (channel_id)
  where through.collected_through > cover.covered
$$;

comment on function unreleased(integer, date) is
  'What was collected for a partner through this date and is not in the bank yet.';
