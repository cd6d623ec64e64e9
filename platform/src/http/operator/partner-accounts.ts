import type { AccountChange } from '@wasl/protocol'
import type { AccountChangeRow } from '../../money/settlement/partner-accounts/account-change.ts'
import { decideAccountChange } from '../../money/settlement/partner-accounts/decide.ts'
import {
  listAccountChanges,
  readPartnerAccount,
} from '../../money/settlement/partner-accounts/read.ts'
import { requestAccountChange } from '../../money/settlement/partner-accounts/request.ts'
import { partnerWireId } from '../../base/wire-ids.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'
import { numberOf } from './partners.ts'

/** Bank accounts and tax numbers of partners, changed by two people (W99). */
export const partnerAccounts = ({ db }: RouteDeps): OperatorHandlers<'partnerAccounts'> => ({
  async readPartnerAccount({ params }, refuse) {
    const account = await readPartnerAccount(db.operatorLists, numberOf(params))
    if (account === null) throw refuse('PARTNER404_NOT_FOUND')
    return { current: bodyOrNull(account.current), requested: bodyOrNull(account.requested) }
  },

  async listAccountChanges({ params, query: { limit, cursor } }, refuse) {
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listAccountChanges(db.operatorLists, numberOf(params), page)
    if (rows === null) throw refuse('PARTNER404_NOT_FOUND')
    return pageOf(rows, limit, { idOf: (row) => row.changeId, toItem: changeBody })
  },

  async requestAccountChange({ params, body, caller }, refuse) {
    const { nif = null, nis = null, rc = null, ai = null } = body
    const fields = { ...body, nif, nis, rc, ai }
    const result = await requestAccountChange(db.pool, numberOf(params), fields, caller.actor)
    if (!result.ok) throw refuse(result.code)
    return changeBody(result.change)
  },

  async approveAccountChange({ params, caller }, refuse) {
    const asked = { partnerId: numberOf(params), changeId: params.changeId } as const
    const decision = { ...asked, decision: 'approved' } as const
    const result = await decideAccountChange(db.pool, decision, caller.actor)
    if (!result.ok) throw refuse(result.code)
    return changeBody(result.change)
  },

  async declineAccountChange({ params, caller }, refuse) {
    const asked = { partnerId: numberOf(params), changeId: params.changeId } as const
    const decision = { ...asked, decision: 'declined' } as const
    const result = await decideAccountChange(db.pool, decision, caller.actor)
    if (!result.ok) {
      if (result.code === 'APPROVAL409_SAME_PERSON') throw new Error('anyone may decline a change')
      throw refuse(result.code)
    }
    return changeBody(result.change)
  },
})

const bodyOrNull = (row: AccountChangeRow | null): AccountChange | null =>
  row === null ? null : changeBody(row)

const changeBody = (row: AccountChangeRow): AccountChange => ({
  ...row,
  partnerId: partnerWireId(row.partnerId),
  requestedAt: row.requestedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
})
