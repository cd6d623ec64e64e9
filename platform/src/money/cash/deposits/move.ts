import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import type { BankAccount } from '../../../ledger/account.ts'
import { DEPOSIT_COLUMNS, DEPOSIT_MOVES, type DepositRow } from './deposit.ts'

export type Move =
  | { move: 'deposited'; slip: string }
  | { move: 'dispute'; reason: string; by: string }
  | { move: 'bank'; amount: Centimes; account: BankAccount; by: string }

type Columns = {
  slip?: string
  reason?: string
  banked?: Centimes
  account?: BankAccount
  by?: string
}

/**
 * The only statement that changes the status of a deposit. Null when its status does not allow the
 * move. The caller moves the cash in the same transaction.
 */
export const moveDeposit = async (
  tx: pg.ClientBase,
  depositId: string,
  move: Move,
): Promise<DepositRow | null> => {
  const { from, to } = DEPOSIT_MOVES[move.move]
  const { slip, reason, banked, account, by } = columnsOf(move)
  const { rows } = await tx.query<DepositRow>(
    `update deposits
    set status = $3, slip = coalesce($4, slip), reason = coalesce($5, reason), banked = $6,
      account = $7, slip_key = coalesce(lower($4), slip_key),
      live_seal = case when $3 <> 'banked' then live_seal end,
      deposited_at = case when $3 = 'deposited' then wasl_now() else deposited_at end,
      disputed_at = case when $3 = 'disputed' then wasl_now() else disputed_at end,
      disputed_by = case when $3 = 'disputed' then $8 else disputed_by end,
      banked_at = case when $3 = 'banked' then wasl_now() end,
      banked_by = case when $3 = 'banked' then $8 end
    where deposit_id = $1 and status = any($2::text[])
    returning ${DEPOSIT_COLUMNS}`,
    [
      depositId,
      from,
      to,
      slip ?? null,
      reason ?? null,
      banked ?? null,
      account ?? null,
      by ?? null,
    ],
  )
  return rows[0] ?? null
}

const columnsOf = (move: Move): Columns => {
  switch (move.move) {
    case 'deposited':
      return { slip: move.slip }
    case 'dispute':
      return { reason: move.reason, by: move.by }
    case 'bank':
      return { banked: move.amount, account: move.account, by: move.by }
    default:
      return move satisfies never
  }
}
