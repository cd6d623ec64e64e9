/** Statements of partners and channels (D32). */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { channelIdSchema, partnerIdSchema } from './ids.ts'
import { listQuery } from './lists.ts'
import { currencySchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { channelKindSchema } from './payment-status.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

export const STATEMENT_STATUSES = ['open', 'closed', 'approved'] as const
export const STATEMENT_SCHEDULES = ['manual', 'daily', 'weekly', 'monthly'] as const
export const RELEASES = ['at_once', 'banked'] as const

export const statementStatusSchema = z.enum(STATEMENT_STATUSES)

/** The sums of a statement. `net = gross − refunds − fees − vat + adjustments + carriedForward`. */
const sums = {
  gross: sumSchema.meta({ description: 'What was collected.' }),
  refunds: sumSchema.meta({ description: 'Refunds, without those that expired.' }),
  fees: sumSchema.meta({ description: 'Fees, without VAT; feesBack is already taken off.' }),
  vat: sumSchema.meta({ description: 'VAT on the fees; vatBack is already taken off.' }),
  adjustments: sumSchema.meta({
    description: 'Corrections by hand, and what the partner paid in.',
  }),
  carriedForward: sumSchema.meta({
    description: 'The negative net of the statement before, or 0.',
  }),
  net: sumSchema.meta({ description: 'A negative net is carried forward.' }),
}

/** A closed statement, as its partner sees it (D32). */
export const statementRecord = z.object({
  statementId: z.guid(),
  number: z.string().meta({ description: 'Gapless for each partner and year.' }),
  from: businessDateSchema,
  to: businessDateSchema,
  status: statementStatusSchema.exclude(['open']),
  ...sums,
  currency: currencySchema,
  closedAt: timeSchema,
  paidAt: timeSchema.nullable().meta({ description: 'When all of its net was paid.' }),
})

const statementFee = z.object({
  channelKind: channelKindSchema,
  vatBasisPoints: z.int(),
  payments: z.int(),
  fees: sumSchema,
  feesBack: sumSchema,
})

/** A statement in the operator API. While it is open, its number and sums are null. */
export const operatorStatement = z.object({
  statementId: z.guid(),
  partnerId: partnerIdSchema.nullable().meta({ description: 'Null for a channel’s.' }),
  channelId: channelIdSchema.nullable().meta({ description: 'Null for a partner’s.' }),
  number: z.string().nullable(),
  creditNoteNumber: z.string().nullable().meta({
    description: 'The credit note for the fees that refunds give back; null without any.',
  }),
  from: businessDateSchema,
  to: businessDateSchema,
  status: statementStatusSchema,
  lines: z.int().nullable(),
  payments: z.int().nullable(),
  gross: sums.gross.nullable(),
  refunds: sums.refunds.nullable(),
  fees: sums.fees.nullable(),
  feesBack: sumSchema.nullable().meta({ description: 'Fees that refunds gave back.' }),
  vat: sums.vat.nullable(),
  vatBack: sumSchema.nullable().meta({ description: 'VAT on feesBack.' }),
  adjustments: sums.adjustments.nullable(),
  carriedForward: sums.carriedForward.nullable(),
  net: sums.net.nullable(),
  paid: sumSchema.meta({ description: 'Payouts that the bank paid and did not return.' }),
  currency: currencySchema,
  breakdown: z.array(statementFee).meta({ description: 'By kind of channel and VAT rate.' }),
  openedAt: timeSchema,
  closedAt: timeSchema.nullable(),
  closedBy: z.string().nullable().meta({ description: 'Null when the schedule closes it.' }),
  approvedAt: timeSchema.nullable(),
  approvedBy: z.string().nullable(),
  paidAt: timeSchema.nullable(),
})

/** Fees that a partner's payments have earned and no statement charges yet. */
export const uninvoicedFees = z.object({
  partnerId: partnerIdSchema,
  from: businessDateSchema.nullable().meta({
    description: 'The date after its last statement; null before the first one.',
  }),
  payments: z.int(),
  gross: sums.gross,
  refunds: sums.refunds,
  fees: sums.fees,
  vat: sums.vat,
  adjustments: sums.adjustments,
  net: sumSchema.meta({
    description:
      'The net of a statement of these dates, including what the last statement carries forward.',
  }),
})

/** `GET /operator/v1/uninvoiced-fees` */
export const uninvoicedQuery = listQuery.extend({
  until: businessDateSchema.optional().meta({
    description: 'The last business date that counts; without it, everything until now.',
  }),
})

/** `POST /operator/v1/partners/{partnerId}/statements` */
export const closeStatementRequest = requestObject({
  until: businessDateSchema.meta({ description: 'The last business date; a sealed one.' }),
})

/** `POST /operator/v1/statements/{statementId}/approve` */
export const approveStatementRequest = requestObject({
  net: sumSchema.meta({ description: 'The net that you have checked.' }),
})

/** `GET /operator/v1/statements` */
export const statementListQuery = listQuery.extend({
  partnerId: partnerIdSchema.optional(),
  channelId: channelIdSchema.optional(),
  status: statementStatusSchema.optional(),
  from: businessDateSchema
    .optional()
    .meta({ description: 'Statements that cover this date or a later one.' }),
  to: businessDateSchema
    .optional()
    .meta({ description: 'Statements that cover this date or an earlier one.' }),
})

/** When a partner's statements are closed, and when their money may be paid. */
export const settlementSettings = z.object({
  partnerId: partnerIdSchema,
  schedule: z.enum(STATEMENT_SCHEDULES).meta({
    description: 'Weekly statements end on Saturday, monthly ones on the last day of the month.',
  }),
  release: z.enum(RELEASES).meta({
    description: 'Pay at once, or as the channels bank what they collected.',
  }),
})

/** `PATCH /operator/v1/partners/{partnerId}/settlement` */
export const patchSettlementRequest = requestObject({
  schedule: settlementSettings.shape.schedule.optional(),
  release: settlementSettings.shape.release.optional(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'expected at least one of schedule and release',
  })
  .meta({ minProperties: 1 })

named({
  ApproveStatementRequest: approveStatementRequest,
  CloseStatementRequest: closeStatementRequest,
  OperatorStatement: operatorStatement,
  PatchSettlementRequest: patchSettlementRequest,
  SettlementSettings: settlementSettings,
  UninvoicedFees: uninvoicedFees,
})

export type StatementRecord = z.infer<typeof statementRecord>
export type OperatorStatement = z.infer<typeof operatorStatement>
export type UninvoicedFees = z.infer<typeof uninvoicedFees>
export type SettlementSettings = z.infer<typeof settlementSettings>
