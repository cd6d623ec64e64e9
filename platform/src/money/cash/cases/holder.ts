import type pg from 'pg'
import type { CashCells } from '../../../ledger/custody/over-cells.ts'
import { holderProblem } from '../../../ledger/custody/holder.ts'
import { channelWireId } from '../../../base/wire-ids.ts'

/** Whether this is an agent of the channel, its safe, or the channel itself. */
export const isHolderOf = async (
  tx: pg.ClientBase,
  channelId: number,
  owner: string,
  cells: CashCells,
): Promise<boolean> =>
  owner === channelWireId(channelId) ||
  (await holderProblem(tx, channelId, owner, 'gives', cells)) === null
