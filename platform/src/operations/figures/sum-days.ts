import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { HOLD_SUMS } from '../../ledger/roll-up.ts'

/** How far back the figures of an older database are computed, in business dates. */
const DAYS_BACK = 400

/** SQL: the date after which dates are still summed. The rows of partner 0 name the dates that are. */
export const MONEY_DAYS_THROUGH = `(
  select greatest(
    (select max(business_date) from money_days where partner_id = 0),
    coalesce(sealed_through, open_day - 1) - ${DAYS_BACK}
  )
  from ledger_state
)`

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

/** The columns of money_days, in the order of `sumsOn`. */
export const MONEY_DAYS =
  'partner_id, business_date, channel_kind, collected, payments, refunded, refunds'

/** SQL: the sums of a date, by partner and kind of channel. */
export const sumsOn = (date: string): string => `
  select partner_id, business_date, channel_kind,
    coalesce(sum(amount) filter (where code = 'COLLECT'), 0)::bigint as collected,
    count(*) filter (where code = 'COLLECT') as payments,
    coalesce(sum(amount) filter (where code = 'REFUND'), 0)::bigint as refunded,
    count(*) filter (where code = 'REFUND') as refunds
  from (${movedOn(date)}) as moved
  group by partner_id, business_date, channel_kind`

/**
 * Computes the sums of the next sealed business date that has none. Resolves with whether there may be
 * more.
 */
export const sumNextDay = (pool: pg.Pool): Promise<boolean> =>
  withTransaction(pool, async (tx) => {
    await tx.query(HOLD_SUMS)
    const { rowCount } = await tx.query(SUM_NEXT_DAY)
    return (rowCount ?? 0) > 0
  })

const SUM_NEXT_DAY = `
  with next as materialized (
    select min(business_date) as day
    from ledger_days, ledger_state
    where kind = 'partner_payable' and business_date <= sealed_through
      and business_date > ${MONEY_DAYS_THROUGH}
  )
  insert into money_days (${MONEY_DAYS})
  -- A date without payments has a row too, so that it is not computed again.
  select 0, day, '', 0, 0, 0, 0 from next where day is not null
  union all
  select sums.*
  from next
  cross join lateral (${sumsOn('next.day')}) as sums
  on conflict do nothing`
