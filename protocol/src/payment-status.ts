/** The payment status (sections 2.6 and 4.3; D7). */
import { z } from 'zod'
import { amountOrZeroSchema, amountSchema, currencySchema } from './money.ts'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

/** The stages of a payment (D9). */
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
    description:
      'Stage locked: when the lock expires. Stage released: when it was released. Otherwise null.',
  }),
  paymentId: z.string().nullable(),
  channel: channelKindSchema.nullable(),
  currency: currencySchema.nullable(),
  amount: amountSchema.nullable(),
  payment: z
    .object({
      webhookDelivery: webhookDeliveryStateSchema,
      paidAt: timeSchema.nullable(),
      refundedAt: timeSchema
        .nullable()
        .meta({ description: 'When the whole payment was refunded.' }),
      refundedAmount: amountOrZeroSchema.meta({
        description: 'Dinars refunded so far; 0 when nothing was (D28).',
      }),
    })
    .nullable(),
})

export type PaymentStatus = z.infer<typeof fields>

/** Every field is always present, and null when it does not apply. Fields must match the stage. */
export const paymentStatusSchema = fields.superRefine((status, context) => {
  for (const message of contradictions(status)) context.addIssue({ code: 'custom', message })
})

/** One sentence for each field that does not match the stage (D7). */
const contradictions = (status: PaymentStatus): string[] => {
  const { stage, payment } = status
  const known = stage !== 'not_found'
  const wasPaid = stage === 'paid' || stage === 'refunded'
  const rules: [holds: boolean, sentence: string][] = [
    [status.locked === (stage === 'locked'), 'locked is true only in stage locked'],
    [status.paid === (stage === 'paid'), 'paid is true only in stage paid'],
    [
      (status.lockReleaseTime !== null) === (stage === 'locked' || stage === 'released'),
      'lockReleaseTime is a time in the stages locked and released, otherwise null',
    ],
    [
      [status.paymentId, status.channel, status.currency, status.amount, payment].every(
        (field) => (field !== null) === known,
      ),
      'paymentId, channel, currency, amount and payment are null only in stage not_found',
    ],
    [
      payment === null || (payment.paidAt !== null) === wasPaid,
      'payment.paidAt is a time in the stages paid and refunded, otherwise null',
    ],
    [
      payment === null || (payment.refundedAt !== null) === (stage === 'refunded'),
      'payment.refundedAt is a time only in stage refunded',
    ],
    [
      payment === null || isRefundedAmount(stage, payment.refundedAmount, status.amount),
      'payment.refundedAmount is the amount in stage refunded, less in stage paid, otherwise 0',
    ],
    [
      payment === null || (payment.webhookDelivery !== 'none') === wasPaid,
      'payment.webhookDelivery is "none" until there is a confirmation event',
    ],
  ]
  return rules.filter(([holds]) => !holds).map(([, sentence]) => `expected that ${sentence}`)
}

const isRefundedAmount = (stage: Stage, refunded: number, amount: number | null): boolean => {
  if (stage === 'refunded') return refunded === amount
  return stage === 'paid' ? refunded < (amount ?? 0) : refunded === 0
}

named({
  ChannelKind: channelKindSchema,
  PaymentStage: paymentStageSchema,
  PaymentStatus: paymentStatusSchema,
  Stage: stageSchema,
  WebhookDeliveryState: webhookDeliveryStateSchema,
})
