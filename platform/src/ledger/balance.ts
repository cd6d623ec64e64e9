import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { isCounted } from '../cells/counted.ts'
import type { Account } from './account.ts'

/**
 * What an account holds now: its debits minus its credits, over all partners. It is exact, whatever
 * the roll-up has and has not: the totals of the roll-up and the transfers after them, of one moment.
 * Other transactions may change it at the next moment, so a limit on it is advisory.
 */
export const balanceOf = async (
  db: pg.ClientBase | pg.Pool,
  { kind, owner }: Account,
  leftOut: readonly number[] = [],
): Promise<Centimes> => {
  const { rows } = await db.query<{ balance: Centimes }>(
    balance(isCounted('partner_id', leftOut)),
    [kind, owner],
  )
  return rows[0]?.balance ?? 0
}

/** @param here that a partner is counted in this cell. */
const balance = (here: string): string => `
  select coalesce(sum(debits - credits), 0)::bigint as balance
  from (
    select debits, credits
    from ledger_totals
    where kind = $1 and owner = $2 and ledger_rolled_up_to() <> '0' and ${here}
    union all
    select debits, credits from ledger_tail($1, $2) where ${here}
  ) as parts`

/**
 * What an account held at the end of a business date, `2026-11-22`. It may still change while that
 * date is open.
 */
export const balanceAt = async (
  db: pg.ClientBase | pg.Pool,
  { kind, owner }: Account,
  businessDate: string,
): Promise<Centimes> => {
  const { rows } = await db.query<{ balance: Centimes }>(BALANCE_AT, [kind, owner, businessDate])
  return rows[0]?.balance ?? 0
}

const BALANCE_AT = `
  select coalesce(sum(debits - credits), 0)::bigint as balance
  from (
    select debits, credits
    from ledger_days
    where kind = $1 and owner = $2 and business_date <= $3::date and ledger_rolled_up_to() <> '0'
    union all
    select debits, credits from ledger_tail($1, $2) where business_date <= $3::date
  ) as parts`
