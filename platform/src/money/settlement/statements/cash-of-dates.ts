import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { EveryCell } from '../../../cells/every-cell.ts'
import { ApiError } from '../../../base/api-error.ts'
import { readHeldSince, type HeldSince } from '../payouts/released.ts'

/** What was collected for a partner on the dates of a statement and is not in the bank. */
export type CashNotBanked = { deposited: Centimes; held: Centimes }

/**
 * As `unreleased` counts (0013-statements): the days of each channel, the oldest first, whose
 * collections through that day are not covered. Of these, the days that deposits would cover are
 * deposited, once the bank confirms them; the channels hold the others.
 */
const readCashOfDates = async (
  db: pg.Pool,
  partnerId: number,
  { from, until }: { from: string; until: string },
): Promise<CashNotBanked> => {
  const { rows } = await db.query<CashNotBanked>(CASH_OF_DATES, [partnerId, from, until])
  return rows[0] as CashNotBanked
}

/**
 * The same over several cells: what covers a channel is mostly in the control cell. Null while a cell is
 * away, because the rest of a partner's statement is in its own cell and must not be hidden by that.
 *
 * @param home where the partner lives.
 */
export const readCashOfCells = async (
  cells: EveryCell,
  home: pg.Pool,
  partnerId: number,
  { from, until }: { from: string; until: string },
): Promise<CashNotBanked | null> => {
  if (cells.isAlone) return readCashOfDates(home, partnerId, { from, until })
  const [notBanked, held] = await readBothHeld(cells)
  if (!notBanked || !held) return null
  const amountSince = async ({ channels, dates }: HeldSince): Promise<Centimes> => {
    const { rows } = await home.query<{ amount: Centimes }>(
      `select unreleased_since($1, $3::date, $4::int[], $5::date[])
        - unreleased_since($1, $2::date - 1, $4::int[], $5::date[]) as amount`,
      [partnerId, from, until, channels, dates],
    )
    return rows[0]?.amount ?? 0
  }
  const [all, inHands] = [await amountSince(notBanked), await amountSince(held)]
  return { deposited: all - inHands, held: inHands }
}

const readBothHeld = async (cells: EveryCell): Promise<(HeldSince | null)[]> => {
  try {
    return [await readHeldSince(cells), await readHeldSince(cells, 'deposited')]
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SERVER503_UNAVAILABLE') return [null, null]
    throw error
  }
}

const CASH_OF_DATES = `
  with known as (
    select partner_id, channel_id, business_date, collected, covered from channel_days
    union all
    select moved.partner_id, moved.channel_id, moved.business_date, moved.collected, moved.covered
    from (select 0 as partner_id union all select partners.partner_id from partners) as every
    join channel_moves moved using (partner_id)
    where moved.business_date > channel_days_through()
  ), cover as (
    select channel_id, sum(covered) as covered from known group by channel_id
  ), brought as (
    select channel_id, sum(amount) as amount
    from deposits
    where status = 'deposited'
    group by channel_id
  ), through as (
    select channel_id, business_date,
      sum(collected) filter (where partner_id = $1) as own,
      sum(sum(collected)) over (partition by channel_id order by business_date)
        as collected_through
    from known
    where business_date <= $3::date
    group by channel_id, business_date
  )
  select
    coalesce(sum(through.own) filter (where collected_through <= covered + coalesce(amount, 0)), 0)
      ::bigint as deposited,
    coalesce(sum(through.own) filter (where collected_through > covered + coalesce(amount, 0)), 0)
      ::bigint as held
  from through
  join cover using (channel_id)
  left join brought using (channel_id)
  where through.collected_through > cover.covered and through.business_date >= $2::date`
