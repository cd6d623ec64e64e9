/** Who holds cash in a channel: its agents and its safe (D30). The id is the owner of the account. */
import type pg from 'pg'
import { safeOwner } from '../account.ts'
import { findCopied, type CashCells } from './over-cells.ts'
import { agentNumber } from '../../base/wire-ids.ts'

export type HolderProblem = 'HOLDER404_NOT_FOUND' | 'HOLDER409_INACTIVE'

/**
 * Whether this channel has this holder: null when it has. An agent who is inactive gives cash back, and
 * receives none.
 */
export const holderProblem = async (
  db: pg.ClientBase | pg.Pool,
  channelId: number,
  holder: string,
  side: 'gives' | 'receives',
  cells: CashCells = null,
): Promise<HolderProblem | null> => {
  if (holder === safeOwner(channelId)) return null
  const agentId = agentNumber(holder)
  if (agentId === null) return 'HOLDER404_NOT_FOUND'
  const sql = 'select status from agents where agent_id = $1 and channel_id = $2'
  const agent = await findCopied<{ status: string }>(db, cells, sql, [agentId, channelId])
  if (agent === null) return 'HOLDER404_NOT_FOUND'
  return side === 'receives' && agent.status !== 'active' ? 'HOLDER409_INACTIVE' : null
}
