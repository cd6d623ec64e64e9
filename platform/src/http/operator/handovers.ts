import { listHandovers } from '../../money/cash/handovers/find.ts'
import { channelNumber } from '../../base/wire-ids.ts'
import { handoverBody } from '../bodies/handover.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Handovers of all channels (D30). */
export const handovers = ({ db }: RouteDeps): OperatorHandlers<'handovers'> => ({
  async listAllHandovers({ query }) {
    const { limit, status = null, holder = null } = query
    const channelId = query.channelId === undefined ? null : channelNumber(query.channelId)
    const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const rows = await listHandovers(db.operatorLists, { channelId, status, holder }, page)
    return pageOf(rows, limit, { idOf: (row) => row.handover_id, toItem: handoverBody })
  },
})
