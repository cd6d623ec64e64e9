import type pg from 'pg'

const UNIQUE_VIOLATION = '23505'

/** Whether a change failed because another user has the e-mail address, the name or the agent. */
export const isTaken = (error: unknown): boolean => {
  const { code, constraint = '' } = error as { code?: string; constraint?: string }
  return code === UNIQUE_VIOLATION && constraint.startsWith('users_by_')
}

/** Whether this is an agent of the channel; no agent is right for everybody else. */
export const isAgentOf = async (
  tx: pg.ClientBase,
  channelId: number | null,
  agentId: number | null,
): Promise<boolean> => {
  if (agentId === null) return true
  const { rowCount } = await tx.query(
    `select from agents where agent_id = $1 and channel_id = $2`,
    [agentId, channelId],
  )
  return rowCount === 1
}
