import type { EveryCell } from '../../cells/every-cell.ts'
import { linesWithoutTransfer } from '../../money/bank/integrity-over-cells.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { TAKEN_BY_OPEN_LINES } from '../../money/settlement/payouts/integrity.ts'
import { payoutsBeyondReleased } from '../../money/settlement/payouts/integrity-over-cells.ts'
import { channelStatementsThatDiffer } from '../../money/settlement/statements/integrity-over-cells.ts'
import type { Violation } from '../../base/violation.ts'

/** A check of sums over all cells: what each cell adds, and what the sum must not be. */
type Balances = {
  /** SQL: `owner` and `balance` in one cell, without the partners in `$1`. */
  balances: string
  isWrong: (balance: number) => boolean
}

/** A check that is more than a sum. */
type Search = { find: (every: EveryCell, timeoutMs: number) => Promise<Violation[]> }

type OverCells = Balances | Search

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

/** The account with the partners' money as if the open lines of the bank had taken nothing. */
const WITHOUT_OPEN_LINES = `
  select 'clients' as owner, coalesce(sum(balance), 0)::bigint + ${TAKEN_BY_OPEN_LINES} as balance
  from (${balancesOf('bank', `owner = 'clients'`)}) as account`

/**
 * The checks that no cell can judge alone (W178). They have the names of the checks that one database
 * judges alone, which find in a cell only what is whole in it.
 */
export const OVER_CELLS: Readonly<Record<string, OverCells>> = {
  'L4: no agent and no safe holds less than nothing': {
    balances: balancesOf('cash', `owner like 'agt\\_%' or owner like 'safe\\_%'`),
    isWrong: (balance) => balance < 0,
  },
  'L5: the account with the partners’ money is never below zero': {
    balances: WITHOUT_OPEN_LINES,
    isWrong: (balance) => balance < 0,
  },
  'L5: payouts never exceed what was released': { find: payoutsBeyondReleased },
  'L3: a closed statement recomputes to the same figures': { find: channelStatementsThatDiffer },
  'D30: a matched bank line proves one transfer of its account and amount': {
    find: linesWithoutTransfer,
  },
}

/** What contradicts the check over all cells. */
export const violationsOver = (
  every: EveryCell,
  check: OverCells,
  timeoutMs: number,
): Promise<Violation[]> =>
  'find' in check ? check.find(every, timeoutMs) : wrongBalances(every, check, timeoutMs)

/** The owners whose sum over all cells contradicts the check. */
const wrongBalances = async (
  every: EveryCell,
  { balances, isWrong }: Balances,
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
