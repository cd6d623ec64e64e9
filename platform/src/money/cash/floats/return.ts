import type pg from 'pg'
import { holdsCash } from '../../../ledger/custody/hold-cash.ts'
import type { CashCells } from '../../../ledger/custody/over-cells.ts'
import { cashOfSafe, safeOwner } from '../../../ledger/account.ts'
import { NO_PARTNER, postTransfers } from '../../../ledger/post.ts'
import { FLOAT_COLUMNS, sourceAccount, type FloatRow } from './float.ts'

export type ReturnResult =
  | { ok: true; float: FloatRow; isRepeated: boolean }
  | { ok: false; code: 'FLOAT404_NOT_FOUND' | 'CASH409_NOT_ENOUGH' }

/** Takes a float out of the safe, whole. A repetition gets the same answer. */
export const returnFloat = async (
  tx: pg.ClientBase,
  { floatId, by, actor }: { floatId: string; by: string; actor: string },
  cells: CashCells = null,
): Promise<ReturnResult> => {
  const { rows } = await tx.query<FloatRow>(
    `select ${FLOAT_COLUMNS} from floats where float_id = $1 for update`,
    [floatId],
  )
  const [float] = rows
  if (float === undefined) return { ok: false, code: 'FLOAT404_NOT_FOUND' }
  if (float.status === 'returned') return { ok: true, float, isRepeated: true }
  const { channel_id: channelId, amount, funded_from: from } = float
  if (!(await holdsCash(tx, safeOwner(channelId), amount, cells))) {
    return { ok: false, code: 'CASH409_NOT_ENOUGH' }
  }
  const returned = await markReturned(tx, floatId, by)
  await postTransfers(tx, [
    {
      partnerId: NO_PARTNER,
      sourceId: floatId,
      code: 'FLOAT_WITHDRAWN',
      debit: sourceAccount(from, channelId),
      credit: cashOfSafe(channelId),
      amount,
      actor,
    },
  ])
  return { ok: true, float: returned, isRepeated: false }
}

/** The only statement that changes the status of a float. */
const markReturned = async (tx: pg.ClientBase, floatId: string, by: string): Promise<FloatRow> => {
  const { rows } = await tx.query<FloatRow>(
    `update floats
    set status = 'returned', returned_at = wasl_now(), returned_by = $2
    where float_id = $1 and status = 'funded'
    returning ${FLOAT_COLUMNS}`,
    [floatId, by],
  )
  const [float] = rows
  if (float === undefined) throw new Error(`the float ${floatId} was held and is returned`)
  return float
}
