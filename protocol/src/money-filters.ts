/** How lists about cash are narrowed: by day, amount and agent. */
import { agentIdSchema } from './ids.ts'
import { localPeriod } from './local-time.ts'
import { amountInQuery, amountParameter } from './money.ts'

const amount = (description: string) =>
  amountInQuery.optional().meta({ ...amountParameter, description })

export const moneyFilters = {
  ...localPeriod,
  amount: amount('Filter by amount in dinars.'),
  amountFrom: amount('The lowest amount in dinars.'),
  amountTo: amount('The highest amount in dinars.'),
}

export const byAgent = (description: string) => agentIdSchema.optional().meta({ description })
