import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { listEvents } from '../../webhooks/queue/list-events.ts'
import {
  ATTEMPTS_PER_HOUR_MAX,
  redeliverEvent,
  redeliverFailed,
} from '../../webhooks/queue/redeliver.ts'
import { partnerOfId } from '../../wire-ids.ts'
import {
  attemptPageOf,
  eventRecordBody,
  expectSent,
  readEventDetail,
} from '../bodies/webhook-event.ts'
import type { AddressLimit } from '../server/address-limit.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { CHANGE_LIMITS, createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import { forEvents, type EventsCaller } from './partner.ts'

export type PartnerWebhooksDeps = {
  db: Database
  /** Wakes the dispatchers: something is due. */
  wake: () => void
  addressLimit: AddressLimit
}

const { webhookEvents } = OPERATIONS.partner

/** A partner's own webhook events: what was sent, what it answered, and redelivery (D14). */
export const partnerWebhookEvents = (app: FastifyInstance, deps: PartnerWebhooksDeps): void =>
  forEvents(app, deps, (scope, options) =>
    addRoutes(scope, webhookEvents, handlersOf(deps), options),
  )

const handlersOf = ({
  db,
  wake,
}: PartnerWebhooksDeps): Handlers<typeof webhookEvents, EventsCaller> => {
  const { pool, partnerLists } = db
  const perHourMax = ATTEMPTS_PER_HOUR_MAX.partner
  const lists = createPartnerGate(LIST_LIMITS)
  const redeliveries = createPartnerGate(CHANGE_LIMITS)

  return {
    async listOwnWebhookEvents({ query, caller: { partnerId } }) {
      const { paymentId = null, state = null } = query
      const beforeId = readCursor(query.cursor, readUuid)
      const page = { limit: query.limit + 1, beforeId }
      const rows = await lists.within(partnerId, () =>
        listEvents(partnerLists, { partnerId, paymentId, state }, page),
      )
      return pageOf(rows, query.limit, { idOf: (row) => row.event_id, toItem: eventRecordBody })
    },

    async readOwnWebhookEvent({ params, query, caller: { partnerId } }, refuse) {
      const eventId = params.eventId.toLowerCase()
      const page = attemptPageOf(query)
      const event = await lists.within(partnerId, async () =>
        isOf(partnerId, eventId) ? readEventDetail(partnerLists, eventId, page) : null,
      )
      if (event === null) throw refuse('EVENT404_NOT_FOUND')
      return event
    },

    async redeliverOwnWebhookEvent({ params, caller: { partnerId, actor } }, refuse) {
      const eventId = params.eventId.toLowerCase()
      if (!isOf(partnerId, eventId)) throw refuse('EVENT404_NOT_FOUND')
      const event = await redeliveries.within(partnerId, async () => {
        expectSent(await redeliverEvent(pool, eventId, perHourMax, actor), refuse)
        wake()
        return readEventDetail(pool, eventId)
      })
      if (event === null) throw refuse('EVENT404_NOT_FOUND')
      return event
    },

    async redeliverOwnFailedWebhookEvents({ body, caller: { partnerId, actor } }) {
      const failed = { partnerId, failedSince: new Date(body.failedSince), perHourMax }
      const count = await redeliveries.within(partnerId, () => redeliverFailed(pool, failed, actor))
      if (count > 0) wake()
      return { count }
    },
  }
}

/** Another partner's event gets the same answer as one that does not exist. */
const isOf = (partnerId: number, eventId: string): boolean => partnerOfId(eventId) === partnerId
