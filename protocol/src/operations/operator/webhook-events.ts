/** Webhook events in the operator API (D14, D22). */
import { eventIdSchema, partnerIdSchema } from '../../ids.ts'
import { listQuery } from '../../lists.ts'
import type { OperationTable } from '../../operation.ts'
import { redeliverManyRequest } from '../../operator-records.ts'
import { ownWebhookEventsQuery } from '../partner/webhook-events.ts'
import {
  DUE_WEBHOOK_EVENT,
  REDELIVERED,
  WEBHOOK_EVENT,
  WEBHOOK_EVENTS,
} from '../webhook-event-answers.ts'

const common = { caller: 'operator', tag: 'Operator API' } as const

export const webhookEventsQuery = ownWebhookEventsQuery.extend({
  partnerId: partnerIdSchema.optional().meta({ description: 'Filter by partner.' }),
})

export const OPERATOR_WEBHOOK_EVENTS = {
  listWebhookEvents: {
    ...common,
    method: 'GET',
    path: '/operator/v1/webhook-events',
    permission: 'events.view',
    summary: 'List webhook events',
    description: 'Ordered by payment, then by event, newest first.',
    query: webhookEventsQuery,
    answer: WEBHOOK_EVENTS,
  },
  readWebhookEvent: {
    ...common,
    method: 'GET',
    path: '/operator/v1/webhook-events/{eventId}',
    permission: 'events.view',
    summary: 'Read a webhook event with its attempts',
    description:
      'Every attempt is recorded before its bytes are sent (D14). Returns the newest attempts; nextCursor ' +
      'leads to the earlier ones.',
    params: { eventId: eventIdSchema },
    query: listQuery,
    answer: WEBHOOK_EVENT,
    errors: ['EVENT404_NOT_FOUND'],
  },
  redeliverWebhookEvent: {
    ...common,
    method: 'POST',
    path: '/operator/v1/webhook-events/{eventId}/redeliver',
    permission: 'events.redeliver',
    summary: 'Resend a webhook event',
    description: 'In any state; the schedule of D14 starts again. Send no body.',
    params: { eventId: eventIdSchema },
    answer: DUE_WEBHOOK_EVENT,
    errors: ['EVENT404_NOT_FOUND', 'EVENT429_SENT_TOO_OFTEN'],
  },
  redeliverWebhookEvents: {
    ...common,
    method: 'POST',
    path: '/operator/v1/webhook-events/redeliver',
    permission: 'events.redeliver',
    summary: 'Resend the webhook events that failed since a time',
    description:
      'The failed events, and the pending ones that wait for their next attempt because the last one ' +
      'failed; of one partner, or of all partners without partnerId.',
    body: {
      schema: redeliverManyRequest,
      example: { partnerId: 'prt_1001', failedSince: '2026-11-20T00:00:00.000Z' },
    },
    answer: REDELIVERED,
    errors: ['PARTNER404_NOT_FOUND'],
  },
} as const satisfies OperationTable
