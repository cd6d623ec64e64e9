import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { Account } from '../../ledger/account.ts'
import type { Holding } from './limits.ts'

/** What an owner of cash holds now, and the business date of the oldest part of it. */
export type Held = {
  owner: string
  cash: Centimes
  heldSince: string | null
  oldestDays: number | null
}

/**
 * The cash of each owner that has some, now. Cash leaves in the order in which it came: what is held is
 * the newest of what was taken, so the oldest part came on the first date from which on at least as
 * much was taken as is held.
 */
export const readHoldings = async (
  db: pg.ClientBase | pg.Pool,
  owners: readonly string[],
): Promise<Held[]> => {
  const { rows } = await db.query<Held>(HOLDINGS, [owners])
  return rows
}

export const readHolding = async (
  db: pg.ClientBase | pg.Pool,
  { owner }: Account,
): Promise<Holding> => {
  const [held] = await readHoldings(db, [owner])
  return held ?? { cash: 0, oldestDays: null }
}

/**
 * The changes of the cash of the owners in a parameter, by business date: the roll-up and the transfers
 * after it.
 */
export const CASH_DAYS = (owners: string): string => `
    select owner, business_date, debits, credits
    from ledger_days
    where kind = 'cash' and owner = any(${owners}::text[]) and ledger_rolled_up_to() <> '0'
    union all
    select owner, business_date, debits, credits
    from ledger_tail('cash', null)
    where owner = any(${owners}::text[])`

const HOLDINGS = `
  with moved as (${CASH_DAYS('$1')}
  ), days as (
    select owner, business_date, sum(debits) as debits, sum(debits) - sum(credits) as change
    from moved
    group by owner, business_date
  ), running as (
    select owner, business_date,
      sum(change) over (partition by owner) as cash,
      sum(debits) over (partition by owner order by business_date desc) as taken_since
    from days
  ), held as (
    select owner, cash::bigint as cash,
      max(business_date) filter (where cash > 0 and taken_since >= cash) as since
    from running
    group by owner, cash
    having cash <> 0
  )
  select owner, cash, since::text as "heldSince",
    greatest((wasl_now() at time zone state.time_zone)::date, state.open_day) - since as "oldestDays"
  from held, ledger_state state`
