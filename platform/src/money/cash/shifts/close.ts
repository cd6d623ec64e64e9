import type pg from 'pg'
import { findShift, holdShift } from './find.ts'
import { moveShift } from './move.ts'
import type { ShiftWithCount } from './shift.ts'

export type CloseResult =
  | { ok: true; shift: ShiftWithCount }
  | {
      ok: false
      code: 'SHIFT404_NOT_FOUND' | 'SHIFT409_WRONG_STATUS' | 'SHIFT409_VARIANCE_OPEN'
    }

/** Closes a shift that was counted (D30). A repetition gets the same answer. */
export const closeShift = async (
  tx: pg.ClientBase,
  { channelId, shiftId }: { channelId: number; shiftId: string },
): Promise<CloseResult> => {
  const shift = await holdShift(tx, { channelId, shiftId })
  if (shift === null) return { ok: false, code: 'SHIFT404_NOT_FOUND' }
  if (shift.status === 'counted' && (await hasOpenVariance(tx, shiftId))) {
    return { ok: false, code: 'SHIFT409_VARIANCE_OPEN' }
  }
  if (shift.status !== 'closed' && (await moveShift(tx, shiftId, 'close')) === null) {
    return { ok: false, code: 'SHIFT409_WRONG_STATUS' }
  }
  const after = await findShift(tx, { channelId, shiftId })
  if (after === null) throw new Error(`the shift ${shiftId} was held and is gone`)
  return { ok: true, shift: after }
}

const hasOpenVariance = async (tx: pg.ClientBase, shiftId: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select from variances where source_id = $1 and status = 'open'`,
    [shiftId],
  )
  return rowCount === 1
}
