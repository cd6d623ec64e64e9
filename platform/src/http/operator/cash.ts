import { dinarsFromCentimes, dinarsFromSum } from '@wasl/protocol'
import { readChannelCash } from '../../parties/agents/channel-cash.ts'
import { recoverShortage } from '../../parties/agents/recover.ts'
import { isChannel } from '../../parties/channels/list.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import { findShift, listShifts } from '../../money/cash/shifts/find.ts'
import { agentNumber, channelNumber } from '../../base/wire-ids.ts'
import { cashBody } from '../bodies/cash.ts'
import { centimesOf } from '../../base/centimes.ts'
import { shiftBody } from '../bodies/shift.ts'
import { answerOnce } from '../server/answer-once.ts'
import { pageOf, readCursor, readNumber, readUuid } from '../server/cursor.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** The cash of channels, their shifts, and what agents pay of shortages (D30). */
export const cash = ({ db, cashCells }: RouteDeps): OperatorHandlers<'cash'> => ({
  async readCashOfChannel({ params, query: { limit, cursor } }, refuse) {
    const channelId = channelNumber(params.channelId)
    if (channelId === null || !(await isChannel(db.operatorLists, channelId))) {
      throw refuse('CHANNEL404_NOT_FOUND')
    }
    const page = { limit: limit + 1, afterId: readCursor(cursor, readNumber) ?? 0 }
    const held = await readChannelCash(db.operatorLists, channelId, page, cashCells)
    return cashBody(held, limit)
  },

  async listAllShifts({ query: { limit, cursor, channelId, agentId, status = null } }) {
    const filter = {
      channelId: channelId === undefined ? null : channelNumber(channelId),
      shiftId: null,
      agentId: agentId === undefined ? null : agentNumber(agentId),
      status,
    }
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listShifts(db.operatorLists, filter, page)
    return pageOf(rows, limit, { idOf: (row) => row.shift_id, toItem: shiftBody })
  },

  async readAnyShift({ params }, refuse) {
    const shiftId = uuidIn(params.shiftId)
    const shift = shiftId && (await findShift(db.operatorLists, { channelId: null, shiftId }))
    if (!shift) throw refuse('SHIFT404_NOT_FOUND')
    return shiftBody(shift)
  },

  async recoverShortage({ params, body, caller, idempotency }, refuse) {
    const agentId = agentNumber(params.agentId)
    if (agentId === null) throw refuse('AGENT404_NOT_FOUND')
    const scope = {
      partnerId: NO_PARTNER,
      caller: caller.actor.id ?? '',
    }
    return answerOnce(db.pool, { scope, idempotency }, refuse, async (tx) => {
      const { amount, paidTo } = body
      const wanted = { agentId, amount: centimesOf(amount), paidTo }
      const result = await recoverShortage(tx, wanted, caller.actor)
      if (!result.ok) {
        const owesLess = result.code === 'AGENT409_OWES_LESS'
        throw refuse(result.code, {
          ...(owesLess && { extra: { owed: dinarsFromSum(result.owed) } }),
        })
      }
      return {
        recoveryId: result.recoveryId,
        agentId: params.agentId,
        amount: dinarsFromCentimes(centimesOf(amount)),
        paidTo,
        at: result.at.toISOString(),
        stillOwed: dinarsFromSum(result.stillOwed),
      }
    })
  },
})
