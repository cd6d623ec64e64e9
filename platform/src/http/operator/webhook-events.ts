import { redeliverManyRequest, type WebhookEventDetail } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { getPartner } from '../../partners/get.ts'
import { partnerNumber } from '../../wire-ids.ts'
import { listEvents } from '../../webhooks/queue/list-events.ts'
import {
  ATTEMPTS_PER_HOUR_MAX,
  redeliverEvent,
  redeliverFailed,
} from '../../webhooks/queue/redeliver.ts'
import { ApiError } from '../server/api-error.ts'
import { validate } from '../server/validate.ts'
import {
  attemptPageOf,
  eventIdOf,
  eventRecordBody,
  expectSent,
  readEventDetail,
} from '../bodies/webhook-event.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import type { RouteDeps } from './operator-deps.ts'
import { actorOf } from './operator.ts'

const webhookEventsQuery = OPERATIONS.operator.webhookEvents.listWebhookEvents.query

/** Webhook events, their attempts, and sending them again (D14, D22). */
export const webhookEventRoutes = (app: FastifyInstance, { db, wake }: RouteDeps): void => {
  const { pool, operatorLists } = db
  const perHourMax = ATTEMPTS_PER_HOUR_MAX.operator

  app.get('/operator/v1/webhook-events', async (request) => {
    const query = validate(webhookEventsQuery, request.query)
    const filter = {
      partnerId: query.partnerId === undefined ? null : partnerNumber(query.partnerId),
      paymentId: query.paymentId ?? null,
      state: query.state ?? null,
    }
    const beforeId = readCursor(query.cursor, readUuid)
    const rows = await listEvents(operatorLists, filter, { limit: query.limit + 1, beforeId })
    return pageOf(rows, query.limit, { idOf: (row) => row.event_id, toItem: eventRecordBody })
  })

  app.get('/operator/v1/webhook-events/:eventId', (request) =>
    found(readEventDetail(operatorLists, eventIdOf(request), attemptPageOf(request))),
  )

  app.post('/operator/v1/webhook-events/:eventId/redeliver', async (request) => {
    const eventId = eventIdOf(request)
    expectSent(await redeliverEvent(pool, eventId, perHourMax, actorOf(request)))
    wake()
    return found(readEventDetail(pool, eventId))
  })

  app.post('/operator/v1/webhook-events/redeliver', async (request) => {
    const { partnerId, failedSince } = validate(redeliverManyRequest, request.body)
    const partner = partnerId === undefined ? null : partnerNumber(partnerId)
    if (partner !== null && (await getPartner(pool, partner)) === null) {
      throw new ApiError('PARTNER404_NOT_FOUND')
    }
    const failed = { partnerId: partner, failedSince: new Date(failedSince), perHourMax }
    const count = await redeliverFailed(pool, failed, actorOf(request))
    if (count > 0) wake()
    return { count }
  })
}

/** @throws ApiError EVENT404_NOT_FOUND */
const found = async (detail: Promise<WebhookEventDetail | null>): Promise<WebhookEventDetail> => {
  const event = await detail
  if (event === null) throw new ApiError('EVENT404_NOT_FOUND')
  return event
}
