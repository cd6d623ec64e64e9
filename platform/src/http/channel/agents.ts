import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import { createAgent, listAgents, readAgent, updateAgent } from '../../parties/agents/agents.ts'
import { confirmRaise, raisesLimit } from '../../parties/agents/raise-limit.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { agentNumber, channelWireId } from '../../base/wire-ids.ts'
import { agentBody, agentPatchOf } from '../bodies/agent.ts'
import { centimesOf } from '../../base/centimes.ts'
import { answerOnce } from '../server/answer-once.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { Handlers } from '../server/routes.ts'
import type { ChannelCaller } from './channel.ts'

export type AgentDeps = { pool: pg.Pool; lists: pg.Pool }

/** The channel's agents (D30). */
export const agents = ({
  pool,
  lists,
}: AgentDeps): Handlers<typeof OPERATIONS.channel.agents, ChannelCaller> => ({
  async listAgents({ query: { limit, cursor }, caller }) {
    const page = { limit: limit + 1, afterId: readCursor(cursor, readNumber) ?? 0 }
    const rows = await listAgents(lists, caller.channelId, page)
    return pageOf(rows, limit, { idOf: (row) => row.agent_id, toItem: agentBody })
  },

  async createAgent({ body, caller: { channelId }, idempotency }, refuse) {
    const scope = { partnerId: NO_PARTNER, caller: channelWireId(channelId) }
    return answerOnce(pool, { scope, idempotency }, refuse, async (tx) => {
      const { name, heldDaysMax = null } = body
      const cashMax = centimesOf(body.cashMax)
      return agentBody(await createAgent(tx, { channelId, name, cashMax, heldDaysMax }))
    })
  },

  async changeAgent({ params, body, caller: { channelId, person, actor } }, refuse) {
    const agentId = agentNumber(params.agentId)
    if (agentId === null) throw refuse('AGENT404_NOT_FOUND')
    const patch = agentPatchOf(body)
    const found = await readAgent(pool, { channelId, agentId })
    if (found === null) throw refuse('AGENT404_NOT_FOUND')
    if (raisesLimit(found, patch)) {
      const before = agentBody(found)
      const raise = { channelId, agentId: before.agentId, patch: body, before }
      const confirmed = await confirmRaise(pool, raise, person, actor)
      if (confirmed !== 'confirmed') throw refuse(confirmed)
    }
    const agent = await updateAgent(pool, { channelId, agentId }, patch, actor)
    if (agent === null) throw refuse('AGENT404_NOT_FOUND')
    return agentBody(agent)
  },
})
