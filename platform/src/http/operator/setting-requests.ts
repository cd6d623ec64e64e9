import type { Permission, SettingOperation, SettingRequestRecord, Side } from '@wasl/protocol'
import {
  listSettingRequests,
  type SettingRequestRow,
} from '../../parties/people/setting-requests.ts'
import { refuseSetting } from '../../parties/people/refuse-setting.ts'
import { isSamePerson } from '../../parties/people/persons-behind.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { MONEY_RIGHT } from '../server/money-setting.ts'
import type { OperatorCaller } from './operator.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Changes of settings that wait for a second person (D34, W227). */
export const settingRequests = ({ db }: RouteDeps): OperatorHandlers<'settingRequests'> => ({
  async listSettingRequests({ query: { limit, cursor, status = null }, caller }) {
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listSettingRequests(db.operatorLists, status, page)
    const toItem = (row: SettingRequestRow) => settingRequestBody(row, caller)
    return pageOf(rows, limit, { idOf: (row) => row.request_id, toItem })
  },

  async refuseSettingRequest({ params: { settingRequestId }, caller }, refuse) {
    const row = await refuseSetting(db.pool, settingRequestId, caller.actor)
    if (row === null) throw refuse('SETTING404_NOT_FOUND')
    return settingRequestBody(row, caller)
  },
})

/** Who confirms each operation: the permission of the operation itself, and the right of money. */
const CONFIRMED_BY: Record<SettingOperation, { side: Side; permissions: Permission[] }> = {
  changeChannel: { side: 'operator', permissions: ['channels.edit', MONEY_RIGHT] },
  changeChannelKind: { side: 'operator', permissions: ['channels.edit', MONEY_RIGHT] },
  changeSettlement: { side: 'operator', permissions: ['fees.edit', MONEY_RIGHT] },
  changePartner: { side: 'operator', permissions: ['partners.edit', MONEY_RIGHT] },
  changeAgent: { side: 'channel', permissions: ['channels.edit', MONEY_RIGHT] },
}

const settingRequestBody = (
  row: SettingRequestRow,
  { permissions: mine, person, actor }: OperatorCaller,
): SettingRequestRecord => {
  const { side, permissions } = CONFIRMED_BY[row.operation]
  const said = JSON.parse(row.said) as [string, SettingValue][]
  const asked = { behind: row.asked_behind, name: row.asked_by }
  const mayConfirm =
    row.status === 'waiting' &&
    person !== null &&
    permissions.every((permission) => mine.has(permission)) &&
    !isSamePerson(asked, actor)
  return {
    settingRequestId: row.request_id,
    operation: row.operation,
    subject: row.subject,
    changes: said.map(([field, to]) => ({ field, from: row.was[field] as SettingValue, to })),
    status: row.status,
    askedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    confirmedBy: row.confirmed_by,
    refusedBy: row.refused_by,
    endedAt: row.ended_at?.toISOString() ?? null,
    side,
    permissions,
    mayConfirm,
  }
}

type SettingValue = SettingRequestRecord['changes'][number]['to']
