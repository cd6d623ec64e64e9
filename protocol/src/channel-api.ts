/** Bodies of the channel API (D21). Unknown fields of requests are refused (D24). */
import { z } from 'zod'
import { partnerIdSchema, paymentIdSchema } from './ids.ts'
import { amountSchema, currencySchema } from './money.ts'
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
})

/** `POST /channel/v1/payments/{paymentId}/confirm`. The body and the amount are optional. */
export const confirmPaymentRequest = requestObject({ amount: amountSchema.optional() })

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
  refundedAt: timeSchema.nullable(),
  failReason: failReasonSchema.nullable(),
  qrCodeToken: qrCodeTokenSchema.nullable().meta({ description: 'Only for a payment by QR code.' }),
})

/** `Idempotency-Key`: 1 to 255 visible ASCII characters. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, { message: 'expected 1 to 255 visible ASCII characters' })

named({
  ChannelPayment: channelPayment,
  ConfirmPaymentRequest: confirmPaymentRequest,
  OpenPaymentRequest: openPaymentRequest,
})

export type OpenPaymentRequest = z.infer<typeof openPaymentRequest>
export type ConfirmPaymentRequest = z.infer<typeof confirmPaymentRequest>
export type ChannelPayment = z.infer<typeof channelPayment>
