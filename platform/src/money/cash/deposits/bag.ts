import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { holderProblem, type HolderProblem } from '../../../ledger/custody/holder.ts'
import { holdsCash } from '../../../ledger/custody/hold-cash.ts'
import type { CashCells } from '../../../ledger/custody/over-cells.ts'
import { NO_PARTNER, postTransfers } from '../../../ledger/post.ts'
import { DEPOSIT_COLUMNS, type DepositRow } from './deposit.ts'
import { findBySeal } from './find.ts'

export type NewBag = {
  channelId: number
  from: string
  amount: Centimes
  bag: string | null
  /** The agent who takes the bag to the bank and can owe it (W259). */
  carriedBy?: string | null
  /** The name of who closes it. */
  baggedBy?: string | null
  /** The wire id of the key. */
  actor: string
}

export type BagResult =
  | { ok: true; deposit: DepositRow }
  | { ok: false; code: HolderProblem | 'CASH409_NOT_ENOUGH' }
  | { ok: false; code: 'DEPOSIT409_SEAL_IN_USE'; other: DepositRow }

/**
 * Puts cash of a holder into a bag, which belongs to one channel (D30). While a bag is not banked, no
 * other bag of the channel has its seal (D38): an index decides, also between two requests at once.
 */
export const bagCash = async (
  tx: pg.ClientBase,
  { channelId, from, amount, bag, carriedBy = null, baggedBy = null, actor }: NewBag,
  cells: CashCells = null,
): Promise<BagResult> => {
  // Before the cash is asked for: it is in the other bag, when the same bag is booked again.
  const other = bag === null ? null : await findBySeal(tx, channelId, bag)
  if (other !== null) return { ok: false, code: 'DEPOSIT409_SEAL_IN_USE', other }
  const problem =
    (await holderProblem(tx, channelId, from, 'gives')) ??
    (carriedBy === null ? null : await holderProblem(tx, channelId, carriedBy, 'receives'))
  if (problem !== null) return { ok: false, code: problem }
  if (!(await holdsCash(tx, from, amount, cells))) {
    return { ok: false, code: 'CASH409_NOT_ENOUGH' }
  }
  const { rows } = await tx.query<DepositRow>(
    `insert into deposits (deposit_id, channel_id, from_owner, amount, bag, live_seal, carried_by,
      bagged_by)
    values (new_id(0), $1, $2, $3, $4, lower($4), $5, $6)
    on conflict (channel_id, live_seal) do nothing
    returning ${DEPOSIT_COLUMNS}`,
    [channelId, from, amount, bag, carriedBy, baggedBy],
  )
  const [deposit] = rows
  if (deposit === undefined) return sealTaken(tx, channelId, bag)
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

/** Another request took the seal meanwhile. */
const sealTaken = async (
  tx: pg.ClientBase,
  channelId: number,
  bag: string | null,
): Promise<BagResult> => {
  const other = bag === null ? null : await findBySeal(tx, channelId, bag)
  if (other === null) throw new Error('the new deposit was not stored')
  return { ok: false, code: 'DEPOSIT409_SEAL_IN_USE', other }
}
