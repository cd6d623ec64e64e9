import { agentNumber, channelNumber } from '../../base/wire-ids.ts'
import { readNarrowed } from '../../money/cash/narrowed.ts'
import { decideVariance } from '../../money/cash/variances/decide.ts'
import { listVariances } from '../../money/cash/variances/list.ts'
import { readDifferences } from '../../money/cash/variances/differences.ts'
import { differencesBody, varianceBody } from '../bodies/cash.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** What counts found too little or too much (D30). */
export const variances = ({ db }: RouteDeps): OperatorHandlers<'variances'> => ({
  async listVariances({ query }) {
    const { limit, cursor, channelId, agentId, status = null } = query
    const filter = {
      channelId: channelId === undefined ? null : channelNumber(channelId),
      varianceId: null,
      status,
      agent: agentId ?? null,
      narrowed: await readNarrowed(db.operatorLists, query),
    }
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listVariances(db.operatorLists, filter, page)
    return pageOf(rows, limit, { idOf: (row) => row.variance_id, toItem: varianceBody })
  },

  async readVariance({ params }, refuse) {
    const varianceId = uuidIn(params.varianceId)
    const filter = { channelId: null, varianceId, status: null }
    const page = { limit: 1, beforeId: null }
    const rows = varianceId === null ? [] : await listVariances(db.operatorLists, filter, page)
    const [variance] = rows
    if (variance === undefined) throw refuse('VARIANCE404_NOT_FOUND')
    return varianceBody(variance)
  },

  async readAgentDifferences({ params }, refuse) {
    const agentId = agentNumber(params.agentId)
    const found = agentId === null ? null : await readDifferences(db.operatorLists, agentId, null)
    if (agentId === null || found === null) throw refuse('AGENT404_NOT_FOUND')
    return differencesBody(agentId, found)
  },

  async decideVariance({ params, body, caller: { actor } }, refuse) {
    const varianceId = uuidIn(params.varianceId)
    if (varianceId === null) throw refuse('VARIANCE404_NOT_FOUND')
    const result = await decideVariance(db.pool, varianceId, body, actor)
    if (!result.ok) throw refuse(result.code)
    return varianceBody(result.variance)
  },
})
