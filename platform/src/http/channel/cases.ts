import type { OPERATIONS } from '@wasl/protocol/operations'
import type pg from 'pg'
import type { CashCells } from '../../ledger/custody/over-cells.ts'
import { findCase, listCases, saidByUser } from '../../money/cash/cases/find.ts'
import { reportTaken } from '../../money/cash/cases/report-taken.ts'
import { resolveCase } from '../../money/cash/cases/resolve.ts'
import type { Pipeline } from '../../base/database/pipeline.ts'
import { findPayment } from '../../payments/find.ts'
import type { MakeTransition } from '../../payments/transition.ts'
import { agentNumber, channelWireId } from '../../base/wire-ids.ts'
import { caseBody } from '../bodies/case.ts'
import { centimesOf } from '../../base/centimes.ts'
import { answerOnce } from '../server/answer-once.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { Handlers } from '../server/routes.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { ChannelCaller } from './channel.ts'

type Table = typeof OPERATIONS.channel.cases

export type CaseDeps = {
  hot: Pipeline
  makeTransition: MakeTransition
  pool: pg.Pool
  lists: pg.Pool
  cashCells: CashCells
}

/** Cash whose payer has no payment (D30). */
export const cases = (deps: CaseDeps): Handlers<Table, ChannelCaller> => ({
  async reportTaken({ params, body, caller: { channelId, person }, idempotency }, refuse) {
    const payment = await findPayment(deps, channelId, params.paymentId.toLowerCase())
    if (payment === null) throw refuse('PAYMENT404_NOT_FOUND')
    const scope = { partnerId: payment.partner_id, caller: channelWireId(channelId) }
    return answerOnce(deps.pool, { scope, idempotency }, refuse, async (tx) => {
      const taken = {
        payment,
        amount: centimesOf(body.amount),
        agentId: body.takenBy === undefined ? null : agentNumber(body.takenBy),
        takenAt: new Date(body.takenAt),
        userId: person?.userId ?? null,
      }
      const result = await reportTaken(tx, taken, deps.cashCells)
      if (result.ok) return caseBody(result.case)
      const isOther = result.code === 'CASE409_REPORTED_OTHERWISE'
      throw refuse(result.code, { ...(isOther && { extra: { caseId: result.caseId } }) })
    })
  },

  async listCases({ query: { limit, cursor, status = null }, caller: { channelId } }) {
    const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
    const rows = await listCases(deps.lists, { channelId, partnerId: null, status }, page)
    return pageOf(rows, limit, { idOf: (row) => row.case_id, toItem: caseBody })
  },

  async readCase({ params, caller: { channelId } }, refuse) {
    const caseId = uuidIn(params.caseId)
    const found = caseId && (await findCase(deps.pool, { channelId, caseId }))
    if (!found) throw refuse('CASE404_NOT_FOUND')
    return caseBody(found)
  },

  async giveBackCase({ params, caller: { channelId, person, actor } }, refuse) {
    // The agent says it, and this person has seen it: behind a key nobody knows who does.
    if (person === null || person === undefined) throw refuse('APPROVAL409_SAME_PERSON')
    const caseId = uuidIn(params.caseId)
    const found = caseId && (await findCase(deps.pool, { channelId, caseId }))
    if (!found || agentNumber(found.taken_by) === null) throw refuse('CASE404_NOT_FOUND')
    if (await saidByUser(deps.pool, found, person.userId)) throw refuse('APPROVAL409_SAME_PERSON')
    const by = { ...actor, holder: actor.name }
    const resolution = { givenBackBy: found.taken_by }
    const result = await resolveCase(deps.pool, found.case_id, resolution, by, deps.cashCells)
    if (result.ok) return caseBody(result.case)
    const { code } = result
    if (code === 'CASE409_WRONG_PAYMENT' || code === 'HOLDER404_NOT_FOUND') {
      throw new Error(`the case ${found.case_id} was refused with ${code}`)
    }
    throw refuse(code)
  },
})
