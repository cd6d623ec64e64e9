import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { balanceOver, holdsCash } from '../../../ledger/custody/hold-cash.ts'
import { cashKey, takeLock, type CashCells } from '../../../ledger/custody/over-cells.ts'
import { cashOfAgent, cashOfSafe, safeOwner } from '../../../ledger/account.ts'
import { NO_PARTNER, postTransfers } from '../../../ledger/post.ts'
import { channelWireId } from '../../../base/wire-ids.ts'

export type NewShift = {
  channelId: number
  agentId: number
  /** Centimes that the agent takes from the safe of the channel. */
  float: Centimes
}

export type StartResult =
  | { ok: true; shiftId: string }
  | { ok: false; code: 'AGENT404_NOT_FOUND' | 'AGENT409_INACTIVE' | 'CASH409_NOT_ENOUGH' }
  | { ok: false; code: 'SHIFT409_ALREADY_OPEN'; shiftId: string }

/**
 * Starts a shift (D30). Its float moves from the safe to the agent, as if the agent had received a
 * handover. The caller undoes the transaction when the result is a refusal.
 */
export const startShift = async (
  tx: pg.ClientBase,
  { channelId, agentId, float }: NewShift,
  cells: CashCells = null,
): Promise<StartResult> => {
  const status = await statusOf(tx, channelId, agentId)
  if (status === null) return { ok: false, code: 'AGENT404_NOT_FOUND' }
  if (status === 'inactive') return { ok: false, code: 'AGENT409_INACTIVE' }
  const cash = cashOfAgent(agentId)
  // Nobody else moves this agent's or the safe's cash until the shift has started. Every request
  // takes the locks in this order: an agent, then a safe.
  await takeLock(tx, cashKey(cash.owner))
  if (float > 0 && !(await holdsCash(tx, safeOwner(channelId), float, cells))) {
    return { ok: false, code: 'CASH409_NOT_ENOUGH' }
  }
  const openingBalance = (await balanceOver(tx, cash, cells)) + float
  const { rows } = await tx.query<{ shift_id: string }>(
    `insert into shifts
      (shift_id, channel_id, agent_id, status, float, opening_balance, opened_at)
    values (new_id(0), $1, $2, 'open', $3, $4, wasl_now())
    on conflict (agent_id) where status in ('open', 'counting') do nothing
    returning shift_id`,
    [channelId, agentId, float, openingBalance],
  )
  const shiftId = rows[0]?.shift_id
  if (shiftId === undefined) return alreadyOpen(tx, agentId)
  if (float > 0) {
    await postTransfers(tx, [
      {
        partnerId: NO_PARTNER,
        sourceId: shiftId,
        code: 'MOVED',
        debit: cash,
        credit: cashOfSafe(channelId),
        amount: float,
        actor: channelWireId(channelId),
      },
    ])
  }
  return { ok: true, shiftId }
}

const statusOf = async (
  tx: pg.ClientBase,
  channelId: number,
  agentId: number,
): Promise<string | null> => {
  const { rows } = await tx.query<{ status: string }>(
    'select status from agents where agent_id = $1 and channel_id = $2 for key share',
    [agentId, channelId],
  )
  return rows[0]?.status ?? null
}

const alreadyOpen = async (tx: pg.ClientBase, agentId: number): Promise<StartResult> => {
  const { rows } = await tx.query<{ shift_id: string }>(
    `select shift_id from shifts where agent_id = $1 and status in ('open', 'counting')`,
    [agentId],
  )
  const shiftId = rows[0]?.shift_id
  if (shiftId === undefined) throw new Error(`the shift of agent ${agentId} has just ended`)
  return { ok: false, code: 'SHIFT409_ALREADY_OPEN', shiftId }
}
