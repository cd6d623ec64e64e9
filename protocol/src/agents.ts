/**
 * Bodies of agents: the people of a channel who take the money (D30). Unknown fields of requests are
 * refused (D24).
 */
import { z } from 'zod'
import { agentIdSchema } from './ids.ts'
import { amountSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'

export const agentStatusSchema = z.enum(['active', 'inactive'])

/** The upper bound of `heldDaysMax`. */
export const HELD_DAYS_MAX = 365

/** In dinars: more than any counter takes in a week, and less than a mistyped amount (W226). */
export const AGENT_CASH_MAX = 50_000_000

/** In dinars: what a new agent may hold at most. Two people raise it (W258). */
export const NEW_AGENT_CASH_MAX = 1_000_000

const cashMaxSchema = amountSchema
  .refine((dinars) => dinars <= AGENT_CASH_MAX, { message: `expected at most ${AGENT_CASH_MAX}` })
  .meta({ maximum: AGENT_CASH_MAX })

const limits = {
  cashMax: cashMaxSchema.nullable().meta({
    description:
      'When the agent holds this much, no payment can be opened in its name; from 80 % of it, ' +
      'openings have a warning. Null: no limit.',
  }),
  heldDaysMax: z
    .int()
    .min(1)
    .max(HELD_DAYS_MAX)
    .nullable()
    .meta({
      description:
        'How many business days the agent may hold the same cash. On the last of these days, ' +
        'openings have a warning; after it, no payment can be opened in the name of the agent. ' +
        'Null: no limit.',
    }),
}

/** `POST /channel/v1/agents` */
export const createAgentRequest = requestObject({
  name: nameSchema,
  cashMax: amountSchema
    .refine((dinars) => dinars <= NEW_AGENT_CASH_MAX, {
      message: `expected at most ${NEW_AGENT_CASH_MAX}: two people raise it afterwards`,
    })
    .default(NEW_AGENT_CASH_MAX)
    .meta({ description: limits.cashMax.description, maximum: NEW_AGENT_CASH_MAX }),
  heldDaysMax: limits.heldDaysMax.optional(),
})

/** `PATCH /operator/v1/agents/{agentId}` */
export const agentLimitsRequest = requestObject({
  cashMax: limits.cashMax.optional(),
  heldDaysMax: limits.heldDaysMax.optional(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'expected at least one of cashMax and heldDaysMax',
  })
  .meta({ minProperties: 1 })

/** `PATCH /channel/v1/agents/{agentId}` */
export const patchAgentRequest = requestObject({
  name: nameSchema.optional(),
  status: agentStatusSchema.optional(),
  cashMax: limits.cashMax.optional(),
  heldDaysMax: limits.heldDaysMax.optional(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'expected at least one of name, status, cashMax and heldDaysMax',
  })
  .meta({ minProperties: 1 })

export const agentRecord = z.object({
  agentId: agentIdSchema,
  name: z.string(),
  status: agentStatusSchema.meta({
    description:
      'An inactive agent cannot start a shift, and no payment can be opened in its name.',
  }),
  ...limits,
  createdAt: timeSchema,
})

/** `agentId` when a payment is opened. */
export const openingAgentSchema = agentIdSchema.meta({
  description:
    'The agent who will take the money. The agent must be on shift. Required if the channel is ' +
    'set so.',
})

/** What an answer about a payment says of the agent and of takenAt. Nothing was refused for it. */
export const agentWarningSchema = z
  .enum([
    'AGENT_CASH_NEAR_LIMIT',
    'AGENT_HOLDS_CASH_LONG',
    'AGENT_NOT_ON_SHIFT',
    'TAKEN_BY_UNKNOWN',
    'TAKEN_AT_IMPOSSIBLE',
  ])
  .meta({
    description:
      'AGENT_CASH_NEAR_LIMIT: the agent holds 80 % of its limit or more. AGENT_HOLDS_CASH_LONG: the ' +
      'agent must hand over its oldest cash today. AGENT_NOT_ON_SHIFT: the agent who took the money ' +
      'has no open shift. TAKEN_BY_UNKNOWN: the channel has no such agent, so the cash is booked as if ' +
      'takenBy was not sent. TAKEN_AT_IMPOSSIBLE: takenAt is before the opening or after the ' +
      'confirmation, so it is not recorded.',
  })

named({
  AgentLimitsRequest: agentLimitsRequest,
  AgentRecord: agentRecord,
  AgentStatus: agentStatusSchema,
  AgentWarning: agentWarningSchema,
  CreateAgentRequest: createAgentRequest,
  PatchAgentRequest: patchAgentRequest,
})

export type AgentRecord = z.infer<typeof agentRecord>
export type AgentStatus = z.infer<typeof agentStatusSchema>
export type AgentWarning = z.infer<typeof agentWarningSchema>
export type PatchAgentRequest = z.infer<typeof patchAgentRequest>
