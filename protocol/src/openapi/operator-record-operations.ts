/** The operator API (D22): payments, webhook events and the audit log. */
import * as examples from './examples.ts'
import type { PlatformOperation } from './operation.ts'
import { DUE_WEBHOOK_EVENT, onePage, REDELIVERED, WEBHOOK_EVENT } from './shared-answers.ts'

const common = { tag: 'Operator API', access: 'operator' } as const

export const OPERATOR_RECORD_OPERATIONS: readonly PlatformOperation[] = [
  {
    ...common,
    method: 'get',
    path: '/operator/v1/payments',
    operationId: 'listPayments',
    summary: 'List payments',
    description:
      'The newest first, by when they were opened. Without the labels that the partner sent: those ' +
      'are in the answer for one payment. What is paid between two moments that have passed is the ' +
      'same set on every later reading.',
    parameters: [
      'OfPartner',
      'OfReference',
      'OfQrCode',
      'OfStage',
      'OfChannel',
      'OfAmount',
      'CreatedSince',
      'CreatedBefore',
      'PaidSince',
      'PaidBefore',
      'RefundedSince',
      'RefundedBefore',
      'Limit',
      'Cursor',
    ],
    success: onePage('OperatorPaymentList', examples.operatorPaymentRecord),
    errors: ['VALIDATION400'],
  },
  {
    ...common,
    method: 'get',
    path: '/operator/v1/payments/{paymentId}',
    operationId: 'readPaymentDetail',
    summary: 'Read a payment with its whole timeline',
    description:
      'Transitions, refused attempts of the channel, events, and the newest 50 attempts to deliver ' +
      'each; attemptsLeftOut says whether there were more.',
    parameters: ['PaymentId'],
    success: {
      status: 200,
      description: 'The payment and its timeline, the oldest first.',
      schema: 'OperatorPaymentDetail',
      examples: { paid: examples.paymentDetail },
    },
    errors: ['VALIDATION400', 'PAYMENT404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'post',
    path: '/operator/v1/payments/{paymentId}/refund',
    operationId: 'refundPayment',
    summary: 'Refund a payment',
    description:
      'Moves a paid payment to refunded. No event is sent: the payment status shows it (D15). A ' +
      'repeated refund is answered as the first was. No body is read.',
    parameters: ['PaymentId'],
    success: {
      status: 200,
      description: 'The payment is refunded.',
      schema: 'OperatorPayment',
      examples: { refunded: examples.refundedPayment },
    },
    errors: ['VALIDATION400', 'PAYMENT404_NOT_FOUND', 'PAYMENT409_WRONG_STAGE'],
  },
  {
    ...common,
    method: 'get',
    path: '/operator/v1/webhook-events',
    operationId: 'listWebhookEvents',
    summary: 'List webhook events',
    description: 'The events of the newest payment first; of one payment, the newest event first.',
    parameters: ['OfPartner', 'EventPaymentId', 'EventState', 'Limit', 'Cursor'],
    success: onePage('WebhookEventRecordList', examples.eventRecord),
    errors: ['VALIDATION400'],
  },
  {
    ...common,
    method: 'get',
    path: '/operator/v1/webhook-events/{eventId}',
    operationId: 'readWebhookEvent',
    summary: 'Read a webhook event with its attempts',
    description:
      'No attempt is hidden: each is on record before its bytes leave (D14). Of many the newest are ' +
      'shown, and nextCursor leads to those before.',
    parameters: ['EventId', 'Limit', 'Cursor'],
    success: WEBHOOK_EVENT,
    errors: ['VALIDATION400', 'EVENT404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'post',
    path: '/operator/v1/webhook-events/{eventId}/redeliver',
    operationId: 'redeliverWebhookEvent',
    summary: 'Send a webhook event again',
    description: 'Whatever its state; the schedule of D14 starts anew. No body is read.',
    parameters: ['EventId'],
    success: DUE_WEBHOOK_EVENT,
    errors: ['VALIDATION400', 'EVENT404_NOT_FOUND', 'EVENT429_SENT_TOO_OFTEN'],
  },
  {
    ...common,
    method: 'post',
    path: '/operator/v1/webhook-events/redeliver',
    operationId: 'redeliverWebhookEvents',
    summary: 'Send all webhook events again that failed since a time',
    description:
      'Those that are failed, and the pending ones that wait for their next attempt because the ' +
      'last one failed. Of one partner, or of all when partnerId is left out.',
    body: {
      schema: 'RedeliverManyRequest',
      required: true,
      example: { partnerId: 'prt_1001', failedSince: '2026-11-20T00:00:00.000Z' },
    },
    success: REDELIVERED,
    errors: ['VALIDATION400', 'PARTNER404_NOT_FOUND'],
  },
  {
    ...common,
    method: 'get',
    path: '/operator/v1/audit-log',
    operationId: 'listAuditLog',
    summary: 'List what operators did',
    description: 'The newest first. The log is append-only.',
    parameters: ['AuditSubject', 'AuditActor', 'Limit', 'Cursor'],
    success: onePage('AuditEntryList', examples.auditEntry),
    errors: ['VALIDATION400'],
  },
]
