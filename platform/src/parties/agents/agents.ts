/** The agents of a channel: the people who take its money (D30). */
import type { AgentStatus, Centimes } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { agentWireId, channelWireId } from '../../base/wire-ids.ts'

export type AgentRow = {
  agent_id: number
  channel_id: number
  name: string
  status: AgentStatus
  cash_max: Centimes | null
  held_days_max: number | null
  created_at: Date
}

const COLUMNS = 'agent_id, channel_id, name, status, cash_max, held_days_max, created_at'

export type NewAgent = {
  channelId: number
  name: string
  cashMax: Centimes | null
  heldDaysMax: number | null
}

export const createAgent = async (
  tx: pg.ClientBase,
  { channelId, name, cashMax, heldDaysMax }: NewAgent,
): Promise<AgentRow> => {
  const { rows } = await tx.query<AgentRow>(
    `insert into agents (channel_id, name, cash_max, held_days_max)
    values ($1, $2, $3, $4)
    returning ${COLUMNS}`,
    [channelId, name, cashMax, heldDaysMax],
  )
  const [agent] = rows
  if (agent === undefined) throw new Error('the new agent was not stored')
  return agent
}

/** Absent fields stay as they are. */
export type AgentPatch = {
  name?: string | undefined
  status?: AgentStatus | undefined
  cashMax?: Centimes | null | undefined
  heldDaysMax?: number | null | undefined
}

type AgentOfChannel = { channelId: number; agentId: number }

/** An agent of the channel; null for any other. */
export const readAgent = async (
  db: pg.ClientBase | pg.Pool,
  { channelId, agentId }: AgentOfChannel,
): Promise<AgentRow | null> => {
  const { rows } = await db.query<AgentRow>(
    `select ${COLUMNS} from agents where agent_id = $1 and channel_id = $2`,
    [agentId, channelId],
  )
  return rows[0] ?? null
}

/** An agent of any channel. */
export const findAgent = async (pool: pg.Pool, agentId: number): Promise<AgentRow | null> => {
  const { rows } = await pool.query<AgentRow>(`select ${COLUMNS} from agents where agent_id = $1`, [
    agentId,
  ])
  return rows[0] ?? null
}

/** Changes an agent of the channel; null for any other. */
export const updateAgent = (
  pool: pg.Pool,
  { channelId, agentId }: AgentOfChannel,
  patch: AgentPatch,
  by: Actor,
): Promise<AgentRow | null> =>
  withTransaction(pool, async (tx) => {
    const { rows } = await tx.query<AgentRow>(
      `update agents set
        name = coalesce($3::jsonb ->> 'name', name),
        status = coalesce($3::jsonb ->> 'status', status),
        cash_max = case when $3::jsonb ? 'cashMax'
          then ($3::jsonb ->> 'cashMax')::bigint else cash_max end,
        held_days_max = case when $3::jsonb ? 'heldDaysMax'
          then ($3::jsonb ->> 'heldDaysMax')::int else held_days_max end
      where agent_id = $1 and channel_id = $2
      returning ${COLUMNS}`,
      [agentId, channelId, JSON.stringify(patch)],
    )
    const [agent] = rows
    if (agent === undefined) return null
    await appendAudit(tx, by, {
      partnerId: WHOLE_PLATFORM,
      action: 'agent.update',
      subject: agentWireId(agentId),
      details: { ...patch, channelId: channelWireId(channelId) },
    })
    return agent
  })

/** Agents of a channel in the order of their numbers, from the one after `afterId` on. */
export const listAgents = async (
  pool: pg.Pool,
  channelId: number,
  { limit, afterId }: { limit: number; afterId: number },
): Promise<AgentRow[]> => {
  const { rows } = await pool.query<AgentRow>(
    `select ${COLUMNS}
    from agents
    where channel_id = $1 and agent_id > $2
    order by agent_id
    limit $3`,
    [channelId, afterId, limit],
  )
  return rows
}
