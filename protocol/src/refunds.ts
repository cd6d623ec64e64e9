/** Refunds (D28): for operators, and for the tills that pay them. Unknown fields are refused. */
import { z } from 'zod'
import {
  agentIdSchema,
  bankLineIdSchema,
  channelIdSchema,
  partnerIdSchema,
  paymentIdSchema,
  refundIdSchema,
} from './ids.ts'
import { agentWarningSchema } from './agents.ts'
import { amountOrZeroSchema, amountSchema, currencySchema } from './money.ts'
import { named } from './named.ts'
import { referenceSchema } from './reference.ts'
import { readRefundCode } from './refund-code.ts'
import { requestObject } from './request-object.ts'
import { isLine } from './text.ts'
import { timeSchema } from './time.ts'

/**
 * - requested: waits for another person; its amount is reserved.
 * - made: the payer can have it, until it expires.
 * - declined: another person said no. Nothing was refunded.
 * - paid: the payer has it.
 * - expired: nobody came for it in time. The money is the partner's again.
 */
export const REFUND_STATUSES = ['requested', 'made', 'declined', 'paid', 'expired'] as const

export const refundStatusSchema = z.enum(REFUND_STATUSES)

export type RefundStatus = z.infer<typeof refundStatusSchema>

/** What makes a refund change its status. */
export const REFUND_CAUSES = [
  'request',
  'make',
  'approve',
  'decline',
  'redeem',
  'pay',
  'expire',
  'return',
] as const

export const refundCauseSchema = z.enum(REFUND_CAUSES)

export type RefundCause = z.infer<typeof refundCauseSchema>

const REASON_LENGTH_MAX = 200

/** One line: it is printed on statements, and sent to the partner. */
const reasonSchema = z
  .string()
  .refine((value) => isLine(value, REASON_LENGTH_MAX), {
    message: `expected 1 to ${REASON_LENGTH_MAX} characters on one line, without white space at either end`,
  })
  .meta({ minLength: 1, maxLength: REASON_LENGTH_MAX, description: 'The partner receives it too.' })

/** `POST /operator/v1/payments/{paymentId}/refunds` */
export const createRefundRequest = requestObject({
  amount: amountSchema.optional().meta({ description: 'By default all that is left.' }),
  reason: reasonSchema,
})

const person = (description: string) => z.string().nullable().meta({ description })

/** How far what is owed to a partner may fall below zero (D28). */
export const debitLimitSchema = amountOrZeroSchema.nullable().meta({
  description:
    'How much the partner may owe because of refunds, in dinars. A refund beyond it is refused. Null: ' +
    'no limit (D28).',
})

/** A refund as operators see it. */
export const refundRecord = z.object({
  refundId: refundIdSchema,
  paymentId: paymentIdSchema,
  partnerId: partnerIdSchema,
  reference: referenceSchema,
  status: refundStatusSchema,
  amount: amountSchema,
  currency: currencySchema,
  reason: z.string(),
  requestedBy: z.string().meta({ description: 'The holder of the key that asked for it.' }),
  requestedAt: timeSchema,
  approvedBy: person('The holder who approved it; null where no approval was needed.'),
  declinedBy: person('The holder who declined it.'),
  declinedAt: timeSchema.nullable(),
  madeAt: timeSchema.nullable(),
  expiresAt: timeSchema
    .nullable()
    .meta({ description: 'Until when the payer can have it; null before it is made.' }),
  paidAt: timeSchema.nullable(),
  paidBy: z
    .object({
      channelId: channelIdSchema.nullable(),
      agentId: agentIdSchema.nullable(),
      bankLineId: bankLineIdSchema.nullable(),
    })
    .nullable()
    .meta({ description: 'The till that paid it, or the line of the bank account.' }),
  expiredAt: timeSchema.nullable(),
})

/** The refund and, where this request issued one, the payer's code. */
export const refund = refundRecord.extend({
  code: z
    .string()
    .nullable()
    .meta({
      description:
        'The one-time code of the payer, shown only in the answer that issues it: give it to the payer. ' +
        'Null otherwise; issue a new one if it was lost.',
    }),
})

/** What a till sends: as the payer says it. */
export const refundCodeSchema = z
  .string()
  .refine((typed) => readRefundCode(typed) !== null, {
    message:
      'expected the code of a refund, such as 1001-K7QM-3F9X-2HT4: this one is mistyped, ' +
      'read it again with the payer',
  })
  .meta({ description: 'The code that the payer has, as typed (D28).' })

/** `POST /channel/v1/refunds/redeem` */
export const redeemRefundRequest = requestObject({
  code: refundCodeSchema,
  paidBy: agentIdSchema.optional().meta({
    description: 'The agent whose cash pays it. Leave it out in a channel without agents.',
  }),
})

/** A refund as the till sees it that paid it. */
export const redeemedRefund = refundRecord
  .pick({
    refundId: true,
    paymentId: true,
    partnerId: true,
    reference: true,
    status: true,
    amount: true,
    currency: true,
  })
  .extend({
    paidAt: timeSchema,
    paidBy: agentIdSchema.nullable(),
    warnings: z.array(agentWarningSchema).optional().meta({
      description: 'Only when there is something to say about the agent, as for a confirmation.',
    }),
  })

const bankLineRequest = (description: string) =>
  requestObject({ bankLineId: bankLineIdSchema.meta({ description }) })

/** `POST /operator/v1/refunds/{refundId}/paid` */
export const payRefundRequest = bankLineRequest(
  'The line of the bank account that paid the refund.',
)

/** `POST /operator/v1/refunds/{refundId}/returned` */
export const returnRefundRequest = bankLineRequest(
  'The line of the bank account with which the money came back.',
)

named({
  CreateRefundRequest: createRefundRequest,
  PayRefundRequest: payRefundRequest,
  RedeemRefundRequest: redeemRefundRequest,
  RedeemedRefund: redeemedRefund,
  Refund: refund,
  RefundCause: refundCauseSchema,
  RefundRecord: refundRecord,
  RefundStatus: refundStatusSchema,
  ReturnRefundRequest: returnRefundRequest,
  RefundCode: refundCodeSchema,
})

export type CreateRefundRequest = z.infer<typeof createRefundRequest>
export type RefundRecord = z.infer<typeof refundRecord>
export type Refund = z.infer<typeof refund>
export type RedeemRefundRequest = z.infer<typeof redeemRefundRequest>
export type RedeemedRefund = z.infer<typeof redeemedRefund>
