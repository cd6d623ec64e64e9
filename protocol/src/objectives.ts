/** The objectives of the service, and how far they were kept in a month (W278). */
import { z } from 'zod'
import { partnerIdSchema } from './ids.ts'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

/**
 * The share of calls that is good, as Prometheus has it too (`deploy/prometheus/wasl-objectives.yml`). Open,
 * confirm and status: the platform answers, whatever it answers. Webhooks: acknowledged within 60 s.
 * Lookups: the partner answers what can be read.
 */
export const OBJECTIVES = {
  open: 0.999,
  confirm: 0.999,
  status: 0.999,
  webhooks: 0.99,
  lookups: 0.99,
} as const

export type Objective = keyof typeof OBJECTIVES

/** The time within which a webhook is acknowledged that counts as good. */
export const PROMPT_WEBHOOK_SECONDS = 60

const names = Object.keys(OBJECTIVES) as [Objective, ...Objective[]]

const counted = {
  objective: z.enum(names),
  good: z.int().min(0),
  failed: z.int().min(0),
  level: z
    .number()
    .nullable()
    .meta({ description: 'The share that was good, from 0 to 1; null without calls.' }),
}

const objectiveLevel = z.object({
  ...counted,
  target: z.number(),
  budgetLeft: z.number().nullable().meta({
    description:
      'The share of this month’s error budget that is left: 1 when nothing failed, below 0 when it is used up.',
  }),
})

const worstHour = z.object({
  ...counted,
  from: timeSchema.meta({ description: 'The beginning of the hour.' }),
  ofBudget: z.number().meta({
    description: 'The share of this month’s error budget that the failures of the hour took.',
  }),
})

const worstPartner = z.object({ ...counted, partnerId: partnerIdSchema, name: z.string() })

/** `GET /operator/v1/service-levels` */
export const serviceLevels = z.object({
  since: timeSchema.meta({ description: 'The beginning of the month, in the operator’s time.' }),
  at: timeSchema,
  objectives: z.array(objectiveLevel),
  hours: z.array(worstHour).meta({
    description: 'The hours that took most of an error budget, at most 10.',
  }),
  worst: z.array(worstPartner).meta({
    description: 'The partners with the most failures of webhooks and lookups, at most 10.',
  }),
})

/** `GET /partner/settings/v1/service-levels` */
export const ownServiceLevels = serviceLevels.omit({ worst: true })

named({ OwnServiceLevels: ownServiceLevels, ServiceLevels: serviceLevels })

export type ServiceLevels = z.infer<typeof serviceLevels>
export type OwnServiceLevels = z.infer<typeof ownServiceLevels>
