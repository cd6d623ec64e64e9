/** Bodies of the channel API (D21). Unknown fields of requests are refused (D24). */
import { z } from 'zod'
import { agentWarningSchema, openingAgentSchema } from './agents.ts'
import { LOCK_SECONDS_MAX, LOCK_SECONDS_MIN } from './channel-kinds.ts'
import { agentIdSchema, partnerIdSchema, paymentIdSchema } from './ids.ts'
import {
  amountInQuery,
  amountOrZeroSchema,
  amountParameter,
  amountSchema,
  currencySchema,
} from './money.ts'
import { listOf, listQuery } from './lists.ts'
import { named } from './named.ts'
import { amountLabelSchema, detailLabelSchema } from './payment-details.ts'
import { paymentStageSchema } from './payment-status.ts'
import { qrCodeTokenSchema } from './qr-config.ts'
import { referenceSchema } from './reference.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'
import { failReasonSchema } from './webhook-event.ts'

/** `POST /channel/v1/payments` */
export const openPaymentRequest = requestObject({
  partnerId: partnerIdSchema,
  reference: referenceSchema,
  agentId: openingAgentSchema.optional(),
  lockSeconds: z
    .int()
    .min(LOCK_SECONDS_MIN)
    .max(LOCK_SECONDS_MAX)
    .optional()
    .meta({
      description:
        'How long to lock the reference: a courier locks the references of a day at departure. The ' +
        'platform grants it up to the longest lock of the kind of the channel, so read lockReleaseTime. ' +
        'Default: the lock time of the kind.',
    }),
})

/** `POST /channel/v1/payments/{paymentId}/confirm`. The body and its fields are optional. */
export const confirmPaymentRequest = requestObject({
  amount: amountSchema.optional(),
  takenBy: agentIdSchema.optional().meta({
    description:
      'The agent who took the money, if it was not the one who opened the payment. Any agent of the ' +
      'channel is accepted, and the first confirmation counts.',
  }),
  takenAt: timeSchema.optional().meta({
    description:
      'When the money was taken, by your clock, if the confirmation had to wait. It is shown to ' +
      'people and decides nothing. An impossible time, before the opening or in the future, is ' +
      'ignored.',
  }),
  rounded: z
    .boolean()
    .optional()
    .meta({
      description:
        'True when the payer paid in coins: the amount rounded to the dinar, half up, at least one dinar. ' +
        'The payment keeps its centimes, and the difference is booked with the cash (W236).',
    }),
  insteadOf: paymentIdSchema.optional().meta({
    description:
      'Your payment of the same reference whose confirmation was refused, when this payment is confirmed ' +
      'with the cash that was taken for it. Its case ends with this confirmation, so that the cash counts ' +
      'once, whatever another device of the agent reports (W298). Ignored when it cannot be the same cash.',
  }),
})

export const channelPayment = z.object({
  paymentId: paymentIdSchema,
  stage: paymentStageSchema,
  reference: referenceSchema,
  partnerId: partnerIdSchema,
  amount: amountSchema,
  currency: currencySchema,
  amount_detail: z.array(amountLabelSchema),
  details: z.array(detailLabelSchema),
  lockReleaseTime: timeSchema.nullable().meta({
    description:
      'Stage locked: when the lock expires. Stage released: when it was released. Otherwise null.',
  }),
  paidAt: timeSchema.nullable(),
  refundedAt: timeSchema.nullable().meta({ description: 'When the whole payment was refunded.' }),
  refundedAmount: amountOrZeroSchema.meta({
    description: 'Dinars refunded so far; 0 when nothing was (D28).',
  }),
  failReason: failReasonSchema.nullable(),
  qrCodeToken: qrCodeTokenSchema.nullable().meta({ description: 'Only for a payment by QR code.' }),
  agentId: agentIdSchema
    .nullable()
    .meta({ description: 'The agent in whose name it was opened; null without one.' }),
  takenBy: agentIdSchema.nullable().meta({
    description:
      'The agent who took the money; null before that, and for a channel without agents.',
  }),
  warnings: z
    .array(agentWarningSchema)
    .optional()
    .meta({ description: 'Only when there is something to say about the agent.' }),
})

/** A payment in the channel's list: without the partner's labels, which may be long. */
export const channelPaymentRecord = channelPayment
  .omit({ amount_detail: true, details: true, warnings: true })
  .extend({ createdAt: timeSchema })

export const channelPaymentList = listOf(channelPaymentRecord)

const moment = (description: string) => timeSchema.optional().meta({ description })

/** `GET /channel/v1/payments` */
export const channelPaymentsQuery = listQuery.extend({
  stage: paymentStageSchema.optional().meta({ description: 'Filter by stage.' }),
  referenceBegins: referenceSchema
    .optional()
    .meta({ description: 'Filter by the beginning of the reference, without case.' }),
  amount: amountInQuery.optional().meta({ ...amountParameter, description: 'Filter by amount.' }),
  createdSince: moment('Opened at or after this time.'),
  createdBefore: moment('Opened before this time.'),
})

/** `Idempotency-Key`: 1 to 255 visible ASCII characters. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, { message: 'expected 1 to 255 visible ASCII characters' })

named({
  ChannelPayment: channelPayment,
  ChannelPaymentList: channelPaymentList,
  ChannelPaymentRecord: channelPaymentRecord,
  ConfirmPaymentRequest: confirmPaymentRequest,
  OpenPaymentRequest: openPaymentRequest,
})

export type OpenPaymentRequest = z.infer<typeof openPaymentRequest>
export type ConfirmPaymentRequest = z.infer<typeof confirmPaymentRequest>
export type ChannelPayment = z.infer<typeof channelPayment>
export type ChannelPaymentRecord = z.infer<typeof channelPaymentRecord>
