import type { AccountKind, Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { isCounted } from '../cells/counted.ts'
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

type Page = { limit: number; after: Account | null }

/** Balances of all cells by kind and owner, from the account after `after` on. */
export const listBalances = async (
  cells: EveryCell,
  filter: BalanceFilter,
  page: Page,
): Promise<BalanceRow[]> => {
  const answers = await cells.read(({ operatorLists }, leftOut) =>
    balancesInCell(operatorLists, filter, page, leftOut),
  )
  const [first] = answers
  if (first !== undefined && answers.length === 1) return first
  // Each cell has answered with its first accounts, so the first of all have all their parts here.
  const accounts = Map.groupBy(answers.flat(), ({ kind, owner }) => `${kind} ${owner}`)
  return [...accounts.values()].map(sumOf).toSorted(inOrder).slice(0, page.limit)
}

const sumOf = (parts: BalanceRow[]): BalanceRow => ({
  ...(parts[0] as BalanceRow),
  debits: parts.reduce((sum, { debits }) => sum + debits, 0),
  credits: parts.reduce((sum, { credits }) => sum + credits, 0),
})

const inOrder = (one: BalanceRow, other: BalanceRow): number => {
  if (one.kind !== other.kind) return one.kind < other.kind ? -1 : 1
  return one.owner < other.owner ? -1 : 1
}

const balancesInCell = async (
  pool: pg.Pool,
  { kind, owner, at }: BalanceFilter,
  { limit, after }: Page,
  leftOut: readonly number[],
): Promise<BalanceRow[]> => {
  const here = isCounted('partner_id', leftOut)
  const { rows } = await pool.query<BalanceRow>(at === null ? balances(here) : balancesAt(here), [
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
const pageOf = (here: string): string => `
  with tail as materialized (
    select * from ledger_tail($1, $2) where ${here}
  ), page as (
    select kind, owner
    from (
      select distinct kind, owner from ledger_totals
      where ($1::text is null or kind = $1) and ($2::text is null or owner = $2)
        and (kind, owner) > ($4::text, $5::text) and ${here}
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

const balances = (here: string): string => `${pageOf(here)} (
    select debits, credits
    from ledger_totals totals
    where totals.kind = page.kind and totals.owner = page.owner and ${here}
      and ledger_rolled_up_to() <> '0'
    union all
    select debits, credits from tail where tail.kind = page.kind and tail.owner = page.owner
  ) as sums ${END}`

const balancesAt = (here: string): string => `${pageOf(here)} (
    select debits, credits
    from ledger_days days
    where days.kind = page.kind and days.owner = page.owner and business_date <= $6::date
      and ${here} and ledger_rolled_up_to() <> '0'
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
