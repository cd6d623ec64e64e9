import type { AccountKind, Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { EveryCell } from '../cells/every-cell.ts'
import { earliest } from '../cells/sums.ts'
import type { Account } from './account.ts'

export type BalanceFilter = {
  kind: AccountKind | null
  owner: string | null
  /** The end of this business date; null for now. */
  at: string | null
}

export type BalanceRow = {
  kind: AccountKind
  owner: string
  debits: Centimes
  credits: Centimes
}

/** Balances by kind and owner, from the account after `after` on. */
export const listBalances = async (
  pool: pg.Pool,
  { kind, owner, at }: BalanceFilter,
  { limit, after }: { limit: number; after: Account | null },
): Promise<BalanceRow[]> => {
  const { rows } = await pool.query<BalanceRow>(at === null ? BALANCES : BALANCES_AT, [
    kind,
    owner,
    limit,
    after?.kind ?? '',
    after?.owner ?? '',
    ...(at === null ? [] : [at]),
  ])
  return rows
}

/**
 * The page's accounts first, along the index, then their sums. The transfers after the roll-up are read
 * once.
 */
const PAGE = `
  with tail as materialized (
    select * from ledger_tail($1, $2)
  ), page as (
    select kind, owner
    from (
      select distinct kind, owner from ledger_totals
      where ($1::text is null or kind = $1) and ($2::text is null or owner = $2)
        and (kind, owner) > ($4::text, $5::text)
        and ledger_rolled_up_to() <> '0'
      union
      select kind, owner from tail where (kind, owner) > ($4::text, $5::text)
    ) as accounts
    order by kind, owner
    limit $3
  )
  select page.kind, page.owner, coalesce(sum(debits), 0)::bigint as debits,
    coalesce(sum(credits), 0)::bigint as credits
  from page
  left join lateral`

const END = `
  on true
  group by page.kind, page.owner
  order by page.kind, page.owner`

const BALANCES = `${PAGE} (
    select debits, credits
    from ledger_totals totals
    where totals.kind = page.kind and totals.owner = page.owner and ledger_rolled_up_to() <> '0'
    union all
    select debits, credits from tail where tail.kind = page.kind and tail.owner = page.owner
  ) as sums ${END}`

const BALANCES_AT = `${PAGE} (
    select debits, credits
    from ledger_days days
    where days.kind = page.kind and days.owner = page.owner and business_date <= $6::date
      and ledger_rolled_up_to() <> '0'
    union all
    select debits, credits from tail
    where tail.kind = page.kind and tail.owner = page.owner and business_date <= $6::date
  ) as sums ${END}`

/** The sums of each kind of account; `at` as in a filter. */
export const readTrialBalance = async (
  pool: pg.Pool,
  at: string | null,
): Promise<Omit<BalanceRow, 'owner'>[]> => {
  const { rows } = await pool.query<Omit<BalanceRow, 'owner'>>(
    `select kind, sum(debits)::bigint as debits, sum(credits)::bigint as credits
    from (
      select kind, debits, credits from ledger_totals
      where $1::date is null and ledger_rolled_up_to() <> '0'
      union all
      select kind, debits, credits from ledger_days
      where business_date <= $1::date and ledger_rolled_up_to() <> '0'
      union all
      select kind, debits, credits from ledger_tail(null, null)
      where $1::date is null or business_date <= $1::date
    ) as sums
    group by kind
    order by kind`,
    [at],
  )
  return rows
}

/** The last sealed business date. Read it before what it is shown with, so that it never says more. */
export const readCompleteThrough = async (pool: pg.Pool): Promise<string | null> => {
  const { rows } = await pool.query<{ sealed_through: string | null }>(
    'select sealed_through::text from ledger_state',
  )
  return rows[0]?.sealed_through ?? null
}

/** The date through which every cell is sealed. */
export const readCompleteThroughAll = async (cells: EveryCell): Promise<string | null> =>
  earliest(await cells.read(({ operatorLists }) => readCompleteThrough(operatorLists)))
