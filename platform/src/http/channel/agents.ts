import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import { createAgent, listAgents, updateAgent } from '../../parties/agents/agents.ts'
import type { CallingChannel } from '../../parties/keys/authenticate.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { agentNumber, channelWireId } from '../../base/wire-ids.ts'
import { agentBody } from '../bodies/agent.ts'
import { centimesOrNull } from '../../base/centimes.ts'
import { answerOnce } from '../server/answer-once.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { Handlers } from '../server/routes.ts'

export type AgentDeps = { pool: pg.Pool; lists: pg.Pool }

/** The channel's agents (D30). */
export const agents = ({
  pool,
  lists,
}: AgentDeps): Handlers<typeof OPERATIONS.channel.agents, CallingChannel> => ({
  async listAgents({ query: { limit, cursor }, caller }) {
    const page = { limit: limit + 1, afterId: readCursor(cursor, readNumber) ?? 0 }
    const rows = await listAgents(lists, caller.channelId, page)
    return pageOf(rows, limit, { idOf: (row) => row.agent_id, toItem: agentBody })
  },

  async createAgent({ body, caller: { channelId }, idempotency }, refuse) {
    const scope = { partnerId: NO_PARTNER, caller: channelWireId(channelId) }
    return answerOnce(pool, { scope, idempotency }, refuse, async (tx) => {
      const { name, heldDaysMax = null } = body
      const cashMax = centimesOrNull(body.cashMax)
      return agentBody(await createAgent(tx, { channelId, name, cashMax, heldDaysMax }))
    })
  },

  async changeAgent({ params, body, caller: { channelId } }, refuse) {
    const agentId = agentNumber(params.agentId)
    if (agentId === null) throw refuse('AGENT404_NOT_FOUND')
    const { cashMax, ...others } = body
    const patch = {
      ...others,
      ...(cashMax !== undefined && { cashMax: centimesOrNull(cashMax) }),
    }
    const agent = await updateAgent(pool, { channelId, agentId }, patch)
    if (agent === null) throw refuse('AGENT404_NOT_FOUND')
    return agentBody(agent)
  },
})
