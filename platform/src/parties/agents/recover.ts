import type { Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import { bank, cashOfSafe, type Account } from '../../ledger/account.ts'
import { balanceOf } from '../../ledger/balance.ts'
import { NO_PARTNER, postTransfers } from '../../ledger/post.ts'
import { agentWireId } from '../../base/wire-ids.ts'

export type NewRecovery = { agentId: number; amount: Centimes; paidTo: 'safe' | 'bank' }

export type RecoverResult =
  | { ok: true; recoveryId: string; at: Date; stillOwed: Centimes }
  | { ok: false; code: 'AGENT404_NOT_FOUND' }
  | { ok: false; code: 'AGENT409_OWES_LESS'; owed: Centimes }

/** Books what an agent pays of its shortages (D30): at most what it owes. */
export const recoverShortage = async (
  tx: pg.ClientBase,
  { agentId, amount, paidTo }: NewRecovery,
  by: OperatorActor,
): Promise<RecoverResult> => {
  // Concurrent recoveries of one agent wait for each other here.
  const { rows } = await tx.query<{ channel_id: number }>(
    'select channel_id from agents where agent_id = $1 for no key update',
    [agentId],
  )
  const channelId = rows[0]?.channel_id
  if (channelId === undefined) return { ok: false, code: 'AGENT404_NOT_FOUND' }
  const debt: Account = { kind: 'agent_receivable', owner: agentWireId(agentId) }
  const owed = await balanceOf(tx, debt)
  if (owed < amount) return { ok: false, code: 'AGENT409_OWES_LESS', owed }
  const account = paidTo === 'bank' ? bank('clients') : cashOfSafe(channelId)
  const made = await tx.query<{ recovery_id: string; at: Date }>(
    `insert into recoveries (recovery_id, channel_id, agent_id, amount, paid_to, made_by)
    values (new_id(0), $1, $2, $3, $4, $5)
    returning recovery_id, at`,
    [channelId, agentId, amount, paidTo === 'bank' ? paidTo : account.owner, by.holder],
  )
  const [recovery] = made.rows
  if (recovery === undefined) throw new Error('the recovery was not stored')
  const { recovery_id: recoveryId, at } = recovery
  const actor = by.id ?? by.name
  await postTransfers(tx, [
    {
      partnerId: NO_PARTNER,
      sourceId: recoveryId,
      code: 'RECOVERED',
      debit: account,
      credit: debt,
      amount,
      actor,
    },
  ])
  await appendAudit(tx, by, {
    partnerId: WHOLE_PLATFORM,
    action: 'agent.recover',
    subject: agentWireId(agentId),
    details: { recoveryId, amount, paidTo },
  })
  return { ok: true, recoveryId, at, stillOwed: owed - amount }
}
