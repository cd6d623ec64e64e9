/** The payment status that the platform answers with (sections 2.6 and 4.3; D7). */
import { z } from 'zod'
import { amountSchema, currencySchema } from './money.ts'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

/** The stages of one payment (D9); a reference nobody has tried to pay has none of them. */
export const PAYMENT_STAGES = ['locked', 'paid', 'released', 'refunded'] as const

export const STAGES = [...PAYMENT_STAGES, 'not_found'] as const

export const CHANNEL_KINDS = ['AGENCY', 'DELIVERY', 'MARKETPLACE'] as const

export const WEBHOOK_DELIVERY_STATES = ['none', 'pending', 'delivered', 'failed'] as const

export const paymentStageSchema = z.enum(PAYMENT_STAGES)
export const stageSchema = z.enum(STAGES)
export const channelKindSchema = z.enum(CHANNEL_KINDS)
export const webhookDeliveryStateSchema = z.enum(WEBHOOK_DELIVERY_STATES)

export type PaymentStage = z.infer<typeof paymentStageSchema>
export type Stage = z.infer<typeof stageSchema>
export type ChannelKind = z.infer<typeof channelKindSchema>
export type WebhookDeliveryState = z.infer<typeof webhookDeliveryStateSchema>

const fields = z.object({
  stage: stageSchema,
  locked: z.boolean(),
  paid: z.boolean(),
  lockReleaseTime: timeSchema.nullable().meta({
    description: 'While locked: when the lock lapses. Once released: when it was. Else null.',
  }),
  paymentId: z.string().nullable(),
  channel: channelKindSchema.nullable(),
  currency: currencySchema.nullable(),
  amount: amountSchema.nullable(),
  payment: z
    .object({
      webhookDelivery: webhookDeliveryStateSchema,
      paidAt: timeSchema.nullable(),
      refundedAt: timeSchema.nullable(),
    })
    .nullable(),
})

export type PaymentStatus = z.infer<typeof fields>

/** Every field is always present; what does not apply is null. Fields may not contradict the stage. */
export const paymentStatusSchema = fields.superRefine((status, context) => {
  for (const message of contradictions(status)) context.addIssue({ code: 'custom', message })
})

/** Where the fields of a status contradict its stage (the list of D7), one sentence each. */
const contradictions = (status: PaymentStatus): string[] => {
  const { stage, payment } = status
  const known = stage !== 'not_found'
  const wasPaid = stage === 'paid' || stage === 'refunded'
  const rules: [holds: boolean, sentence: string][] = [
    [status.locked === (stage === 'locked'), 'locked is true in stage locked alone'],
    [status.paid === (stage === 'paid'), 'paid is true in stage paid alone'],
    [
      (status.lockReleaseTime !== null) === (stage === 'locked' || stage === 'released'),
      'lockReleaseTime is a time in the stages locked and released, else null',
    ],
    [
      [status.paymentId, status.channel, status.currency, status.amount, payment].every(
        (field) => (field !== null) === known,
      ),
      'paymentId, channel, currency, amount and payment are null in stage not_found alone',
    ],
    [
      payment === null || (payment.paidAt !== null) === wasPaid,
      'payment.paidAt is a time in the stages paid and refunded, else null',
    ],
    [
      payment === null || (payment.refundedAt !== null) === (stage === 'refunded'),
      'payment.refundedAt is a time in stage refunded alone',
    ],
    [
      payment === null || (payment.webhookDelivery !== 'none') === wasPaid,
      'payment.webhookDelivery is "none" until there is a confirmation event',
    ],
  ]
  return rules.filter(([holds]) => !holds).map(([, sentence]) => `expected that ${sentence}`)
}

named({
  ChannelKind: channelKindSchema,
  PaymentStage: paymentStageSchema,
  PaymentStatus: paymentStatusSchema,
  Stage: stageSchema,
  WebhookDeliveryState: webhookDeliveryStateSchema,
})
