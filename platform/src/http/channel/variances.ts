import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import { decideVariance } from '../../money/cash/variances/decide.ts'
import { readDifferences } from '../../money/cash/variances/differences.ts'
import { listVariances } from '../../money/cash/variances/list.ts'
import { agentNumber } from '../../base/wire-ids.ts'
import { differencesBody, varianceBody } from '../bodies/cash.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { Handlers } from '../server/routes.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { ChannelCaller } from './channel.ts'

export type VarianceDeps = { pool: pg.Pool; lists: pg.Pool }

/** What counts of a channel found too little or too much (W196, W197). */
export const variances = ({
  pool,
  lists,
}: VarianceDeps): Handlers<typeof OPERATIONS.channel.variances, ChannelCaller> => ({
  async listChannelVariances({ query, caller: { channelId } }) {
    const { limit, agentId: agent = null, status = null } = query
    const filter = { channelId, varianceId: null, status, agent }
    const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const rows = await listVariances(lists, filter, page)
    return pageOf(rows, limit, { idOf: (row) => row.variance_id, toItem: varianceBody })
  },

  async readDifferencesOfAgent({ params, caller: { channelId } }, refuse) {
    const agentId = agentNumber(params.agentId)
    const found = agentId === null ? null : await readDifferences(lists, agentId, channelId)
    if (agentId === null || found === null) throw refuse('AGENT404_NOT_FOUND')
    return differencesBody(agentId, found)
  },

  async decideChannelVariance({ params, body, caller: { channelId, person, actor } }, refuse) {
    const varianceId = uuidIn(params.varianceId)
    if (varianceId === null) throw refuse('VARIANCE404_NOT_FOUND')
    const by = { ...actor, holder: actor.name }
    const within = { channelId, userId: person?.userId ?? null }
    const result = await decideVariance(pool, varianceId, body, by, within)
    if (!result.ok) throw refuse(result.code)
    return varianceBody(result.variance)
  },
})
