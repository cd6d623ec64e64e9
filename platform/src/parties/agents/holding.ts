import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { readAllBooks, type CashCells, type CellBooks } from '../../ledger/custody/over-cells.ts'
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
  cells: CashCells = null,
): Promise<Held[]> => {
  if (cells !== null) return holdingsOf(db, await readAllBooks(cells, { owners }))
  const { rows } = await db.query<Held>(HOLDINGS(CASH_DAYS('$1')), [owners])
  return rows
}

/** What the owners in these books of several cells hold. */
export const holdingsOf = async (
  db: pg.ClientBase | pg.Pool,
  books: readonly Pick<CellBooks, 'days'>[],
): Promise<Held[]> => {
  const days = books.flatMap((part) => part.days)
  const { rows } = await db.query<Held>(HOLDINGS(GIVEN_DAYS), [JSON.stringify(days)])
  return rows
}

export const holdingOf = (held: readonly Held[]): Holding =>
  held[0] ?? { cash: 0, oldestDays: null }

/**
 * The changes of the cash of the owners in a parameter, by business date: the roll-up and the transfers
 * after it.
 */
const CASH_DAYS = (owners: string): string => `
    select owner, business_date, debits, credits
    from ledger_days
    where kind = 'cash' and owner = any(${owners}::text[]) and ledger_rolled_up_to() <> '0'
    union all
    select owner, business_date, debits, credits
    from ledger_tail('cash', null)
    where owner = any(${owners}::text[])`

const GIVEN_DAYS = `
    select owner, "businessDate" as business_date, debits, credits
    from json_to_recordset($1::json) as given (
      owner text, "businessDate" date, debits bigint, credits bigint
    )`

const HOLDINGS = (moved: string): string => `
  with moved as (${moved}
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
