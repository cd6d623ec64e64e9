import type { EveryCell } from '../cells/every-cell.ts'
import { withTransaction } from '../database/with-transaction.ts'

/** A row that contradicts a check. */
export type Violation = Record<string, unknown>

/** A check of sums over all cells: what each cell adds, and what the sum must not be. */
type OverCells = {
  /** SQL: `owner` and `balance` in one cell, without the partners in `$1`. */
  balances: string
  isWrong: (balance: number) => boolean
}

/** The balances of the owners of a kind of account, as the transfers add up to. */
const balancesOf = (kind: string, condition: string): string => `
  select owner, sum(amount)::bigint as balance
  from (
    select partner_id, debit_owner as owner, amount
    from ledger_transfers
    where debit_kind = '${kind}'
    union all
    select partner_id, credit_owner, -amount from ledger_transfers where credit_kind = '${kind}'
  ) as sides
  where partner_id <> all($1::int[]) and (${condition})
  group by owner
  having sum(amount) <> 0`

/**
 * The checks that no cell can judge alone (W178). They have the names of the checks that one database
 * judges alone, which find nothing in a cell.
 */
export const OVER_CELLS: Readonly<Record<string, OverCells>> = {
  'L4: no agent and no safe holds less than nothing': {
    balances: balancesOf('cash', `owner like 'agt\\_%' or owner like 'safe\\_%'`),
    isWrong: (balance) => balance < 0,
  },
}

/** The owners whose sum over all cells contradicts the check. */
export const violationsOver = async (
  every: EveryCell,
  { balances, isWrong }: OverCells,
  timeoutMs: number,
): Promise<Violation[]> => {
  const parts = await every.read((db, leftOut) =>
    withTransaction(db.operatorLists, async (tx) => {
      await tx.query(`set transaction read only; set local statement_timeout = '${timeoutMs}ms'`)
      return (await tx.query<{ owner: string; balance: number }>(balances, [leftOut])).rows
    }),
  )
  const sums = Map.groupBy(parts.flat(), ({ owner }) => owner)
  return [...sums]
    .map(([owner, own]) => ({ owner, balance: own.reduce((sum, one) => sum + one.balance, 0) }))
    .filter(({ balance }) => isWrong(balance))
}
