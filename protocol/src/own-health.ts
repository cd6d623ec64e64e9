/** How a partner's lookups and webhooks went (W154). */
import { z } from 'zod'
import { limitUpTo } from './lists.ts'
import { named } from './named.ts'
import { requestQuery } from './request-object.ts'
import { timeSchema } from './time.ts'

export const HEALTH_HOURS_MAX = 168

/** `GET /partner/settings/v1/health` */
export const healthQuery = requestQuery({
  hours: limitUpTo(HEALTH_HOURS_MAX, 24).meta({
    description: 'How many hours, including the current one.',
  }),
})

export const FAILING_SINCE =
  'When the oldest event that waits was made, or the hour of failed lookups.'

/** Whether a partner answers now: one rule wherever it is shown (W205). */
export const partnerStanding = z.object({
  waiting: z.int().meta({ description: 'Events that wait for another attempt.' }),
  givenUp: z.int().meta({ description: 'Events that were given up in the last 7 days.' }),
  since: timeSchema.nullable().meta({ description: FAILING_SINCE }),
  nextAttemptAt: timeSchema.nullable(),
  lookups: z
    .object({ answered: z.int(), failed: z.int() })
    .meta({ description: 'In this hour and the previous one.' }),
})

export const presentStanding = partnerStanding.extend({
  isFailing: z.boolean().meta({
    description: 'Events wait for another attempt or were given up, or lookups fail.',
  }),
})

const milliseconds = z.int().nullable()

export const healthHour = z.object({
  from: timeSchema,
  lookups: z.int().meta({ description: 'Lookups that were made.' }),
  lookupFailures: z.int().meta({ description: 'Of these, those without a right answer.' }),
  lookupMs50: milliseconds.meta({ description: 'Half of them were faster.' }),
  lookupMs95: milliseconds.meta({ description: 'All but 5 % were faster.' }),
  attempts: z.int().meta({ description: 'Webhook attempts that have ended.' }),
  acknowledged: z.int().meta({ description: 'Of these, those that were acknowledged.' }),
  attemptMs50: milliseconds,
  attemptMs95: milliseconds,
})

export const ownHealth = z.object({
  now: presentStanding.meta({ description: 'The current health.' }),
  completeSince: timeSchema.meta({
    description: 'Whether earlier hours are incomplete, because the partner is large.',
  }),
  hours: z.array(healthHour).meta({ description: 'The oldest first.' }),
  failures: z
    .array(
      z.object({
        code: z.string(),
        count: z.int(),
        explanation: z.string().meta({ description: 'What was wrong with the last of them.' }),
        lastAt: timeSchema,
      }),
    )
    .meta({ description: 'Lookups that failed, by their cause.' }),
})

named({ OwnHealth: ownHealth, PartnerStanding: presentStanding })

export type OwnHealth = z.infer<typeof ownHealth>
export type PartnerStanding = z.infer<typeof presentStanding>
