/** Bodies of cases: cash whose payer has no payment (D30). */
import { z } from 'zod'
import { caseIdSchema, varianceIdSchema } from './cash-ids.ts'
import { agentIdSchema, channelIdSchema, partnerIdSchema, paymentIdSchema } from './ids.ts'
import { amountSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

export const CASE_STATUSES = ['open', 'confirmed', 'given_back'] as const

export const caseStatusSchema = z.enum(CASE_STATUSES)

/** `POST /channel/v1/payments/{paymentId}/taken` */
export const reportTakenRequest = requestObject({
  amount: amountSchema.meta({
    description:
      'What was taken, in dinars: a bill with centimes that was paid in coins is rounded (W236).',
  }),
  takenBy: agentIdSchema.optional().meta({
    description: 'The agent who holds the cash; without one, the channel itself holds it.',
  }),
  takenAt: timeSchema.meta({ description: 'When it was taken, by your clock.' }),
})

/** The agent, the safe or the channel that gave cash back, or the bank. */
export const givenBackBySchema = z
  .string()
  .regex(/^(?:(?:agt|safe|chn)_[1-9][0-9]{0,9}|bank)$/, {
    message:
      'expected who gave it back: an agent (agt_12), a safe (safe_7), a channel (chn_7), or bank',
  })
  .meta({ description: 'Who gave it back: an agent, the safe or the channel itself, or `bank`.' })

/** `POST /operator/v1/cases/{caseId}/resolve`: one of the two. */
export const resolveCaseRequest = requestObject({
  confirmedBy: paymentIdSchema.optional().meta({
    description:
      'The payment of the same channel and amount that was confirmed with this cash; of the same ' +
      'partner, where the case has one.',
  }),
  givenBackBy: givenBackBySchema.optional(),
}).refine(
  ({ confirmedBy, givenBackBy }) => (confirmedBy === undefined) !== (givenBackBy === undefined),
  { message: 'expected either confirmedBy or givenBackBy' },
)

export const caseRecord = z.object({
  caseId: caseIdSchema,
  channelId: channelIdSchema,
  partnerId: partnerIdSchema
    .nullable()
    .meta({ description: 'Null for a case that a count found.' }),
  paymentId: paymentIdSchema
    .nullable()
    .meta({ description: 'The payment whose confirmation was refused.' }),
  varianceId: varianceIdSchema.nullable().meta({ description: 'The surplus that a count found.' }),
  amount: amountSchema,
  takenBy: z.string().meta({ description: 'Who took the cash: agt_12, safe_7 or chn_7.' }),
  takenAt: timeSchema,
  reportedAt: timeSchema,
  status: caseStatusSchema,
  confirmedBy: paymentIdSchema.nullable(),
  givenBackBy: z.string().nullable(),
  resolvedAt: timeSchema.nullable(),
  resolvedBy: z.string().nullable().meta({ description: 'The person who resolved it.' }),
})

named({
  CaseRecord: caseRecord,
  CaseStatus: caseStatusSchema,
  ReportTakenRequest: reportTakenRequest,
  ResolveCaseRequest: resolveCaseRequest,
})

export type CaseStatus = z.infer<typeof caseStatusSchema>
export type CaseRecord = z.infer<typeof caseRecord>
