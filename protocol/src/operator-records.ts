/** Payments, webhook events and the audit log in the operator API (D22). */
import { z } from 'zod'
import { channelPayment } from './channel-api.ts'
import { channelIdSchema, eventIdSchema, partnerIdSchema, paymentIdSchema } from './ids.ts'
import { channelKindSchema, webhookDeliveryStateSchema } from './payment-status.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'
import { eventKindSchema } from './webhook-event.ts'

export const TRANSITION_CAUSES = ['open', 'confirm', 'cancel', 'fail', 'expire', 'refund'] as const
export const EVENT_STATES = ['pending', 'delivered', 'failed'] as const

/**
 * The result of an attempt. Only `acknowledged` is a success. `not_acknowledged` is a 2xx without the
 * body of section 2.5, `http_status` any other status. The other results mean that there was no complete
 * answer; with `not_sent`, `too_many_calls` and `bad_request` nothing was sent. A `not_sent` attempt does
 * not advance the schedule of the delivery.
 */
export const ATTEMPT_OUTCOMES = [
  'acknowledged',
  'not_acknowledged',
  'http_status',
  'not_sent',
  'timeout',
  'connection',
  'tls',
  'dns',
  'refused_address',
  'too_large',
  'bad_encoding',
  'bad_response',
  'bad_request',
  'too_many_calls',
] as const

export const transitionCauseSchema = z.enum(TRANSITION_CAUSES)
export const eventStateSchema = z.enum(EVENT_STATES)
export const attemptOutcomeSchema = z.enum(ATTEMPT_OUTCOMES)

export const outcomeSchema = attemptOutcomeSchema.nullable().meta({
  description: 'Null while the attempt runs, and if the process died during it.',
})

export const operatorPayment = channelPayment.extend({
  partnerName: z.string(),
  channelId: channelIdSchema,
  channelName: z.string(),
  isTest: z.boolean().meta({
    description:
      'A test channel took it: no real money. The books count it until it is refunded (W266).',
  }),
  channel: channelKindSchema,
  createdAt: timeSchema,
  releasedAt: timeSchema.nullable(),
  hasOpenCase: z.boolean().meta({
    description:
      'The payment was released, but a channel reported cash for it, and nobody has decided yet whose it is (D30).',
  }),
  webhookDelivery: webhookDeliveryStateSchema,
})

/**
 * A payment in lists, without the partner's labels (up to 256 KiB). The answer for one payment has them.
 */
export const operatorPaymentRecord = operatorPayment.omit({ amount_detail: true, details: true })

export const webhookEventRecord = z.object({
  eventId: eventIdSchema,
  partnerId: partnerIdSchema,
  paymentId: paymentIdSchema,
  reference: z.string().meta({ description: 'The reference that the event is about.' }),
  event: eventKindSchema,
  createdAt: timeSchema,
  state: eventStateSchema,
  attempts: z.int().meta({ description: 'The number of attempts.' }),
  nextAttemptAt: timeSchema.nullable(),
  deliveredAt: timeSchema.nullable(),
  failedAt: timeSchema.nullable(),
})

export const webhookAttempt = z.object({
  attempt: z.int(),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  outcome: outcomeSchema,
  status: z.int().nullable().meta({ description: 'The HTTP status, if there was one.' }),
  durationMs: z.int().nullable(),
  responseBody: z.string().nullable().meta({ description: 'At most 1 KiB of the answer.' }),
  error: z.string().nullable(),
  headers: z
    .record(z.string(), z.string())
    .nullable()
    .meta({
      description:
        'The headers that were sent. The secret in `authorization` is not shown. Null before the result, ' +
        'and when nothing was sent.',
    }),
})

/** One event with its body and a page of its attempts, oldest first. */
export const webhookEventDetail = webhookEventRecord.omit({ attempts: true }).extend({
  attempts: z.array(webhookAttempt),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: 'Send it as cursor to get the earlier attempts; null without any.' }),
  body: z.string().meta({ description: 'The exact text of every attempt.' }),
})

/** `POST /partner/webhooks/v1/redeliver` */
export const redeliverFailedRequest = requestObject({ failedSince: timeSchema })

/** `POST /operator/v1/webhook-events/redeliver` */
export const redeliverManyRequest = redeliverFailedRequest.extend({
  partnerId: partnerIdSchema.optional(),
})

/** The number of events that are due again. */
export const redelivered = z.object({ count: z.int() })

export const auditEntry = z.object({
  auditId: z.guid(),
  at: timeSchema,
  actorId: z.string().nullable().meta({
    description: 'The id of the key or partner that acted; null for a command or a start.',
  }),
  actor: z.string().meta({ description: 'The name of the actor at that time.' }),
  action: z.string(),
  partnerId: partnerIdSchema.nullable().meta({ description: 'Null for the whole platform.' }),
  subject: z.string(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})

named({
  AttemptOutcome: attemptOutcomeSchema,
  AuditEntry: auditEntry,
  OperatorPaymentRecord: operatorPaymentRecord,
  Redelivered: redelivered,
  RedeliverFailedRequest: redeliverFailedRequest,
  RedeliverManyRequest: redeliverManyRequest,
  TransitionCause: transitionCauseSchema,
  WebhookAttempt: webhookAttempt,
  WebhookEventDetail: webhookEventDetail,
  WebhookEventRecord: webhookEventRecord,
  WebhookEventState: eventStateSchema,
})

export type EventState = z.infer<typeof eventStateSchema>
export type AttemptOutcome = z.infer<typeof attemptOutcomeSchema>
export type OperatorPayment = z.infer<typeof operatorPayment>
export type OperatorPaymentRecord = z.infer<typeof operatorPaymentRecord>
export type WebhookEventRecord = z.infer<typeof webhookEventRecord>
export type WebhookAttempt = z.infer<typeof webhookAttempt>
export type WebhookEventDetail = z.infer<typeof webhookEventDetail>
export type RedeliverManyRequest = z.infer<typeof redeliverManyRequest>
export type AuditEntry = z.infer<typeof auditEntry>
