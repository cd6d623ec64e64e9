import type pg from 'pg'
import type { DepositRow } from './deposit.ts'
import { findDeposit } from './find.ts'
import { moveDeposit } from './move.ts'

export type DisputeResult =
  | { ok: true; deposit: DepositRow; isRepeated: boolean }
  | { ok: false; code: 'DEPOSIT404_NOT_FOUND' | 'DEPOSIT409_WRONG_STATUS' }

/** The bank denies a bag, or it never arrived. Its cash stays in transit until the bank confirms. */
export const disputeDeposit = async (
  tx: pg.ClientBase,
  { depositId, reason, by }: { depositId: string; reason: string; by: string },
): Promise<DisputeResult> => {
  if ((await findDeposit(tx, null, depositId)) === null) {
    return { ok: false, code: 'DEPOSIT404_NOT_FOUND' }
  }
  const moved = await moveDeposit(tx, depositId, { move: 'dispute', reason, by })
  if (moved !== null) return { ok: true, deposit: moved, isRepeated: false }
  const deposit = await findDeposit(tx, null, depositId)
  if (deposit?.status === 'disputed') return { ok: true, deposit, isRepeated: true }
  return { ok: false, code: 'DEPOSIT409_WRONG_STATUS' }
}
