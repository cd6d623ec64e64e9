/**
 * Webhook events, which the platform sends to the partner (sections 2.4, 2.5, 4.2, 6; D15).
 * Fields beyond those named here may come and are kept: a receiver may ignore them.
 */
import { z } from 'zod'
import { amountSchema, currencySchema } from './money.ts'
import { named } from './named.ts'
import { channelKindSchema } from './payment-status.ts'
import { qrCodeTokenSchema, qrConfigKindSchema } from './qr-config.ts'
import { referenceSchema } from './reference.ts'
import { timeSchema } from './time.ts'

export const FAIL_REASONS = ['failed', 'cancelled', 'expired'] as const

export const failReasonSchema = z.enum(FAIL_REASONS)

export type FailReason = z.infer<typeof failReasonSchema>

const commonData = {
  reference: referenceSchema,
  paymentId: z.string().min(1),
  channel: channelKindSchema,
  amount: amountSchema,
  currency: currencySchema,
  qrCodeToken: qrCodeTokenSchema.optional().meta({ description: 'Of a payment by QR code.' }),
}

/** Of the events by which a partner may hand over goods (D27). */
const qrConfigKind = qrConfigKindSchema
  .nullable()
  .optional()
  .meta({
    description:
      'Of a payment by QR code: the lifetime of the amounts that the code asked for. Null when it asked ' +
      'for none, because none were set, their time had passed or their single use was paid: then the ' +
      'payer named the amount.',
  })

export const paymentInitializedSchema = z.looseObject({
  event: z.literal('payment.initialized'),
  data: z.looseObject({
    ...commonData,
    qrConfigKind,
    lockReleaseTime: timeSchema,
    initializedAt: timeSchema,
  }),
})

export const paymentSuccessSchema = z.looseObject({
  event: z.literal('payment.success'),
  data: z.looseObject({ ...commonData, qrConfigKind, paidAt: timeSchema }),
})

export const paymentFailSchema = z.looseObject({
  event: z.literal('payment.fail'),
  data: z.looseObject({ ...commonData, failedAt: timeSchema, reason: failReasonSchema }),
})

type EventDefinition = {
  summary: string
  schema: z.ZodType
  /** Only partners that ask for it get it (D27). */
  isOnRequest?: true
}

export const paymentRefundedSchema = z.looseObject({
  event: z.literal('payment.refunded'),
  data: z.looseObject({
    ...commonData,
    refundId: z.string().min(1),
    refundedAmount: amountSchema.meta({ description: 'What this refund gives back.' }),
    refundedTotal: amountSchema.meta({ description: 'What all refunds so far give back.' }),
    refundedAt: timeSchema,
    reason: z.string().nullable(),
  }),
})

/** Every kind of event (section 6): when it is sent, and its schema. */
export const WEBHOOK_EVENTS = {
  'payment.initialized': {
    summary: 'A payment session is created: the reference is locked',
    schema: paymentInitializedSchema,
  },
  'payment.success': {
    summary: 'A payment is confirmed: the money is taken',
    schema: paymentSuccessSchema,
  },
  'payment.fail': {
    summary: 'A payment failed, was cancelled or expired: the reference is free again',
    schema: paymentFailSchema,
  },
  'payment.refunded': {
    summary: 'Money of a paid payment is given back; for partners that ask for this event (D27)',
    schema: paymentRefundedSchema,
    isOnRequest: true,
  },
} as const satisfies Readonly<Record<string, EventDefinition>>

export type EventKind = keyof typeof WEBHOOK_EVENTS

export const EVENT_KINDS = Object.keys(WEBHOOK_EVENTS) as [EventKind, ...EventKind[]]

/** Those that a partner gets only when its `events` setting names them (D27). */
export const EVENT_KINDS_ON_REQUEST = EVENT_KINDS.filter(
  (kind) => (WEBHOOK_EVENTS[kind] as EventDefinition).isOnRequest,
)

export const eventKindSchema = z.enum(EVENT_KINDS)

export const webhookEventSchema = z.discriminatedUnion('event', [
  paymentInitializedSchema,
  paymentSuccessSchema,
  paymentFailSchema,
  paymentRefundedSchema,
])

/** Any envelope of section 2.4, also of a kind that this release does not know. */
export const webhookEnvelopeSchema = z.looseObject({
  event: z.string().min(1),
  data: z.looseObject({}),
})

/** What the partner acknowledges with, under HTTP 200 (section 2.5). */
export const acknowledgementSchema = z.looseObject({ success: z.literal(true) })

named({
  Acknowledgement: acknowledgementSchema,
  EventKind: eventKindSchema,
  FailReason: failReasonSchema,
  PaymentFail: paymentFailSchema,
  PaymentInitialized: paymentInitializedSchema,
  PaymentRefunded: paymentRefundedSchema,
  PaymentSuccess: paymentSuccessSchema,
  WebhookEvent: webhookEventSchema,
})

export type PaymentInitialized = z.infer<typeof paymentInitializedSchema>
export type PaymentSuccess = z.infer<typeof paymentSuccessSchema>
export type PaymentFail = z.infer<typeof paymentFailSchema>
export type PaymentRefunded = z.infer<typeof paymentRefundedSchema>
export type WebhookEvent = z.infer<typeof webhookEventSchema>
export type WebhookEnvelope = z.infer<typeof webhookEnvelopeSchema>
export type Acknowledgement = z.infer<typeof acknowledgementSchema>
