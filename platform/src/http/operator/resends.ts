import { RESEND_EVENTS_MAX, type ResendRequest } from '@wasl/protocol'
import { getPartner } from '../../partners/get.ts'
import { cancelResend } from '../../resends/cancel.ts'
import { countEvents, sumOf } from '../../resends/count.ts'
import { listResends, readResend } from '../../resends/read.ts'
import { resendBody, type ResendFilter } from '../../resends/resend.ts'
import { startResend } from '../../resends/start.ts'
import { ATTEMPTS_PER_HOUR_MAX } from '../../webhooks/queue/redeliver.ts'
import { partnerNumber } from '../../wire-ids.ts'
import { expectStarted, resendFilterOf } from '../bodies/resend.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { Refuse } from '../server/routes.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Sending a backlog of webhook events again (W146). */
export const resends = ({ db }: RouteDeps): OperatorHandlers<'resends'> => {
  const { pool, operatorLists } = db

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
      const count = sumOf(await countEvents(operatorLists, await filterOf(body, refuse)))
      return { count: Math.min(count, RESEND_EVENTS_MAX), isMore: count > RESEND_EVENTS_MAX }
    },

    async startResend({ body, caller }, refuse) {
      const filter = await filterOf(body, refuse)
      const { operator } = ATTEMPTS_PER_HOUR_MAX
      const started = await startResend(pool, operatorLists, filter, operator, caller.actor)
      const row = await readResend(pool, expectStarted(started, refuse), null)
      if (row === null) throw new Error('the resend that was started is not there')
      return resendBody(row)
    },

    async listResends({ query: { partnerId, limit, cursor } }) {
      const partner = partnerId === undefined ? null : partnerNumber(partnerId)
      const page = { limit: limit + 1, beforeId: readCursor(cursor, readUuid) }
      const rows = await listResends(operatorLists, partner, page)
      return pageOf(rows, limit, { idOf: (row) => row.resend_id, toItem: resendBody })
    },

    async readResend({ params }, refuse) {
      const row = await readResend(operatorLists, params.resendId, null)
      if (row === null) throw refuse('RESEND404_NOT_FOUND')
      return resendBody(row)
    },

    async cancelResend({ params, caller }, refuse) {
      await cancelResend(pool, params.resendId, null, caller.actor)
      const row = await readResend(pool, params.resendId, null)
      if (row === null) throw refuse('RESEND404_NOT_FOUND')
      return resendBody(row)
    },
  }
}
