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
  partnerId: partnerIdSchema.optional().meta({ description: 'Only those of this partner.' }),
})

export const OPERATOR_WEBHOOK_EVENTS = {
  listWebhookEvents: {
    ...common,
    method: 'GET',
    path: '/operator/v1/webhook-events',
    summary: 'List webhook events',
    description: 'The events of the newest payment first; of one payment, the newest event first.',
    query: webhookEventsQuery,
    answer: WEBHOOK_EVENTS,
  },
  readWebhookEvent: {
    ...common,
    method: 'GET',
    path: '/operator/v1/webhook-events/{eventId}',
    summary: 'Read a webhook event with its attempts',
    description:
      'No attempt is hidden: each is on record before its bytes leave (D14). Of many the newest are ' +
      'shown, and nextCursor leads to those before.',
    params: { eventId: eventIdSchema },
    query: listQuery,
    answer: WEBHOOK_EVENT,
    errors: ['EVENT404_NOT_FOUND'],
  },
  redeliverWebhookEvent: {
    ...common,
    method: 'POST',
    path: '/operator/v1/webhook-events/{eventId}/redeliver',
    summary: 'Send a webhook event again',
    description: 'Whatever its state; the schedule of D14 starts again. No body is read.',
    params: { eventId: eventIdSchema },
    answer: DUE_WEBHOOK_EVENT,
    errors: ['EVENT404_NOT_FOUND', 'EVENT429_SENT_TOO_OFTEN'],
  },
  redeliverWebhookEvents: {
    ...common,
    method: 'POST',
    path: '/operator/v1/webhook-events/redeliver',
    summary: 'Send all webhook events again that failed since a time',
    description:
      'Those that are failed, and the pending ones that wait for their next attempt because the ' +
      'last one failed. Of one partner, or of all when partnerId is left out.',
    body: {
      schema: redeliverManyRequest,
      example: { partnerId: 'prt_1001', failedSince: '2026-11-20T00:00:00.000Z' },
    },
    answer: REDELIVERED,
    errors: ['PARTNER404_NOT_FOUND'],
  },
} as const satisfies OperationTable
