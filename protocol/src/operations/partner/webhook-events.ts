/** A partner's own webhook events (D14). */
import { eventIdSchema, paymentIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { eventStateSchema, redeliverFailedRequest } from '../../operator-records.ts'
import { timeSchema } from '../../time.ts'
import { eventKindSchema } from '../../webhook-event.ts'
import {
  DUE_WEBHOOK_EVENT,
  REDELIVERED,
  WEBHOOK_EVENT,
  WEBHOOK_EVENTS,
} from '../webhook-event-answers.ts'

const common = { caller: 'partner', tag: 'Webhook Events API' } as const

/** The filters of a partner's list of events. */
export const ownWebhookEventsQuery = listQuery.extend({
  paymentId: paymentIdSchema.optional().meta({ description: 'Only the events of this payment.' }),
  state: eventStateSchema.optional().meta({ description: 'Only the events in this state.' }),
  event: eventKindSchema.optional().meta({ description: 'Only the events of this kind.' }),
  since: timeSchema
    .optional()
    .meta({ description: 'Only the events that were made at this time or later.' }),
  until: timeSchema
    .optional()
    .meta({ description: 'Only the events that were made at this time or before.' }),
})

export const PARTNER_WEBHOOK_EVENTS = {
  listOwnWebhookEvents: {
    ...common,
    method: 'GET',
    path: '/partner/webhooks/v1/events',
    permission: 'events.view',
    summary: 'List your webhook events',
    description: 'Ordered by payment, then by event, newest first.',
    query: ownWebhookEventsQuery,
    answer: WEBHOOK_EVENTS,
    errors: ['PARTNER_API403_MERCHANT_INACTIVE', 'PARTNER_API429_TOO_MANY_AT_ONCE'],
  },
  readOwnWebhookEvent: {
    ...common,
    method: 'GET',
    path: '/partner/webhooks/v1/events/{eventId}',
    permission: 'events.view',
    summary: 'Read one of your webhook events with its attempts',
    description:
      'What was sent, what your server answered, and when the next attempt is. Returns the newest ' +
      'attempts; nextCursor leads to the earlier ones.',
    params: { eventId: eventIdSchema },
    query: listQuery,
    answer: WEBHOOK_EVENT,
    errors: [
      'PARTNER_API403_MERCHANT_INACTIVE',
      'EVENT404_NOT_FOUND',
      'PARTNER_API429_TOO_MANY_AT_ONCE',
    ],
  },
  redeliverOwnWebhookEvent: {
    ...common,
    method: 'POST',
    path: '/partner/webhooks/v1/events/{eventId}/redeliver',
    permission: 'events.redeliver',
    summary: 'Resend one of your webhook events',
    description: 'In any state; the schedule of D14 starts again. Send no body.',
    params: { eventId: eventIdSchema },
    answer: DUE_WEBHOOK_EVENT,
    errors: [
      'PARTNER_API403_MERCHANT_INACTIVE',
      'EVENT404_NOT_FOUND',
      'EVENT429_SENT_TOO_OFTEN',
      'PARTNER_API429_TOO_MANY_CHANGES',
      'PARTNER_API429_TOO_MANY_AT_ONCE',
    ],
  },
  redeliverOwnFailedWebhookEvents: {
    ...common,
    method: 'POST',
    path: '/partner/webhooks/v1/redeliver',
    permission: 'events.redeliver',
    summary: 'Resend your webhook events that failed since a time',
    description:
      'After your server was down: the failed events, and the pending ones that wait for their next ' +
      'attempt because the last one failed.',
    body: { schema: redeliverFailedRequest, example: { failedSince: '2026-11-20T00:00:00.000Z' } },
    answer: REDELIVERED,
    errors: [
      'PARTNER_API403_MERCHANT_INACTIVE',
      'PARTNER_API429_TOO_MANY_CHANGES',
      'PARTNER_API429_TOO_MANY_AT_ONCE',
    ],
  },
} as const satisfies OperationTable
