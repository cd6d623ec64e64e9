/** A partner's payments as its books need them (D31). */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { paymentIdSchema } from './ids.ts'
import { limitUpTo, listOf, listQuery } from './lists.ts'
import { amountSchema, currencySchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import {
  channelKindSchema,
  paymentStageSchema,
  webhookDeliveryStateSchema,
} from './payment-status.ts'
import { referenceSchema } from './reference.ts'
import { timeSchema } from './time.ts'

export const PAYMENTS_LIMIT_MAX = 500
export const PAYMENTS_LIMIT_DEFAULT = 100

export const partnerPayment = z.object({
  reference: referenceSchema,
  paymentId: paymentIdSchema,
  channel: channelKindSchema,
  stage: paymentStageSchema,
  amount: amountSchema,
  refundedAmount: sumSchema.meta({
    description: 'What was refunded so far, in dinars; 0 if nothing.',
  }),
  currency: currencySchema,
  businessDate: businessDateSchema.meta({
    description:
      'Of a payment that was paid: the business date on which it entered the books. Of any other: the ' +
      'day of its opening.',
  }),
  openedAt: timeSchema,
  paidAt: timeSchema.nullable(),
  refundedAt: timeSchema.nullable().meta({ description: 'When all of it was refunded.' }),
  webhookDelivery: webhookDeliveryStateSchema,
  statementId: z
    .guid()
    .nullable()
    .meta({ description: 'The statement that covers its business date, once there is one.' }),
})

export const partnerPaymentList = listOf(partnerPayment).extend({
  completeThrough: businessDateSchema.nullable().meta({
    description:
      'The last sealed business date when the first page was read. No payment enters it or an earlier ' +
      'date any more. Null before the first date is sealed.',
  }),
})

/** The filters of a partner's list of payments. `from` and `to` are inclusive. */
export const partnerPaymentsQuery = listQuery.extend({
  from: businessDateSchema.optional().meta({ description: 'The first business date.' }),
  to: businessDateSchema.optional().meta({ description: 'The last business date.' }),
  stage: paymentStageSchema.optional().meta({ description: 'Only payments of this stage.' }),
  limit: limitUpTo(PAYMENTS_LIMIT_MAX, PAYMENTS_LIMIT_DEFAULT),
})

named({ PartnerPayment: partnerPayment, PartnerPaymentList: partnerPaymentList })

export type PartnerPayment = z.infer<typeof partnerPayment>
export type PartnerPaymentList = z.infer<typeof partnerPaymentList>
