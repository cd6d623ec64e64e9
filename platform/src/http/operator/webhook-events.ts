import { onlyCell } from '../../cells/every-cell.ts'
import { getPartner } from '../../parties/partners/get.ts'
import { createNotifier } from '../../delivery/webhooks/dispatcher/notify.ts'
import { listEvents } from '../../delivery/webhooks/queue/list-events.ts'
import {
  ATTEMPTS_PER_HOUR_MAX,
  redeliverEvent,
  redeliverFailed,
} from '../../delivery/webhooks/queue/redeliver.ts'
import { partnerNumber } from '../../base/wire-ids.ts'
import {
  attemptPageOf,
  eventRecordBody,
  expectSent,
  periodOf,
  readEventDetail,
} from '../bodies/webhook-event.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { OperatorHandlers, RouteDeps } from './operator-deps.ts'

/** Every dispatcher of another cell is woken, also that of this process. */
const NOBODY = ''

/** Webhook events, their attempts, and redelivery (D14, D22). */
export const webhookEvents = ({
  db,
  wake,
  everyCell,
}: RouteDeps): OperatorHandlers<'webhookEvents'> => {
  const { pool, operatorLists } = db
  const perHourMax = ATTEMPTS_PER_HOUR_MAX.operator

  return {
    async listWebhookEvents({ query }) {
      const filter = {
        partnerId: query.partnerId === undefined ? null : partnerNumber(query.partnerId),
        paymentId: query.paymentId ?? null,
        state: query.state ?? null,
        ...periodOf(query),
      }
      const beforeId = readCursor(query.cursor, readUuid)
      const rows = await listEvents(operatorLists, filter, { limit: query.limit + 1, beforeId })
      return pageOf(rows, query.limit, { idOf: (row) => row.event_id, toItem: eventRecordBody })
    },

    async readWebhookEvent({ params, query }, refuse) {
      const eventId = params.eventId.toLowerCase()
      const event = await readEventDetail(operatorLists, eventId, attemptPageOf(query))
      if (event === null) throw refuse('EVENT404_NOT_FOUND')
      return event
    },

    async redeliverWebhookEvent({ params, caller }, refuse) {
      const eventId = params.eventId.toLowerCase()
      expectSent(await redeliverEvent(pool, eventId, perHourMax, caller.actor), refuse)
      wake()
      const event = await readEventDetail(pool, eventId)
      if (event === null) throw refuse('EVENT404_NOT_FOUND')
      return event
    },

    async redeliverWebhookEvents({ body: { partnerId, failedSince }, caller }, refuse) {
      const partner = partnerId === undefined ? null : partnerNumber(partnerId)
      if (partner !== null && (await getPartner(pool, partner)) === null) {
        throw refuse('PARTNER404_NOT_FOUND')
      }
      const failed = { partnerId: partner, failedSince: new Date(failedSince), perHourMax }
      const cells = partner === null ? everyCell : onlyCell(db)
      const counts = await cells.act(async (own) => {
        const count = await redeliverFailed(own.pool, failed, caller.actor)
        if (count > 0 && own !== db) createNotifier(own.hot, NOBODY)('new')
        return count
      })
      const count = counts.reduce((sum, one) => sum + one, 0)
      if (count > 0) wake()
      return { count }
    },
  }
}
