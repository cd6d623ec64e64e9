import type pg from 'pg'
import { WHOLE_PLATFORM, type OperatorActor } from '../../base/audit/append.ts'
import { notePersonalReading } from '../../base/audit/note-reading.ts'
import { changeFollowUp } from '../../operations/follow-ups/change.ts'
import {
  findOwner,
  listColleagues,
  listFollowUps,
  readFollowUp,
  type FollowUpPlace,
} from '../../operations/follow-ups/find.ts'
import type { FollowUpRow, Owner, Writer } from '../../operations/follow-ups/follow-up.ts'
import { openFollowUp } from '../../operations/follow-ups/open.ts'
import { partnerNumber, userNumber, userWireId } from '../../base/wire-ids.ts'
import { followUpBody, followUpDetailBody } from '../bodies/follow-up.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { uuidIn } from '../server/uuid-in.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Calls that wait for somebody (W211). Users are in the control cell, follow-ups with their partner. */
export const followUps = ({ db, everyCell }: RouteDeps): OperatorHandlers<'followUps'> => ({
  async openFollowUp({ body, caller: { actor } }, refuse) {
    const owner = await ownerIn(everyCell.control.pool, body.ownerId)
    if (owner === undefined) throw refuse('USER404_NOT_FOUND')
    const opened = await openFollowUp(
      db.pool,
      {
        paymentId: body.paymentId?.toLowerCase() ?? null,
        partnerId: body.partnerId === undefined ? null : partnerNumber(body.partnerId),
        words: body.words.trim(),
        caller: body.caller?.trim() ?? null,
        owner,
        dueOn: body.dueOn,
      },
      writerOf(actor),
    )
    if (opened === 'no payment') throw refuse('PAYMENT404_NOT_FOUND')
    if (opened === 'no partner') throw refuse('PARTNER404_NOT_FOUND')
    return present(db.pool, opened.followUpId)
  },

  async listFollowUps({ query, caller: { actor } }) {
    const { limit, status = null, ownerId = null, dueUntil = null, partnerId, paymentId } = query
    const filter = {
      status,
      ownerId,
      dueUntil,
      partnerId: partnerId === undefined ? null : partnerNumber(partnerId),
      paymentId: paymentId?.toLowerCase() ?? null,
    }
    const after = readCursor(query.cursor, readPlace)
    const rows = await listFollowUps(db.operatorLists, filter, { limit: limit + 1, after })
    await noteCallers(db.pool, actor, rows.slice(0, limit))
    return pageOf(rows, limit, {
      idOf: (row) => `${row.due_on} ${row.follow_up_id}`,
      toItem: followUpBody,
    })
  },

  async readFollowUp({ params, caller: { actor } }, refuse) {
    const followUpId = uuidIn(params.followUpId)
    const found = followUpId && (await readFollowUp(db.operatorLists, followUpId))
    if (!found) throw refuse('FOLLOW_UP404_NOT_FOUND')
    await noteCallers(db.pool, actor, [found.row])
    return followUpDetailBody(found)
  },

  async changeFollowUp({ params, body, caller: { actor } }, refuse) {
    const followUpId = uuidIn(params.followUpId)
    if (followUpId === null) throw refuse('FOLLOW_UP404_NOT_FOUND')
    const { ownerId, dueOn, status, text } = body
    const owner = await ownerIn(everyCell.control.pool, ownerId ?? undefined)
    if (owner === undefined) throw refuse('USER404_NOT_FOUND')
    const change = {
      ...(ownerId !== undefined && { owner }),
      dueOn,
      status,
      text: text?.trim(),
    }
    const result = await changeFollowUp(db.pool, followUpId, change, writerOf(actor))
    if (result === 'unknown') throw refuse('FOLLOW_UP404_NOT_FOUND')
    if (result === 'too many') throw refuse('FOLLOW_UP409_TOO_MANY')
    return present(db.pool, followUpId)
  },

  async listColleagues() {
    const rows = await listColleagues(everyCell.control.operatorLists)
    return {
      items: rows.map(({ userId, name, email }) => ({ userId: userWireId(userId), name, email })),
    }
  },
})

/** Who read how these callers can be reached: one entry, with the ids of all when there are several. */
const noteCallers = async (
  pool: pg.Pool,
  by: OperatorActor,
  rows: readonly FollowUpRow[],
): Promise<void> => {
  const read = rows.filter((row) => row.caller !== null)
  const [first] = read
  if (first === undefined) return
  const isOne = rows.length === 1
  await notePersonalReading(pool, by, {
    partnerId: isOne ? first.partner_id : WHOLE_PLATFORM,
    subject: isOne ? first.follow_up_id : 'follow-ups',
    of: 'caller',
    ...(!isOne && { details: { followUps: read.map((row) => row.follow_up_id) } }),
  })
}

/** Null where none is asked for; undefined where nobody of the operator has this id. */
const ownerIn = async (
  control: pg.Pool,
  ownerId: string | undefined,
): Promise<Owner | null | undefined> => {
  if (ownerId === undefined) return null
  const number = userNumber(ownerId)
  return number === null ? undefined : ((await findOwner(control, number)) ?? undefined)
}

const writerOf = ({ id, name, requestId }: OperatorActor): Writer => {
  if (id === null) throw new Error('an operator has an id')
  return { id, name, requestId }
}

const present = async (pool: pg.Pool, followUpId: string) => {
  const found = await readFollowUp(pool, followUpId)
  if (found === null) throw new Error(`the follow-up ${followUpId} is not there`)
  return followUpDetailBody(found)
}

/** A cursor is the day and the id, in the order of the list. */
const readPlace = (text: string): FollowUpPlace | null => {
  const [dueOn = '', id = ''] = text.split(' ')
  const followUpId = readUuid(id)
  return followUpId !== null && /^\d{4}-\d{2}-\d{2}$/.test(dueOn) ? { dueOn, followUpId } : null
}
