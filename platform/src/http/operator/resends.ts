import { RESEND_EVENTS_MAX, type ResendRequest } from '@wasl/protocol'
import { onlyCell, type EveryCell } from '../../cells/every-cell.ts'
import { getPartner } from '../../parties/partners/get.ts'
import {
  cancelInAll,
  countInAll,
  listInAll,
  readInAll,
  startInAll,
} from '../../delivery/resends/over-cells.ts'
import { resendBody, type ResendFilter } from '../../delivery/resends/resend.ts'
import { ATTEMPTS_PER_HOUR_MAX } from '../../delivery/webhooks/queue/redeliver.ts'
import { ownerNumberOfId, partnerNumber } from '../../base/wire-ids.ts'
import { expectStarted, resendFilterOf } from '../bodies/resend.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { Refuse } from '../server/routes.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Sending a backlog of webhook events again (W146). */
export const resends = ({ db, everyCell }: RouteDeps): OperatorHandlers<'resends'> => {
  const { pool } = db
  // What names a partner runs in its cell, which has all of it.
  const cellsFor = (partnerId: number | null): EveryCell =>
    partnerId === null ? everyCell : onlyCell(db)
  const cellsOf = (resendId: string): EveryCell => cellsFor(ownerNumberOfId(resendId) || null)

  const filterOf = async (
    asked: ResendRequest,
    refuse: Refuse<'PARTNER404_NOT_FOUND'>,
  ): Promise<ResendFilter> => {
    const partnerId = asked.partnerId === undefined ? null : partnerNumber(asked.partnerId)
    if (partnerId !== null && (await getPartner(pool, partnerId)) === null)
      throw refuse('PARTNER404_NOT_FOUND')
    return resendFilterOf(pool, partnerId, asked)
  }

  return {
    async previewResend({ body }, refuse) {
      const filter = await filterOf(body, refuse)
      const count = await countInAll(cellsFor(filter.partnerId), filter)
      return { count: Math.min(count, RESEND_EVENTS_MAX), isMore: count > RESEND_EVENTS_MAX }
    },

    async startResend({ body, caller }, refuse) {
      const filter = await filterOf(body, refuse)
      const { operator } = ATTEMPTS_PER_HOUR_MAX
      const cells = cellsFor(filter.partnerId)
      const started = await startInAll(cells, filter, operator, caller.actor)
      const row = await readInAll(cells, expectStarted(started, refuse))
      if (row === null) throw new Error('the resend that was started is not there')
      return resendBody(row)
    },

    async listResends({ query: { partnerId, limit, cursor } }) {
      const partner = partnerId === undefined ? null : partnerNumber(partnerId)
      const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
      const rows = await listInAll(cellsFor(partner), partner, page)
      return pageOf(rows, limit, { idOf: (row) => row.resend_id, toItem: resendBody })
    },

    async readResend({ params }, refuse) {
      const row = await readInAll(cellsOf(params.resendId), params.resendId)
      if (row === null) throw refuse('RESEND404_NOT_FOUND')
      return resendBody(row)
    },

    async cancelResend({ params, caller }, refuse) {
      const cells = cellsOf(params.resendId)
      await cancelInAll(cells, params.resendId, caller.actor)
      const row = await readInAll(cells, params.resendId)
      if (row === null) throw refuse('RESEND404_NOT_FOUND')
      return resendBody(row)
    },
  }
}
