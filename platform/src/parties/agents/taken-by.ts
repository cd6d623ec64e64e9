/**
 * Who took the money of a confirmed payment (D30). A confirmation is never refused because of its
 * agent: the cash is in the till, and a refusal would lose the payment (W108).
 */
import type { AgentWarning } from '@wasl/protocol'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { isDatabaseUnavailable } from '../../base/database/errors.ts'
import type { Pipeline, Statement } from '../../base/database/pipeline.ts'

/** What a payment's row says of who took its money, and when. */
type TakenPayment = { taken_by: number | null; paid_at: Date | null }

export type TakenBy = {
  /** Whether this is an agent of the channel, active or not. */
  isAgentOf: (channelId: number, agentId: number) => Promise<boolean>
  /** What the answer says of the agent whose cash has moved: taken, or paid out as a refund. */
  warningsOf: (moved: TakenPayment) => Promise<AgentWarning[]>
}

/** An agent never changes its channel and is never deleted, so a known one is remembered. */
const REMEMBERED_MAX = 10_000

/**
 * @param control of the control cell, for a cell that has copies of agents and shifts. They are some
 *   milliseconds late (W171), so the control cell is asked before an answer says that something is not
 *   there. Null in the control cell, and with one database.
 */
export const createTakenBy = (hot: Pipeline, control: Pipeline | null = null): TakenBy => {
  const find = async <Row extends pg.QueryResultRow>(statement: Statement): Promise<Row | null> => {
    const [row] = await hot.query<Row>(statement)
    if (row !== undefined || control === null) return row ?? null
    try {
      return (await control.query<Row>(statement))[0] ?? null
    } catch (error) {
      // A confirmation is not refused for it.
      if (isDatabaseUnavailable(error)) return null
      throw error
    }
  }
  const channels = new LRUCache<number, number>({ max: REMEMBERED_MAX })
  return {
    async isAgentOf(channelId, agentId) {
      const known = channels.get(agentId)
      if (known !== undefined) return known === channelId
      const agent = await find<{ channel_id: number }>({
        name: 'channel-of-agent',
        text: `select channel_id from agents where agent_id = $1::int`,
        values: [agentId],
      })
      if (agent === null) return false
      channels.set(agentId, agent.channel_id)
      return agent.channel_id === channelId
    },

    async warningsOf({ taken_by: agentId, paid_at: paidAt }) {
      if (agentId === null) return []
      const shift = await find({
        name: 'was-on-shift',
        text: `
          select 1
          from shifts
          where agent_id = $1::int and opened_at <= $2::timestamptz
            and (counted_at is null or counted_at > $2::timestamptz)
          limit 1`,
        values: [agentId, paidAt],
      })
      return shift === null ? ['AGENT_NOT_ON_SHIFT'] : []
    },
  }
}
