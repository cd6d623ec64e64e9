import type pg from 'pg'
import { holderProblem } from '../custody/holder.ts'
import { channelWireId } from '../../wire-ids.ts'

/** Whether this is an agent of the channel, its safe, or the channel itself. */
export const isHolderOf = async (
  tx: pg.ClientBase,
  channelId: number,
  owner: string,
): Promise<boolean> =>
  owner === channelWireId(channelId) ||
  (await holderProblem(tx, channelId, owner, 'gives')) === null
