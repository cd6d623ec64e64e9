import { appendAudit, WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { bankRemittance } from '../../money/cash/remittances/bank.ts'
import { listRemittances } from '../../money/cash/remittances/find.ts'
import { channelNumber } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { remittanceBody } from '../bodies/custody.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Bank transfers of channels (D30). */
export const remittances = ({ db }: RouteDeps): OperatorHandlers<'remittances'> => ({
  async listAllRemittances({ query }) {
    const { limit, status = null } = query
    const channelId = query.channelId === undefined ? null : channelNumber(query.channelId)
    const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const rows = await listRemittances(db.operatorLists, { channelId, status }, page)
    return pageOf(rows, limit, { idOf: (row) => row.remittance_id, toItem: remittanceBody })
  },

  async bankRemittance({ params, body, caller: { actor } }, refuse) {
    const remittanceId = uuidIn(params.remittanceId)
    if (remittanceId === null) throw refuse('REMITTANCE404_NOT_FOUND')
    const { account } = body
    const amount = centimesOf(body.amount)
    const by = { by: actor.holder, actor: actor.id ?? actor.name }
    return withTransaction(db.pool, async (tx) => {
      const result = await bankRemittance(tx, { remittanceId, amount, account, ...by })
      if (!result.ok) throw refuse(result.code)
      if (!result.isRepeated) {
        await appendAudit(tx, actor, {
          partnerId: WHOLE_PLATFORM,
          action: 'remittance.bank',
          subject: remittanceId,
          details: { amountCentimes: amount, account },
        })
      }
      return remittanceBody(result.remittance)
    })
  },
})
