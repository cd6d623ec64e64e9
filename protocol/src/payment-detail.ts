/** A payment with everything that happened to it, in the operator API (D22). */
import { z } from 'zod'
import { eventIdSchema, refundIdSchema } from './ids.ts'
import { amountOrZeroSchema, currencySchema } from './money.ts'
import { named } from './named.ts'
import { operatorPayment, outcomeSchema, transitionCauseSchema } from './operator-records.ts'
import { paymentStageSchema } from './payment-status.ts'
import { refundCauseSchema, refundRecord, refundStatusSchema } from './refunds.ts'
import { timeSchema } from './time.ts'
import { eventKindSchema } from './webhook-event.ts'

/** One entry of a payment's timeline, oldest first. */
export const timelineItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('transition'),
    at: timeSchema,
    from: paymentStageSchema.nullable(),
    to: paymentStageSchema,
    cause: transitionCauseSchema,
    takenAt: timeSchema.nullable().meta({
      description:
        'When the channel says that it took the money, by its own clock; null when it did not say. ' +
        'The payment was confirmed at `at`.',
    }),
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
    kind: z.literal('refund'),
    at: timeSchema,
    refundId: refundIdSchema,
    from: refundStatusSchema.nullable(),
    to: refundStatusSchema,
    cause: refundCauseSchema,
    amount: z.number(),
    by: z.string().meta({ description: 'The holder, the channel, or `platform`.' }),
  }),
  z.object({
    kind: z.literal('note'),
    at: timeSchema,
    noteId: z.guid(),
    text: z.string().nullable().meta({ description: 'Plain text; null once it was erased.' }),
    byId: z.string().meta({ description: 'The id of the user or key that wrote it.' }),
    by: z.string().meta({ description: 'The name that it had then.' }),
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

/** The lookup that a payment was opened with (W141). */
export const openingLookup = z.object({
  at: timeSchema.meta({
    description:
      'When the partner was asked: the time of the opening minus the duration of the answer.',
  }),
  durationMs: z.int(),
  request: z.object({
    method: z.literal('GET'),
    apiUrl: z.string().nullable().meta({
      description:
        'Null if the partner was changed since, because its address may have been different.',
    }),
    path: z.string().meta({ description: 'What followed the address.' }),
    headers: z.record(z.string(), z.string()).meta({ description: 'Without the secret.' }),
  }),
  response: z.object({
    status: z.literal(200),
    bytes: z.int().meta({ description: 'The length of the body as it was received.' }),
    body: z
      .looseObject({ reference: z.string(), total_amount: z.number(), currency: currencySchema })
      .meta({
        description:
          'What was read from it. Fields that the interface does not define are not kept, and erased ' +
          'labels are missing.',
      }),
  }),
})

export const paymentDetail = operatorPayment.extend({
  requestId: z.guid().nullable().meta({ description: 'Of the channel’s request that opened it.' }),
  receiptNumber: z.string().nullable().meta({ description: 'Null before it is paid.' }),
  refundable: amountOrZeroSchema.meta({ description: 'What a new refund may be at most.' }),
  lookup: openingLookup.nullable().meta({ description: 'Null for a QR code.' }),
  refunds: z
    .array(refundRecord)
    .meta({ description: 'In the order in which they were asked for.' }),
  timeline: paymentTimeline,
  attemptsLeftOut: z.boolean().meta({
    description:
      'Whether an event has more attempts than the newest 50 in the timeline. Read the event for the ' +
      'others.',
  }),
})

named({ OperatorPaymentDetail: paymentDetail, TimelineItem: timelineItem })

export type TimelineItem = z.infer<typeof timelineItem>
export type PaymentDetail = z.infer<typeof paymentDetail>
