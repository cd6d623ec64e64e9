/** Bodies of the cash that a channel holds (D30). */
import { z } from 'zod'
import { recoveryIdSchema, shiftIdSchema } from './cash-ids.ts'
import { agentStatusSchema } from './agents.ts'
import { businessDateSchema } from './business-date.ts'
import { agentIdSchema } from './ids.ts'
import { listOf } from './lists.ts'
import { amountSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

/** What one holder has taken and not handed over. */
const holding = {
  amount: sumSchema.nullable().meta({
    description: 'In dinars. Null while the holder counts, so that nobody sees the expected sum.',
  }),
  heldSince: businessDateSchema.nullable().meta({
    description: 'The business date of the oldest part, which leaves first. Null without cash.',
  }),
}

export const cashHolding = z.object(holding)

export const agentCash = z.object({
  agentId: agentIdSchema,
  name: z.string(),
  status: agentStatusSchema,
  shiftId: shiftIdSchema
    .nullable()
    .meta({ description: 'The shift that is open or being counted.' }),
  shiftOpenedAt: timeSchema.nullable().meta({ description: 'When that shift began.' }),
  openPayments: z.int().meta({
    description:
      'Payments that are locked in the name of the agent: references that the agent took along, ' +
      'or money that waits on its device for the network.',
  }),
  lastSeenAt: timeSchema.nullable().meta({
    description:
      'When the platform last heard of the person who signs in as this agent, to the minute. Null ' +
      'for one who never did.',
  }),
  ...holding,
})

/** `GET /channel/v1/cash` */
export const cashView = listOf(agentCash).extend({
  safe: cashHolding.meta({ description: 'The safe of the channel.' }),
  channel: cashHolding.meta({ description: 'Cash that the channel took without naming an agent.' }),
})

/** `POST /operator/v1/agents/{agentId}/recoveries` */
export const recoverRequest = requestObject({
  amount: amountSchema,
  paidTo: z
    .enum(['safe', 'bank'])
    .meta({ description: 'How the agent paid: in cash into the safe of the channel, or by bank.' }),
})

export const recovery = z.object({
  recoveryId: recoveryIdSchema,
  agentId: agentIdSchema,
  amount: amountSchema,
  paidTo: z.enum(['safe', 'bank']),
  at: timeSchema,
  stillOwed: sumSchema.meta({ description: 'What the agent owes after this.' }),
})

named({
  AgentCash: agentCash,
  CashView: cashView,
  Recovery: recovery,
  RecoverRequest: recoverRequest,
})

export type CashView = z.infer<typeof cashView>
export type AgentCash = z.infer<typeof agentCash>
export type Recovery = z.infer<typeof recovery>
