/** Bodies of bank lines. `bank-mappings.ts` has the mappings that read them. Unknown fields are refused (D24). */
import { z } from 'zod'
import { bankGroupProposal, remainderSchema } from './bank-groups.ts'
import { businessDateSchema } from './business-date.ts'
import { bankMapping, bankMappingRequest } from './bank-mappings.ts'
import { bankAccountSchema } from './deposits.ts'
import {
  bankLineIdSchema,
  depositIdSchema,
  partnerIdSchema,
  refundIdSchema,
  remittanceIdSchema,
} from './ids.ts'
import { sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

export const BANK_FILE_BYTES_MAX = 2 * 1024 * 1024

export const bankImport = z.object({
  importId: z.guid(),
  lines: z.int().meta({ description: 'The lines of the file.' }),
  added: z.int().meta({ description: 'How many of them were new.' }),
  matched: z.int().meta({ description: 'How many open lines were matched at once.' }),
})

export const BANK_LINE_STATUSES = ['unmatched', 'matching', 'matched', 'unmatching'] as const

export const bankLineStatusSchema = z.enum(BANK_LINE_STATUSES)

export const BANK_MATCH_KINDS = [
  'deposit',
  'remittance',
  'payout',
  'refund',
  'fee',
  'topup',
  'sweep',
  'posted',
  'group',
  'rejoined',
] as const

export const bankMatchKindSchema = z.enum(BANK_MATCH_KINDS)

export const bankProposal = z.object({
  kind: bankMatchKindSchema,
  id: z.guid(),
  amount: sumSchema,
  amountAgrees: z.boolean(),
  referenceAgrees: z.boolean(),
})

export const bankLine = z.object({
  bankLineId: bankLineIdSchema,
  account: bankAccountSchema,
  bookedOn: businessDateSchema,
  valueOn: businessDateSchema.nullable(),
  amount: sumSchema.meta({ description: 'Dinars; negative when the money left the account.' }),
  description: z.string(),
  reference: z.string().nullable(),
  status: bankLineStatusSchema,
  match: z
    .object({
      kind: bankMatchKindSchema,
      sourceId: z.guid().meta({ description: 'The source of the transfer that the line proves.' }),
      by: z.string().meta({ description: 'The person, or platform.' }),
    })
    .nullable(),
  proposals: z.array(bankProposal).meta({
    description: 'Proposals for an unmatched line, the best first; at most 5.',
  }),
  groups: z.array(bankGroupProposal).meta({
    description:
      'Proposals of groups for an unmatched line: a whole batch, several bags, or a part of one ' +
      'thing; at most 3.',
  }),
  remainderOf: bankLineIdSchema
    .nullable()
    .meta({ description: 'The line whose group left this remainder.' }),
  waitsFor: z
    .object({ act: z.enum(['match', 'unmatch', 'group']), by: z.string(), at: timeSchema })
    .nullable()
    .meta({ description: 'What one person asked for and another person must confirm.' }),
})

const MATCHES = 'depositId, remittanceId, payoutId, refundId, partnerId, sourceId and as'

/** `POST /operator/v1/bank-lines/{bankLineId}/match` */
export const matchBankLineRequest = requestObject({
  depositId: depositIdSchema.optional(),
  remittanceId: remittanceIdSchema.optional(),
  payoutId: z.guid().optional(),
  refundId: refundIdSchema.optional().meta({
    description: 'The bank has paid this refund or, with an amount above 0, returned it.',
  }),
  partnerId: partnerIdSchema.optional().meta({ description: 'A partner paid its debit (TOPUP).' }),
  sourceId: z
    .guid()
    .optional()
    .meta({
      description:
        'The source of a transfer of this bank account that was posted by a person, such as a float, or ' +
        'the clients line of a sweep.',
    }),
  as: z.enum(['fee', 'sweep']).optional().meta({
    description:
      "fee: a fee of the bank. sweep: the operator's fees leave the clients' account for its own.",
  }),
})
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    message: `expected exactly one of ${MATCHES}`,
  })
  .meta({ minProperties: 1, maxProperties: 1 })

export const bankGroup = z.object({
  lines: z.array(bankLine),
  remainder: remainderSchema,
})

named({
  BankGroup: bankGroup,
  BankImport: bankImport,
  BankLine: bankLine,
  BankMapping: bankMapping,
  BankMappingRequest: bankMappingRequest,
  BankProposal: bankProposal,
  MatchBankLineRequest: matchBankLineRequest,
})

export type BankLine = z.infer<typeof bankLine>
export type BankLineStatus = z.infer<typeof bankLineStatusSchema>
export type BankMatchKind = z.infer<typeof bankMatchKindSchema>
export type BankProposal = z.infer<typeof bankProposal>
export type MatchBankLineRequest = z.infer<typeof matchBankLineRequest>
export type BankGroup = z.infer<typeof bankGroup>
