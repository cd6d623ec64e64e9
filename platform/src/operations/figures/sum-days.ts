import type pg from 'pg'

/** How far back the figures of an older database are computed, in business dates. */
const DAYS_BACK = 400

/**
 * SQL: what moved between payers and partners on a date, by partner and kind of channel. A refund has the
 * kind of its payment's channel.
 */
export const movedOn = (date: string): string => `
  select each.partner_id, moved.business_date,
    coalesce(owners.channel_kind, payment.channel_kind) as channel_kind, moved.code, moved.amount,
    moved.at
  from partners each
  cross join lateral (
    select *
    from ledger_transfers
    where partner_id = each.partner_id and business_date = ${date}
      and code in ('COLLECT', 'REFUND') and line > 0
  ) as moved
  left join cash_owners owners on moved.code = 'COLLECT' and owners.owner = moved.debit_owner
  left join payments payment
    on moved.code = 'REFUND' and payment.partner_id = moved.partner_id
      and payment.payment_id = event_id_of(moved.source_id, 0)`

/**
 * Computes the sums of the next sealed business date that has none. Resolves with whether there may be
 * more.
 */
export const sumNextDay = async (pool: pg.Pool): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `with next as materialized (
      select min(business_date) as day
      from ledger_days, ledger_state
      where kind = 'partner_payable' and business_date <= sealed_through
        and business_date > greatest(
          (select max(business_date) from money_days), sealed_through - ${DAYS_BACK}
        )
    )
    insert into money_days
      (partner_id, business_date, channel_kind, collected, payments, refunded, refunds)
    -- A date without payments has a row too, so that it is not computed again.
    select 0, day, '', 0, 0, 0, 0 from next where day is not null
    union all
    select partner_id, business_date, channel_kind,
      coalesce(sum(amount) filter (where code = 'COLLECT'), 0)::bigint,
      count(*) filter (where code = 'COLLECT'),
      coalesce(sum(amount) filter (where code = 'REFUND'), 0)::bigint,
      count(*) filter (where code = 'REFUND')
    from next
    cross join lateral (${movedOn('next.day')}) as moved
    group by partner_id, business_date, channel_kind
    on conflict do nothing`,
  )
  return (rowCount ?? 0) > 0
}
