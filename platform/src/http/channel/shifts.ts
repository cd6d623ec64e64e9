import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import { readChannelCash } from '../../parties/agents/channel-cash.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import type { ChannelCaller } from './channel.ts'
import { NO_PARTNER } from '../../ledger/post.ts'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { closeShift } from '../../money/cash/shifts/close.ts'
import { countShift } from '../../money/cash/shifts/count.ts'
import { findShift, listShifts } from '../../money/cash/shifts/find.ts'
import { startShift } from '../../money/cash/shifts/start.ts'
import { agentNumber, channelWireId } from '../../base/wire-ids.ts'
import { cashBody } from '../bodies/cash.ts'
import { centimesOfSum } from '../../base/centimes.ts'
import { shiftBody } from '../bodies/shift.ts'
import { answerOnce } from '../server/answer-once.ts'
import { pageOf, readCursor, readNumber, readUuid } from '../server/cursor.ts'
import type { Handlers } from '../server/routes.ts'
import { uuidIn } from '../server/uuid-in.ts'

type Table = typeof OPERATIONS.channel.shifts

export type ShiftDeps = { pool: pg.Pool; lists: pg.Pool; cashCells: CashCells }

/** Shifts of a channel's agents, and who holds its cash (D30). */
export const shifts = ({ pool, lists, cashCells }: ShiftDeps): Handlers<Table, ChannelCaller> => ({
  async readCash({ query: { limit, cursor }, caller: { channelId } }) {
    const page = { limit: limit + 1, afterId: readCursor(cursor, readNumber) ?? 0 }
    return cashBody(await readChannelCash(lists, channelId, page, cashCells), limit)
  },

  async startShift({ body, caller: { channelId }, idempotency }, refuse) {
    const agentId = agentNumber(body.agentId) as number
    const scope = { partnerId: NO_PARTNER, caller: channelWireId(channelId) }
    return answerOnce(pool, { scope, idempotency }, refuse, async (tx) => {
      const float = centimesOfSum(body.float)
      const started = await startShift(tx, { channelId, agentId, float }, cashCells)
      if (!started.ok) {
        const isOpen = started.code === 'SHIFT409_ALREADY_OPEN'
        throw refuse(started.code, { ...(isOpen && { extra: { shiftId: started.shiftId } }) })
      }
      const shift = await findShift(tx, { channelId, shiftId: started.shiftId })
      if (shift === null) throw new Error(`the shift ${started.shiftId} was not stored`)
      return shiftBody(shift)
    })
  },

  async listShifts({ query: { limit, cursor, agentId, status = null }, caller: { channelId } }) {
    const filter = {
      channelId,
      shiftId: null,
      agentId: agentId === undefined ? null : agentNumber(agentId),
      status,
    }
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listShifts(lists, filter, page)
    return pageOf(rows, limit, { idOf: (row) => row.shift_id, toItem: shiftBody })
  },

  async readShift({ params, caller: { channelId } }, refuse) {
    const shiftId = uuidIn(params.shiftId)
    const shift = shiftId && (await findShift(pool, { channelId, shiftId }))
    if (!shift) throw refuse('SHIFT404_NOT_FOUND')
    return shiftBody(shift)
  },

  async countShift({ params, body, caller: { channelId, person } }, refuse) {
    const shiftId = uuidIn(params.shiftId)
    if (shiftId === null) throw refuse('SHIFT404_NOT_FOUND')
    const denominations = body.denominations ?? null
    const userId = person?.userId ?? null
    const result = await withTransaction(pool, (tx) =>
      countShift(tx, { channelId, shiftId, denominations, userId }, cashCells),
    )
    if (!result.ok) throw refuse(result.code)
    return shiftBody(result.shift)
  },

  async closeShift({ params, caller: { channelId } }, refuse) {
    const shiftId = uuidIn(params.shiftId)
    if (shiftId === null) throw refuse('SHIFT404_NOT_FOUND')
    const result = await withTransaction(pool, (tx) => closeShift(tx, { channelId, shiftId }))
    if (!result.ok) throw refuse(result.code)
    return shiftBody(result.shift)
  },
})
