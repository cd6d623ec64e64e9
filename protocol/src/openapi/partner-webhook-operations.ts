/** A partner's own webhook events (D14). */
import * as examples from './examples.ts'
import type { PlatformOperation } from './operation.ts'
import { DUE_WEBHOOK_EVENT, onePage, REDELIVERED, WEBHOOK_EVENT } from './shared-answers.ts'

const common = { tag: 'Webhook Events API', access: 'partner' } as const

export const PARTNER_WEBHOOK_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...common,
    method: 'get',
    path: '/partner/webhooks/v1/events',
    operationId: 'listOwnWebhookEvents',
    summary: 'List your webhook events',
    description: 'The events of the newest payment first; of one payment, the newest event first.',
    parameters: ['EventPaymentId', 'EventState', 'Limit', 'Cursor'],
    success: onePage('WebhookEventRecordList', examples.eventRecord),
    errors: [
      'VALIDATION400',
      'PARTNER_API403_MERCHANT_INACTIVE',
      'PARTNER_API429_TOO_MANY_AT_ONCE',
    ],
  },
  {
    ...common,
    method: 'get',
    path: '/partner/webhooks/v1/events/{eventId}',
    operationId: 'readOwnWebhookEvent',
    summary: 'Read one of your webhook events with its attempts',
    description:
      'What was sent each time, what your server answered, and when the next attempt is. Of many ' +
      'attempts the newest are shown, and nextCursor leads to those before.',
    parameters: ['EventId', 'Limit', 'Cursor'],
    success: WEBHOOK_EVENT,
    errors: [
      'VALIDATION400',
      'PARTNER_API403_MERCHANT_INACTIVE',
      'EVENT404_NOT_FOUND',
      'PARTNER_API429_TOO_MANY_AT_ONCE',
    ],
  },
  {
    ...common,
    method: 'post',
    path: '/partner/webhooks/v1/events/{eventId}/redeliver',
    operationId: 'redeliverOwnWebhookEvent',
    summary: 'Have one of your webhook events sent again',
    description: 'Whatever its state; the schedule of D14 starts anew. No body is read.',
    parameters: ['EventId'],
    success: DUE_WEBHOOK_EVENT,
    errors: [
      'VALIDATION400',
      'PARTNER_API403_MERCHANT_INACTIVE',
      'EVENT404_NOT_FOUND',
      'EVENT429_SENT_TOO_OFTEN',
      'PARTNER_API429_TOO_MANY_CHANGES',
      'PARTNER_API429_TOO_MANY_AT_ONCE',
    ],
  },
  {
    ...common,
    method: 'post',
    path: '/partner/webhooks/v1/redeliver',
    operationId: 'redeliverOwnFailedWebhookEvents',
    summary: 'Have all your webhook events sent again that failed since a time',
    description:
      'For when your server was away: those that are failed, and the pending ones that wait for ' +
      'their next attempt because the last one failed.',
    body: {
      schema: 'RedeliverFailedRequest',
      required: true,
      example: { failedSince: '2026-11-20T00:00:00.000Z' },
    },
    success: REDELIVERED,
    errors: [
      'VALIDATION400',
      'PARTNER_API403_MERCHANT_INACTIVE',
      'PARTNER_API429_TOO_MANY_CHANGES',
      'PARTNER_API429_TOO_MANY_AT_ONCE',
    ],
  },
]
