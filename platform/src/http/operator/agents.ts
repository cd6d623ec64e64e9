import { listAgents } from '../../cash/agents/agents.ts'
import { isChannel } from '../../channels/list.ts'
import { channelNumber } from '../../wire-ids.ts'
import { agentBody } from '../bodies/agent.ts'
import { pageOf, readCursor, readNumber } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The agents of channels (D30). */
export const agents = ({ db }: RouteDeps): OperatorHandlers<'agents'> => ({
  async listAgentsOfChannel({ params, query: { limit, cursor } }, refuse) {
    const channelId = channelNumber(params.channelId)
    if (channelId === null || !(await isChannel(db.operatorLists, channelId))) {
      throw refuse('CHANNEL404_NOT_FOUND')
    }
    const page = { limit: limit + 1, afterId: readCursor(cursor, readNumber) ?? 0 }
    const rows = await listAgents(db.operatorLists, channelId, page)
    return pageOf(rows, limit, { idOf: (row) => row.agent_id, toItem: agentBody })
  },
})
