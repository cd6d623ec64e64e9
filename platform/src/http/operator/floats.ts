import { appendAudit, WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { fundFloat } from '../../money/cash/floats/fund.ts'
import { listFloats } from '../../money/cash/floats/list.ts'
import { returnFloat } from '../../money/cash/floats/return.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { channelNumber } from '../../base/wire-ids.ts'
import { centimesOf } from '../../base/centimes.ts'
import { floatBody } from '../bodies/custody.ts'
import { answerOnce } from '../server/answer-once.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Floats of channels' safes (D30). */
export const floats = ({ db, cashCells }: RouteDeps): OperatorHandlers<'floats'> => ({
  async fundFloat({ body, caller: { actor }, idempotency }, refuse) {
    const channelId = channelNumber(body.channelId)
    if (channelId === null) throw refuse('CHANNEL404_NOT_FOUND')
    const id = actor.id ?? actor.name
    const scope = { partnerId: NO_PARTNER, caller: id }
    const amount = centimesOf(body.amount)
    const wanted = { channelId, amount, from: body.from, by: actor.holder, actor: id }
    return answerOnce(db.pool, { scope, idempotency }, refuse, async (tx) => {
      const float = await fundFloat(tx, wanted)
      if (float === null) throw refuse('CHANNEL404_NOT_FOUND')
      await appendAudit(tx, actor, {
        partnerId: WHOLE_PLATFORM,
        action: 'float.fund',
        subject: float.float_id,
        details: { channelId: body.channelId, amountCentimes: amount, from: body.from },
      })
      return floatBody(float)
    })
  },

  async listFloats({ query }) {
    const { limit, status = null } = query
    const channelId = query.channelId === undefined ? null : channelNumber(query.channelId)
    const page = { limit: limit + 1, beforeId: readCursor(query.cursor, readUuid) }
    const rows = await listFloats(db.operatorLists, { channelId, status }, page)
    return pageOf(rows, limit, { idOf: (row) => row.float_id, toItem: floatBody })
  },

  async returnFloat({ params, caller: { actor } }, refuse) {
    const floatId = uuidIn(params.floatId)
    if (floatId === null) throw refuse('FLOAT404_NOT_FOUND')
    const by = { by: actor.holder, actor: actor.id ?? actor.name }
    return withTransaction(db.pool, async (tx) => {
      const result = await returnFloat(tx, { floatId, ...by }, cashCells)
      if (!result.ok) throw refuse(result.code)
      if (!result.isRepeated) {
        await appendAudit(tx, actor, {
          partnerId: WHOLE_PLATFORM,
          action: 'float.return',
          subject: floatId,
        })
      }
      return floatBody(result.float)
    })
  },
})
