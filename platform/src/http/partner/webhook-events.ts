import { OPERATIONS } from '@wasl/protocol/operations'
import type { FastifyInstance } from 'fastify'
import { listEvents } from '../../delivery/webhooks/queue/list-events.ts'
import {
  ATTEMPTS_PER_HOUR_MAX,
  redeliverEvent,
  redeliverFailed,
} from '../../delivery/webhooks/queue/redeliver.ts'
import type { TestDeps } from '../../operations/test-calls/test-partner.ts'
import { createAddressPolicy } from '../../base/outbound/address-policy.ts'
import { partnerOfId } from '../../base/wire-ids.ts'
import {
  attemptPageOf,
  eventRecordBody,
  expectSent,
  periodOf,
  readEventDetail,
} from '../bodies/webhook-event.ts'
import { pageOf, readCursor, readUuid } from '../server/cursor.ts'
import { addRoutes, type Handlers } from '../server/routes.ts'
import { createRunner } from '../../operations/live-checks/runner.ts'
import { PARTNER_LIVE_CHECKS, partnerLiveChecks } from './live-checks.ts'
import { CHANGE_LIMITS, createPartnerGate, LIST_LIMITS } from './partner-gate.ts'
import { forEvents, type EventsCaller, type PartnerKeys } from './partner.ts'
import { PARTNER_RESENDS, partnerResends } from './resends.ts'
import { PARTNER_TEST_CALLS, partnerTestCalls } from './test-calls.ts'

export type PartnerWebhooksDeps = PartnerKeys & {
  /** Wakes the dispatchers: something is due. */
  wake: () => void
  config: { allowPrivateTargets: boolean }
} & Omit<TestDeps, 'pool'>

const { webhookEvents } = OPERATIONS.partner

/** A partner's own webhook events: what was sent, what it answered, and redelivery (D14). */
export const partnerWebhookEvents = (app: FastifyInstance, deps: PartnerWebhooksDeps): void =>
  forEvents(app, deps, (scope, options) => {
    addRoutes(scope, webhookEvents, deps.spread(webhookEvents, deps, handlersOf), options)
    addRoutes(scope, PARTNER_RESENDS, deps.spread(PARTNER_RESENDS, deps, resendsOf), options)
    const tests = { ...deps, pool: deps.db.pool, addressPolicy: createAddressPolicy(deps.config) }
    const testCalls = deps.spread(PARTNER_TEST_CALLS, tests, partnerTestCalls)
    addRoutes(scope, PARTNER_TEST_CALLS, testCalls, options)
    const liveChecks = deps.spread(PARTNER_LIVE_CHECKS, tests, (own) => {
      const runner = createRunner(own.pool, own.send, (error) => scope.log.error(error))
      scope.addHook('onClose', () => runner.stop())
      return partnerLiveChecks(own, runner)
    })
    addRoutes(scope, PARTNER_LIVE_CHECKS, liveChecks, options)
  })

const resendsOf = ({ db }: PartnerWebhooksDeps) => partnerResends(db)

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
      const filter = { partnerId, paymentId, state, ...periodOf(query) }
      const beforeId = readCursor(query.cursor, readUuid)
      const page = { limit: query.limit + 1, beforeId }
      const rows = await lists.within(partnerId, () => listEvents(partnerLists, filter, page))
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
