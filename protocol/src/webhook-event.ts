/**
 * Webhook events, from the platform to the partner (sections 2.4, 2.5, 4.2, 6; D15). Unknown fields are
 * kept; a receiver may ignore them.
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
  qrCodeToken: qrCodeTokenSchema.optional().meta({ description: 'Only for a payment by QR code.' }),
}

/** For the events that let a partner hand over goods (D27). */
const qrConfigKind = qrConfigKindSchema
  .nullable()
  .optional()
  .meta({
    description:
      'For a payment by QR code: the kind of the amount configuration. Null without one (not set, ' +
      'expired, or its single use paid): then the payer chose the amount.',
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
  /** Only partners that ask for it receive it (D27). */
  isOnRequest?: true
}

export const paymentRefundedSchema = z.looseObject({
  event: z.literal('payment.refunded'),
  data: z.looseObject({
    ...commonData,
    refundId: z.string().min(1),
    refundedAmount: amountSchema.meta({ description: 'The amount of this refund.' }),
    refundedTotal: amountSchema.meta({ description: 'The amount of all refunds so far.' }),
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
    summary: 'A payment is confirmed: the payer paid',
    schema: paymentSuccessSchema,
  },
  'payment.fail': {
    summary: 'A payment failed, was cancelled or expired: the reference is free again',
    schema: paymentFailSchema,
  },
  'payment.refunded': {
    summary: 'A payment is refunded; only for partners that ask for this event (D27)',
    schema: paymentRefundedSchema,
    isOnRequest: true,
  },
} as const satisfies Readonly<Record<string, EventDefinition>>

export type EventKind = keyof typeof WEBHOOK_EVENTS

export const EVENT_KINDS = Object.keys(WEBHOOK_EVENTS) as [EventKind, ...EventKind[]]

/** The kinds that a partner receives only if its `events` setting names them (D27). */
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

/** Any envelope of section 2.4, also of an unknown kind. */
export const webhookEnvelopeSchema = z.looseObject({
  event: z.string().min(1),
  data: z.looseObject({}),
})

/** The partner's acknowledgement, with HTTP 200 (section 2.5). */
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
