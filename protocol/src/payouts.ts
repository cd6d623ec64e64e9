/** Payouts: bank transfers that pay statements (D32). */
import { z } from 'zod'
import { channelIdSchema, partnerIdSchema } from './ids.ts'
import { listQuery } from './lists.ts'
import { amountSchema, currencySchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject, requestQuery } from './request-object.ts'
import { RELEASES } from './statements.ts'
import { timeSchema } from './time.ts'

export const PAYOUT_STATUSES = [
  'proposed',
  'declined',
  'approved',
  'instructed',
  'paid',
  'returned',
] as const

export const payoutStatusSchema = z.enum(PAYOUT_STATUSES)

export const payout = z.object({
  payoutId: z.guid(),
  statementId: z.guid(),
  partnerId: partnerIdSchema.nullable().meta({ description: 'Null for a channel’s.' }),
  channelId: channelIdSchema.nullable().meta({ description: 'Null for a partner’s.' }),
  statementNumber: z.string(),
  amount: amountSchema,
  currency: currencySchema,
  status: payoutStatusSchema,
  madeBy: z.string(),
  madeAt: timeSchema,
  declinedBy: z.string().nullable(),
  declinedAt: timeSchema.nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: timeSchema.nullable(),
  batchId: z.guid().nullable().meta({ description: 'The file that it is in.' }),
  instructedBy: z.string().nullable(),
  instructedAt: timeSchema.nullable(),
  bankLineId: z.guid().nullable(),
  paidBy: z.string().nullable(),
  paidAt: timeSchema.nullable(),
  returnedBy: z.string().nullable(),
  returnedAt: timeSchema.nullable(),
  returnReason: z.string().nullable(),
})

const reasonSchema = z.string().min(1).max(200)

/** `POST /operator/v1/statements/{statementId}/payouts`. The body is optional. */
export const createPayoutRequest = requestObject({
  amount: amountSchema
    .optional()
    .meta({ description: 'Dinars. Without it: all that may be paid of the statement now.' }),
})

/** `POST /operator/v1/payouts/{payoutId}/instruct`. The body is optional. */
export const instructPayoutRequest = requestObject({
  batchId: z
    .guid()
    .optional()
    .meta({ description: 'The batch of an earlier payout, to put both into the same file.' }),
})

/** `POST /operator/v1/payouts/{payoutId}/paid`. The body is optional. */
export const paidPayoutRequest = requestObject({
  bankLineId: z.guid().optional().meta({ description: 'The line of the bank’s account.' }),
})

/** `POST /operator/v1/payouts/{payoutId}/returned` */
export const returnedPayoutRequest = requestObject({
  reason: reasonSchema.meta({ description: 'What the bank says.' }),
})

/** `GET /operator/v1/payouts` */
export const payoutListQuery = listQuery.extend({
  partnerId: partnerIdSchema.optional(),
  statementId: z.guid().optional(),
  batchId: z.guid().optional(),
  status: payoutStatusSchema.optional(),
})

/** What may be paid of a statement now. */
export const payable = z.object({
  statementId: z.guid(),
  available: sumSchema.meta({
    description: 'The largest possible new payout; 0 if nothing may be paid.',
  }),
  underway: sumSchema.meta({ description: 'Payouts that are proposed, approved or instructed.' }),
  paid: sumSchema.meta({ description: 'Payouts that the bank paid and did not return.' }),
  withheld: sumSchema.meta({
    description:
      'The part of the net that is not released yet, because its cash is not at the bank.',
  }),
  release: z.enum(RELEASES),
})

export const BATCH_STATUSES = ['draft', 'sent', 'booked'] as const

export const BATCH_FILE_FORMATS = ['csv', 'pain.001'] as const

const batchFileFormatSchema = z.enum(BATCH_FILE_FORMATS)

/** The payouts of one file for the bank (D36). */
export const payoutBatch = z.object({
  batchId: z.guid(),
  status: z.enum(BATCH_STATUSES).meta({
    description:
      'draft: it takes payouts. sent: its file was downloaded, or the bank has paid one of its payouts. ' +
      'booked: each of its payouts is proved by a bank line, or was returned.',
  }),
  count: z
    .int()
    .meta({ description: 'Lines of the file; of a draft, those that it would have now.' }),
  total: sumSchema,
  currency: currencySchema,
  sentAt: timeSchema.nullable(),
  sentBy: z.string().nullable(),
  downloads: z
    .array(z.object({ at: timeSchema, by: z.string(), format: batchFileFormatSchema }))
    .meta({ description: 'The newest first; at most 100.' }),
})

/** `GET /operator/v1/payout-batches/{batchId}/file` */
export const batchFileQuery = requestQuery({
  format: batchFileFormatSchema.default('csv').meta({
    description: 'pain.001: a credit transfer initiation of ISO 20022 (pain.001.001.09).',
  }),
})

named({
  Payable: payable,
  PayoutBatch: payoutBatch,
  CreatePayoutRequest: createPayoutRequest,
  InstructPayoutRequest: instructPayoutRequest,
  PaidPayoutRequest: paidPayoutRequest,
  Payout: payout,
  ReturnedPayoutRequest: returnedPayoutRequest,
})

export type Payable = z.infer<typeof payable>
export type Payout = z.infer<typeof payout>
export type PayoutStatus = z.infer<typeof payoutStatusSchema>
export type BatchStatus = (typeof BATCH_STATUSES)[number]
export type BatchFileFormat = (typeof BATCH_FILE_FORMATS)[number]
export type PayoutBatch = z.infer<typeof payoutBatch>
