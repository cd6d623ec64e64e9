/** What must always be true of statements and their fees (L3, L6). */

/** What a closed statement's lines add up to now. */
const RECOMPUTED = `
  select sum(sums.lines)::bigint as lines, sum(sums.payments)::bigint as payments,
    coalesce(sum(sums.gross), 0)::bigint as gross, coalesce(sum(sums.refunds), 0)::bigint as refunds,
    coalesce(sum(sums.adjustments), 0)::bigint as adjustments,
    coalesce(sum(sums.fee), 0)::bigint as fees, coalesce(sum(sums.fee_back), 0)::bigint as fees_back
  from (
    select * from statement_sums(
      statement.partner_id, statement.period_from, statement.period_until
    ) where statement.partner_id <> 0
    union all
    select * from commission_sums(
      statement.owner, statement.period_from, statement.period_until
    ) where statement.partner_id = 0
  ) as sums`

export const STATEMENT_INTEGRITY: Record<string, string> = {
  'L3: the statements of an owner follow each other without a gap': `
    select owner, statement_id, period_from::text, previous_until::text
    from (
      select owner, statement_id, period_from, lag(period_until) over by_date as previous_until,
        lag(status) over by_date as previous_status
      from statements
      window by_date as (partition by partner_id, owner order by period_from)
    ) as history
    where period_from <> previous_until + 1 or previous_status = 'open'`,

  'L3: a statement covers sealed dates only': `
    select owner, statement_id, period_until::text
    from statements, ledger_state
    where (period_until <= sealed_through) is not true`,

  'L3: no line of a partner is before its first statement': `
    select statement.partner_id, earlier.source_id, earlier.code
    from (select partner_id, min(period_from) as first from statements group by partner_id) statement
    join ledger_transfers earlier
      on earlier.partner_id = statement.partner_id and earlier.business_date < statement.first
    where statement.partner_id <> 0
      and earlier.code in ('COLLECT', 'REFUND', 'REFUND_EXPIRED', 'TOPUP', 'ADJUST')
      and 'partner_payable' in (earlier.debit_kind, earlier.credit_kind)`,

  'L3: a closed statement recomputes to the same figures': `
    select statement.owner, statement.number, to_jsonb(statement) as closed, to_jsonb(now) as now
    from statements statement
    cross join lateral (${RECOMPUTED}) as now
    where statement.status <> 'open' and statement.period_from > archived_through()
      and (statement.partner_id <> 0 or not exists (select from this_cell))
      and (statement.lines, statement.payments, statement.gross, statement.refunds,
        statement.adjustments, statement.fees, statement.fees_back)
      is distinct from (coalesce(now.lines, 0), coalesce(now.payments, 0), now.gross, now.refunds,
        now.adjustments, now.fees, now.fees_back)`,

  'L3: VAT is rounded once for each rate, and a negative net is carried forward': `
    select statement.owner, statement.number, vat, vat_back, rate.charged, rate.given_back,
      carried_forward, previous_net
    from (
      select *, lag(net) over (partition by partner_id, owner order by period_from) as previous_net
      from statements
    ) as statement
    cross join lateral (
      select coalesce(sum(share_of(fee, vat_basis_points, 10000)), 0) as charged,
        coalesce(sum(share_of(fee_back, vat_basis_points, 10000)), 0) as given_back
      from (
        select vat_basis_points, sum(fee)::bigint as fee, sum(fee_back)::bigint as fee_back
        from statement_fees
        where partner_id = statement.partner_id and statement_id = statement.statement_id
        group by vat_basis_points
      ) as rates
    ) as rate
    where statement.status <> 'open'
      and (vat, vat_back, carried_forward)
        is distinct from (rate.charged, rate.given_back, least(coalesce(previous_net, 0), 0))`,

  'L3: the ledger charges what a statement says, once': `
    select statement.owner, statement.number, posted.*
    from statements statement
    cross join lateral (
      select coalesce(sum(amount) filter (where code in ('FEE', 'COMMISSION') and line > 0), 0) as fee,
        coalesce(sum(amount) filter (
          where code = 'FEE_BACK' or (code = 'COMMISSION' and line < 0)
        ), 0) as fee_back,
        coalesce(sum(amount) filter (
          where code in ('FEE_VAT', 'COMMISSION_VAT') and line > 0
        ), 0) as vat,
        coalesce(sum(amount) filter (
          where code = 'FEE_VAT_BACK' or (code = 'COMMISSION_VAT' and line < 0)
        ), 0) as vat_back
      from ledger_transfers
      where partner_id = statement.partner_id and source_id = statement.statement_id
    ) as posted
    where not is_archived(statement.statement_id)
      and (posted.fee, posted.fee_back, posted.vat, posted.vat_back)
      <> (coalesce(statement.fees, 0), coalesce(statement.fees_back, 0),
        coalesce(statement.vat, 0), coalesce(statement.vat_back, 0))`,

  'L3: the numbers of an owner have no gap in a year': `
    select owner, year, count(*), max(number), last_number
    from statements
    left join statement_counters counter using (partner_id, owner, year)
    where status <> 'open' and counter.series = 'statement'
    group by owner, year, last_number
    having count(*) <> max(number) or last_number is distinct from max(number)`,

  'channel_days is what the transfers of sealed dates add up to': `
    select coalesce(days.partner_id, sums.partner_id) as partner_id,
      coalesce(days.channel_id, sums.channel_id) as channel_id,
      coalesce(days.business_date, sums.business_date)::text as business_date, days.collected,
      days.covered, sums.collected as collected_now, sums.covered as covered_now
    from (
      select * from channel_days where channel_id <> 0 and business_date > archived_through()
    ) as days
    full join (
      select partner_id, channel_id, business_date, sum(collected)::bigint as collected,
        sum(covered)::bigint as covered
      from channel_moves
      where business_date <= channel_days_through() and business_date > archived_through()
      group by partner_id, channel_id, business_date
    ) as sums using (partner_id, channel_id, business_date)
    where (days.collected, days.covered) is distinct from (sums.collected, sums.covered)`,

  'L6: nobody approved a statement or fees that they made': `
    select 'statement' as what, statement_id as id, approved_by
    from statements
    where approved_by = closed_by or (status = 'approved') <> (approved_by is not null)
    union all
    select 'fees', fee_version_id, approved_by
    from fee_versions
    where approved_by = made_by`,
}
