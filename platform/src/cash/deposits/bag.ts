import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { holderProblem, type HolderProblem } from '../custody/holder.ts'
import { holdsCash } from '../custody/hold-cash.ts'
import type { CashCells } from '../custody/over-cells.ts'
import { NO_PARTNER, postTransfers } from '../../ledger/post.ts'
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts'

export type NewBag = {
  channelId: number
  from: string
  amount: Centimes
  bag: string | null
  /** The wire id of the key. */
  actor: string
}

export type BagResult =
  | { ok: true; deposit: DepositRow }
  | { ok: false; code: HolderProblem | 'CASH409_NOT_ENOUGH' }

/** Puts cash of a holder into a bag, which belongs to one channel (D30). */
export const bagCash = async (
  tx: pg.ClientBase,
  { channelId, from, amount, bag, actor }: NewBag,
  cells: CashCells = null,
): Promise<BagResult> => {
  const problem = await holderProblem(tx, channelId, from, 'gives')
  if (problem !== null) return { ok: false, code: problem }
  if (!(await holdsCash(tx, from, amount, cells))) {
    return { ok: false, code: 'CASH409_NOT_ENOUGH' }
  }
  const { rows } = await tx.query<DepositRow>(
    `insert into deposits (deposit_id, channel_id, from_owner, amount, bag)
    values (new_id(0), $1, $2, $3, $4)
    returning ${DEPOSIT_COLUMNS}`,
    [channelId, from, amount, bag],
  )
  const [deposit] = rows
  if (deposit === undefined) throw new Error('the new deposit was not stored')
  const { deposit_id: sourceId } = deposit
  await postTransfers(tx, [
    {
      partnerId: NO_PARTNER,
      sourceId,
      code: 'BAGGED',
      debit: { kind: 'in_transit', owner: sourceId },
      credit: { kind: 'cash', owner: from },
      amount,
      actor,
    },
  ])
  return { ok: true, deposit }
}
