/** What managers look at: money, partners in trouble, cash and queues (W144). */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { partnerIdSchema } from './ids.ts'
import { partnerStanding } from './own-health.ts'
import { amountOrZeroSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { channelKindSchema } from './payment-status.ts'
import { requestQuery } from './request-object.ts'
import { timeSchema } from './time.ts'

export const FIGURE_DAYS_MAX = 92
export const FIGURE_HOURS_MAX = 24 * 14

const moved = {
  collected: sumSchema,
  payments: z.int(),
  refunded: sumSchema,
  refunds: z.int(),
}

const comparedDay = z.object({
  date: businessDateSchema,
  ...moved,
  byNow: z.object(moved).meta({ description: 'The part up to the current time of day.' }),
})

/** `GET /operator/v1/overview` */
export const overview = z.object({
  at: timeSchema,
  timeZone: z.string(),
  today: comparedDay,
  yesterday: comparedDay,
  lastWeek: comparedDay.meta({ description: 'The same day of the week before.' }),
  byKind: z.array(z.object({ channelKind: channelKindSchema, ...moved })).meta({
    description: 'Today, by kind of channel.',
  }),
  byHour: z
    .array(
      z.object({
        hour: z.int().meta({ description: 'Local, from 0 to 23.' }),
        today: sumSchema.nullable().meta({ description: 'Collected; null in the future.' }),
        payments: z.int(),
        lastWeek: sumSchema,
      }),
    )
    .meta({ description: '24 hours.' }),
  failing: z.array(
    z.object({ partnerId: partnerIdSchema, name: z.string(), ...partnerStanding.shape }),
  ),
  oldestDue: z
    .array(
      z.object({
        kind: z.enum(['deposit', 'handover', 'shift', 'variance', 'case', 'statement', 'delivery']),
        id: z.guid(),
        name: z.string().meta({ description: 'Of the partner or channel.' }),
        label: z
          .string()
          .nullable()
          .meta({ description: 'The slip, the giver, the agent, the holder or the number.' }),
        amount: sumSchema.nullable(),
        since: timeSchema,
      }),
    )
    .meta({ description: 'The oldest three of each kind, the oldest first.' }),
  cash: z.object({
    total: sumSchema.meta({
      description: 'All cash that is not at the bank: what holders have, and bags on their way.',
    }),
    bags: z
      .object({ amount: sumSchema, count: z.int(), oldestAt: timeSchema.nullable() })
      .meta({ description: 'Bags that the bank has not credited; no holder has their cash.' }),
    holders: z.int(),
    ages: z
      .array(z.object({ days: z.int(), amount: sumSchema, holders: z.int() }))
      .meta({ description: 'By the days since the oldest amount came: 0, 1, 2, and 3 or more.' }),
  }),
  queue: z.object({
    due: z
      .int()
      .meta({ description: 'Events whose attempt is due now; at most 10,000 are counted.' }),
    retrying: z.int().meta({ description: 'Events that wait for a later attempt.' }),
    oldestDueAt: timeSchema.nullable(),
    locked: z.int().meta({ description: 'Open payments.' }),
    lapsing: z.int().meta({ description: 'Those whose lock lapses within two minutes.' }),
    openCases: z.int(),
    openVariances: z.int().meta({ description: 'Differences of counts that nobody has decided.' }),
    openVarianceAmount: sumSchema.meta({ description: 'Short and over added up.' }),
  }),
  owed: sumSchema.meta({ description: 'What partners are owed.' }),
  standbys: z.array(
    z.object({ name: z.string(), state: z.string(), lagSeconds: z.number().nullable() }),
  ),
})

const period = {
  from: businessDateSchema.meta({ description: 'The first business date.' }),
  to: businessDateSchema.meta({ description: 'The last business date.' }),
}

const DAY_MS = 86_400_000

const isPeriod = ({ from, to }: { from: string; to: string }): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days >= 0 && days < FIGURE_DAYS_MAX
}

const NOT_A_PERIOD = {
  path: ['from'],
  message: `expected a date that is not after to, and at most ${FIGURE_DAYS_MAX} days`,
}

const hours = z
  .string()
  .refine((text) => /^[1-9][0-9]{0,2}$/.test(text) && Number(text) <= FIGURE_HOURS_MAX, {
    message: `expected a number of hours from 1 to ${FIGURE_HOURS_MAX}`,
  })
  .transform(Number)
  .default(48)
  .meta({ type: 'integer', minimum: 1, maximum: FIGURE_HOURS_MAX, default: 48 })

/** `GET /operator/v1/figures/money` */
export const moneyFiguresQuery = requestQuery({
  ...period,
  partnerId: partnerIdSchema.optional().meta({ description: 'Of one partner.' }),
}).refine(isPeriod, NOT_A_PERIOD)

/** `GET /operator/v1/figures/calls` */
export const callFiguresQuery = requestQuery({ partnerId: partnerIdSchema, hours })

/** `GET /partner/figures/v1` */
export const ownFiguresQuery = requestQuery({ ...period, hours }).refine(isPeriod, NOT_A_PERIOD)

const moneyDay = z.object({
  date: businessDateSchema,
  channelKind: channelKindSchema,
  ...moved,
  refunded: amountOrZeroSchema,
})

const callHour = z.object({
  hour: timeSchema.meta({ description: 'The beginning of the hour.' }),
  call: z.enum(['lookup', 'webhook']),
  answered: z.int().meta({ description: 'Usable answers.' }),
  failed: z.int().meta({ description: 'Answers that were missing, late or unusable.' }),
  p50Ms: z.int().nullable().meta({ description: 'Half of the answers took no longer.' }),
  p95Ms: z.int().nullable().meta({ description: '95 of 100 answers took no longer.' }),
})

export const moneyFigures = z.object({ items: z.array(moneyDay) })
export const callFigures = z.object({ items: z.array(callHour) })
export const ownFigures = z.object({ money: z.array(moneyDay), calls: z.array(callHour) })

named({
  CallFigures: callFigures,
  MoneyFigures: moneyFigures,
  Overview: overview,
  OwnFigures: ownFigures,
})

export type Overview = z.infer<typeof overview>
export type MoneyFigures = z.infer<typeof moneyFigures>
export type CallFigures = z.infer<typeof callFigures>
export type OwnFigures = z.infer<typeof ownFigures>
