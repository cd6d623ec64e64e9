import type { AccessRecord } from '@wasl/protocol'
import {
  listAccess,
  placeOfAccess,
  readPlaceOfAccess,
  type AccessRow,
} from '../../parties/access/list-access.ts'
import { channelNumber, channelWireId, partnerNumber, partnerWireId } from '../../base/wire-ids.ts'
import { pageOf, readCursor } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Who can do what (W270). */
export const access = ({ db }: RouteDeps): OperatorHandlers<'access'> => ({
  async listAccess({ query }) {
    const { limit, cursor, kind = null, side = null, partnerId, channelId } = query
    const filter = {
      kind,
      side,
      partnerId: partnerId === undefined ? null : partnerNumber(partnerId),
      channelId: channelId === undefined ? null : channelNumber(channelId),
    }
    const after = readCursor(cursor, readPlaceOfAccess)
    const rows = await listAccess(db.operatorLists, filter, { limit: limit + 1, after })
    return pageOf(rows.map(recordOf), limit, { idOf: placeOfAccess, toItem: (record) => record })
  },
})

const recordOf = (row: AccessRow): AccessRecord => ({
  kind: row.kind,
  id: row.id,
  side: row.side,
  partnerId: row.partner_id === null ? null : partnerWireId(row.partner_id),
  channelId: row.channel_id === null ? null : channelWireId(row.channel_id),
  name: row.name,
  role: row.role,
  permissions: row.permissions,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  since: row.since.toISOString(),
  isUnused: row.is_unused,
})
