import type { AccessRecord } from '@wasl/protocol'
import { listAccess, type AccessPlace, type AccessRow } from '../../parties/access/list-access.ts'
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
    const after = readCursor(cursor, readPlace)
    const rows = await listAccess(db.operatorLists, filter, { limit: limit + 1, after })
    return pageOf(rows.map(recordOf), limit, { idOf: placeOfAccess, toItem: (record) => record })
  },
})

/** What the list is ordered by, over all cells. */
export const placeOfAccess = ({
  since,
  kind,
  id,
}: Pick<AccessRecord, 'since' | 'kind' | 'id'>): string => `${since} ${kind} ${id}`

const readPlace = (text: string): AccessPlace | null => {
  const [, since, kind, id] = /^([0-9T:.-]{23}Z) ([a-z]{3,6}) ([a-z0-9_]{1,20})$/.exec(text) ?? []
  if (since === undefined || kind === undefined || id === undefined) return null
  return Number.isNaN(Date.parse(since)) ? null : { since, kind, id }
}

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
