import { redeliverFailedRequest, type WebhookEventDetail } from '@wasl/protocol'
import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import type { Actor } from '../../audit/append.ts'
import { authenticatePartner } from '../../keys/authenticate.ts'
import { partnerOfId, partnerWireId } from '../../wire-ids.ts'
import type { AttemptPage } from '../../webhooks/queue/read-event.ts'
import { listEvents } from '../../webhooks/queue/list-events.ts'
import {
  ATTEMPTS_PER_HOUR_MAX,
  redeliverEvent,
  redeliverFailed,
} from '../../webhooks/queue/redeliver.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { addAdmitted } from '../server/admitted.ts'
import { ApiError } from '../server/api-error.ts'
import { createChangeLimit } from './change-limit.ts'
import { CHANGE_LIMITS, createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { noteCaller } from '../server/subject.ts'
import { validate } from '../server/validate.ts'
import {
  attemptPageOf,
  eventIdOf,
  eventRecordBody,
  expectSent,
  readEventDetail,
} from '../bodies/webhook-event.ts'

const partnerWebhookEventsQuery = OPERATIONS.partner.webhookEvents.listOwnWebhookEvents.query

export type PartnerWebhooksDeps = {
  db: Database
  /** Tells the dispatchers that something is due. */
  wake: () => void
  addressLimit: AddressLimit
}

/** A partner's own webhook events: what was sent, what it answered, and sending it again (D14). */
export const partnerWebhooks = (
  app: FastifyInstance,
  { db, wake, addressLimit }: PartnerWebhooksDeps,
): void => {
  const { pool, partnerLists } = db
  const perHourMax = ATTEMPTS_PER_HOUR_MAX.partner
  const changes = createChangeLimit()
  const lists = createPartnerGate(LIST_LIMITS)
  const redeliveries = createPartnerGate(CHANGE_LIMITS)

  /** @throws ApiError in the order of D8: the key, then the partner. */
  const admit = async (request: FastifyRequest): Promise<number> => {
    const lookUp = (key: string) => authenticatePartner(db, key)
    const partner = await addressLimit.admit(request, 'PARTNER_API401_UNAUTHORIZED', lookUp)
    noteCaller(request, partner)
    if (partner.status === 'inactive') throw new ApiError('PARTNER_API403_MERCHANT_INACTIVE')
    return partner.partnerId
  }

  /** Another partner's event cannot be told from one that does not exist. */
  const detail = async (
    from: pg.Pool,
    partnerId: number,
    eventId: string,
    page?: AttemptPage,
  ): Promise<WebhookEventDetail> => {
    const event =
      partnerOfId(eventId) === partnerId ? await readEventDetail(from, eventId, page) : null
    if (!event) throw new ApiError('EVENT404_NOT_FOUND')
    return event
  }

  addAdmitted(app, admit, (scope, callerOf) => {
    scope.get('/partner/webhooks/v1/events', async (request) => {
      const partnerId = callerOf(request)
      const query = validate(partnerWebhookEventsQuery, request.query)
      const { paymentId = null, state = null } = query
      const beforeId = readCursor(query.cursor, readUuid)
      const page = { limit: query.limit + 1, beforeId }
      const rows = await lists.within(partnerId, () =>
        listEvents(partnerLists, { partnerId, paymentId, state }, page),
      )
      return pageOf(rows, query.limit, { idOf: (row) => row.event_id, toItem: eventRecordBody })
    })

    scope.get('/partner/webhooks/v1/events/:eventId', async (request) => {
      const partnerId = callerOf(request)
      const [eventId, page] = [eventIdOf(request), attemptPageOf(request)]
      return lists.within(partnerId, () => detail(partnerLists, partnerId, eventId, page))
    })

    scope.post('/partner/webhooks/v1/events/:eventId/redeliver', async (request) => {
      const partnerId = callerOf(request)
      await changes.count(partnerId)
      const eventId = eventIdOf(request)
      const isOwn = partnerOfId(eventId) === partnerId
      if (!isOwn) throw new ApiError('EVENT404_NOT_FOUND')
      return redeliveries.within(partnerId, async () => {
        expectSent(await redeliverEvent(pool, eventId, perHourMax, actorOf(partnerId, request)))
        wake()
        return detail(pool, partnerId, eventId)
      })
    })

    scope.post('/partner/webhooks/v1/redeliver', async (request) => {
      const partnerId = callerOf(request)
      await changes.count(partnerId)
      const { failedSince } = validate(redeliverFailedRequest, request.body)
      const failed = { partnerId, failedSince: new Date(failedSince), perHourMax }
      const count = await redeliveries.within(partnerId, () =>
        redeliverFailed(pool, failed, actorOf(partnerId, request)),
      )
      if (count > 0) wake()
      return { count }
    })
  })
}

/** In the audit log a partner stands under its own id. */
const actorOf = (partnerId: number, request: FastifyRequest): Actor => ({
  id: partnerWireId(partnerId),
  name: partnerWireId(partnerId),
  requestId: request.id,
})
