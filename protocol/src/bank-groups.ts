/** Bank lines that are matched in groups, and matches that are taken back (D37). */
import { z } from 'zod'
import { bankLineIdSchema, depositIdSchema, refundIdSchema, remittanceIdSchema } from './ids.ts'
import { sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'

/** Things that lines are together; a batch is all of its payouts that no line proves yet. */
export const bankGroupThing = z.object({
  kind: z.enum(['deposit', 'remittance', 'payout', 'refund', 'batch']),
  id: z.guid(),
  amount: sumSchema,
})

export const remainderSchema = sumSchema.meta({
  description:
    'The sum of the lines minus the sum of the things; it stays in suspense as a line of its ' +
    'own.',
})

export const bankGroupProposal = z.object({
  bankLineIds: z.array(bankLineIdSchema),
  things: z.array(bankGroupThing),
  remainder: remainderSchema,
})

const GROUP_LINES_MAX = 100
/** The payouts of a batch, bags or remittances that one request names. */
export const GROUP_THINGS_MAX = 500

const GROUP_KINDS = 'depositId, remittanceId, payoutId, refundId and batchId'

const groupThingRequest = requestObject({
  depositId: depositIdSchema.optional(),
  remittanceId: remittanceIdSchema.optional(),
  payoutId: z.guid().optional(),
  refundId: refundIdSchema.optional(),
  batchId: z.guid().optional().meta({ description: 'All of its payouts that no line proves yet.' }),
})
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    message: `expected exactly one of ${GROUP_KINDS}`,
  })
  .meta({ minProperties: 1, maxProperties: 1 })

/** `POST /operator/v1/bank-lines/match` */
export const matchBankLinesRequest = requestObject({
  bankLineIds: z.array(bankLineIdSchema).min(1).max(GROUP_LINES_MAX),
  things: z.array(groupThingRequest).min(1).max(GROUP_THINGS_MAX),
}).refine(({ bankLineIds, things }) => bankLineIds.length === 1 || things.length === 1, {
  message: 'expected one line with its things, or one thing with its lines',
})

/** `POST /operator/v1/bank-lines/{bankLineId}/unmatch` */
export const unmatchBankLineRequest = requestObject({
  reason: z.string().min(1).max(200),
})

named({
  BankGroupProposal: bankGroupProposal,
  BankGroupThing: bankGroupThing,
  MatchBankLinesRequest: matchBankLinesRequest,
  UnmatchBankLineRequest: unmatchBankLineRequest,
})

export type BankGroupProposal = z.infer<typeof bankGroupProposal>
export type MatchBankLinesRequest = z.infer<typeof matchBankLinesRequest>
