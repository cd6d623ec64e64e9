/** What the operator API shows of payments, webhook events and the audit log (D22). */
import { z } from 'zod'
import { channelPayment } from './channel-api.ts'
import { channelIdSchema, eventIdSchema, partnerIdSchema, paymentIdSchema } from './ids.ts'
import {
  channelKindSchema,
  paymentStageSchema,
  webhookDeliveryStateSchema,
} from './payment-status.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'
import { eventKindSchema } from './webhook-event.ts'

export const TRANSITION_CAUSES = ['open', 'confirm', 'cancel', 'fail', 'expire', 'refund'] as const
export const EVENT_STATES = ['pending', 'delivered', 'failed'] as const

/**
 * How an attempt ended. `acknowledged` is the one success, `not_acknowledged` a 2xx without the body
 * of section 2.5, `http_status` any other status; the rest say why no complete answer came, and
 * `not_sent`, `too_many_calls` and `bad_request` that nothing was sent. The schedule of a delivery that
 * is `not_sent` has not moved on.
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

const outcomeSchema = attemptOutcomeSchema.nullable().meta({
  description: 'Null while under way, and for good when the process died before the end.',
})

export const operatorPayment = channelPayment.extend({
  channelId: channelIdSchema,
  channel: channelKindSchema,
  createdAt: timeSchema,
  releasedAt: timeSchema.nullable(),
  webhookDelivery: webhookDeliveryStateSchema,
})

/**
 * A payment as lists show it. What the partner sent of its labels, as much as 256 KiB, is in the answer
 * for the payment alone.
 */
export const operatorPaymentRecord = operatorPayment.omit({ amount_detail: true, details: true })

/** One line of a payment's history, the oldest first. */
export const timelineItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transition'),
    at: timeSchema,
    from: paymentStageSchema.nullable(),
    to: paymentStageSchema,
    cause: transitionCauseSchema,
  }),
  z.object({
    kind: z.literal('refusal'),
    at: timeSchema,
    cause: transitionCauseSchema,
    code: z.string(),
    amount: z
      .number()
      .nullable()
      .meta({ description: 'The amount that the channel sent, if it sent one.' }),
  }),
  z.object({
    kind: z.literal('event'),
    at: timeSchema,
    eventId: eventIdSchema,
    event: eventKindSchema,
  }),
  z.object({
    kind: z.literal('attempt'),
    at: timeSchema,
    eventId: eventIdSchema,
    event: eventKindSchema,
    attempt: z.int(),
    outcome: outcomeSchema,
    status: z.int().nullable(),
    durationMs: z.int().nullable(),
    error: z.string().nullable(),
  }),
])

export const paymentTimeline = z.array(timelineItem)

export const paymentDetail = operatorPayment.extend({
  timeline: paymentTimeline,
  attemptsLeftOut: z.boolean().meta({
    description:
      'Whether an event has more attempts than the newest 50 that the timeline shows. Read the ' +
      'event for the others.',
  }),
})

export const webhookEventRecord = z.object({
  eventId: eventIdSchema,
  partnerId: partnerIdSchema,
  paymentId: paymentIdSchema,
  event: eventKindSchema,
  createdAt: timeSchema,
  state: eventStateSchema,
  attempts: z.int().meta({ description: 'How many attempts were made.' }),
  nextAttemptAt: timeSchema.nullable(),
  deliveredAt: timeSchema.nullable(),
  failedAt: timeSchema.nullable(),
})

export const webhookAttempt = z.object({
  attempt: z.int(),
  startedAt: timeSchema,
  finishedAt: timeSchema.nullable(),
  outcome: outcomeSchema,
  status: z.int().nullable().meta({ description: 'The HTTP status, if one came.' }),
  durationMs: z.int().nullable(),
  responseBody: z.string().nullable().meta({ description: 'At most 1 KiB of the answer.' }),
  error: z.string().nullable(),
})

/** One event with its body and a page of its attempts, the oldest of them first. */
export const webhookEventDetail = webhookEventRecord.omit({ attempts: true }).extend({
  attempts: z.array(webhookAttempt),
  nextCursor: z
    .string()
    .nullable()
    .meta({ description: 'Send it as cursor for the attempts before these; null when none are.' }),
  body: z.string().meta({ description: 'The exact text that is sent, on every attempt.' }),
})

/** `POST /partner/webhooks/v1/redeliver` */
export const redeliverFailedRequest = requestObject({ failedSince: timeSchema })

/** `POST /operator/v1/webhook-events/redeliver` */
export const redeliverManyRequest = redeliverFailedRequest.extend({
  partnerId: partnerIdSchema.optional(),
})

/** How many events were set to be sent again. */
export const redelivered = z.object({ count: z.int() })

export const auditEntry = z.object({
  auditId: z.guid(),
  at: timeSchema,
  actorId: z.string().nullable().meta({
    description: 'The id of the key or partner that did it; null for a command or a start.',
  }),
  actor: z.string().meta({ description: 'The name it had then.' }),
  action: z.string(),
  partnerId: partnerIdSchema.nullable().meta({ description: 'Null for the whole platform.' }),
  subject: z.string(),
  requestId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})

named({
  AttemptOutcome: attemptOutcomeSchema,
  AuditEntry: auditEntry,
  OperatorPayment: operatorPayment,
  OperatorPaymentDetail: paymentDetail,
  OperatorPaymentRecord: operatorPaymentRecord,
  Redelivered: redelivered,
  RedeliverFailedRequest: redeliverFailedRequest,
  RedeliverManyRequest: redeliverManyRequest,
  TimelineItem: timelineItem,
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
export type TimelineItem = z.infer<typeof timelineItem>
export type PaymentDetail = z.infer<typeof paymentDetail>
export type WebhookEventRecord = z.infer<typeof webhookEventRecord>
export type WebhookAttempt = z.infer<typeof webhookAttempt>
export type WebhookEventDetail = z.infer<typeof webhookEventDetail>
export type RedeliverManyRequest = z.infer<typeof redeliverManyRequest>
export type AuditEntry = z.infer<typeof auditEntry>
