/** Bodies of variances: what a count found too little or too much (D30). */
import { z } from 'zod'
import { reasonSchema } from './custody.ts'
import { caseIdSchema, varianceIdSchema } from './cash-ids.ts'
import { agentIdSchema, channelIdSchema } from './ids.ts'
import { amountSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

export const VARIANCE_OUTCOMES = ['over_short', 'agent_receivable', 'payer_held'] as const

export const varianceOutcomeSchema = z.enum(VARIANCE_OUTCOMES).meta({
  description:
    'over_short: the channel’s loss or gain. agent_receivable: the agent owes the shortage. payer_held: ' +
    'the surplus belongs to a payer, and a case waits for it.',
})

export const varianceStatusSchema = z.enum(['open', 'decided'])

/** `POST /operator/v1/variances/{varianceId}/decide` */
export const decideVarianceRequest = requestObject({
  outcome: varianceOutcomeSchema,
  reason: reasonSchema,
})

export const varianceRecord = z.object({
  varianceId: varianceIdSchema,
  channelId: channelIdSchema,
  holder: z.string().meta({ description: 'Whose cash was counted: agt_12, safe_7, or a bag.' }),
  mayOwe: agentIdSchema.nullable().meta({
    description:
      'The agent who can owe a shortage: the one whose cash was counted, or who had the bag last. ' +
      'Otherwise null.',
  }),
  source: z.enum(['shift', 'handover', 'deposit']),
  sourceId: z.guid().meta({ description: 'The id of the shift, handover or deposit.' }),
  kind: z.enum(['short', 'over']),
  amount: amountSchema,
  status: varianceStatusSchema,
  foundAt: timeSchema,
  foundBy: z.string().meta({ description: 'The channel, or the person, that counted.' }),
  outcome: varianceOutcomeSchema.nullable(),
  caseId: caseIdSchema.nullable().meta({ description: 'The case of payer_held.' }),
  decidedAt: timeSchema.nullable(),
  decidedBy: z.string().nullable().meta({
    description:
      'The person who decided; `tolerance` for a difference within the tolerance of the channel.',
  }),
  tolerance: sumSchema.nullable().meta({
    description: 'The tolerance of the channel that applied; null if a person decided.',
  }),
  reason: z.string().nullable(),
})

const foundOf = (description: string) =>
  z.object({ count: z.int(), amount: sumSchema }).meta({ description })

/** What counts found of an agent in one month. */
export const differencesOfMonth = z.object({
  month: z.string().meta({ description: 'As YYYY-MM, by the local time.' }),
  short: foundOf('All shortages.'),
  over: foundOf('All surpluses.'),
  shortWithinTolerance: foundOf('Those of the shortages that nobody decided: each was small.'),
  overWithinTolerance: foundOf('Those of the surpluses that nobody decided.'),
})

/** `GET …/agents/{agentId}/differences` */
export const agentDifferences = z.object({
  agentId: agentIdSchema,
  owed: sumSchema.meta({ description: 'What the agent owes of shortages now.' }),
  months: z.array(differencesOfMonth).meta({ description: 'The newest first, at most 24.' }),
})

named({
  AgentDifferences: agentDifferences,
  DecideVarianceRequest: decideVarianceRequest,
  VarianceOutcome: varianceOutcomeSchema,
  VarianceRecord: varianceRecord,
})

export type VarianceOutcome = z.infer<typeof varianceOutcomeSchema>
export type VarianceRecord = z.infer<typeof varianceRecord>
export type AgentDifferences = z.infer<typeof agentDifferences>
