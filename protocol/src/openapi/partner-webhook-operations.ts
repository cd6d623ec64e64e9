/** A partner's own webhook events (D14). */
import * as examples from './examples.ts'
import type { PlatformOperation } from './operation.ts'

const common = { tag: 'Webhook Events API', access: 'partner' } as const

export const PARTNER_WEBHOOK_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...common,
    method: 'get',
    path: '/partner/webhooks/v1/events',
    operationId: 'listOwnWebhookEvents',
    summary: 'List your webhook events',
    description: 'The newest first.',
    parameters: ['EventPaymentId', 'EventState', 'Limit', 'Cursor'],
    success: {
      status: 200,
      description: 'One page.',
      schema: 'WebhookEventRecordList',
      examples: { 'last page': examples.lastPage(examples.eventRecord) },
    },
    errors: ['VALIDATION400', 'PARTNER_API403_MERCHANT_INACTIVE'],
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
    success: {
      status: 200,
      description: 'The event, its body and a page of its attempts, the oldest of them first.',
      schema: 'WebhookEventDetail',
      examples: { delivered: examples.eventDetail },
    },
    errors: ['VALIDATION400', 'PARTNER_API403_MERCHANT_INACTIVE', 'EVENT404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'post',
    path: '/partner/webhooks/v1/events/{eventId}/redeliver',
    operationId: 'redeliverOwnWebhookEvent',
    summary: 'Have one of your webhook events sent again',
    description: 'Whatever its state; the schedule of D14 starts anew. No body is read.',
    parameters: ['EventId'],
    success: {
      status: 200,
      description: 'The event, due again.',
      schema: 'WebhookEventDetail',
      examples: { due: examples.dueEventDetail },
    },
    errors: ['VALIDATION400', 'PARTNER_API403_MERCHANT_INACTIVE', 'EVENT404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'post',
    path: '/partner/webhooks/v1/redeliver',
    operationId: 'redeliverOwnFailedWebhookEvents',
    summary: 'Have all your webhook events sent again that failed since a time',
    description: 'For when your server was away for longer than the schedule of D14.',
    body: {
      schema: 'RedeliverFailedRequest',
      required: true,
      example: { failedSince: '2026-11-20T00:00:00.000Z' },
    },
    success: {
      status: 200,
      description: 'How many events are due again.',
      schema: 'Redelivered',
      examples: { some: { count: 17 } },
    },
    errors: ['VALIDATION400', 'PARTNER_API403_MERCHANT_INACTIVE'],
  },
]
