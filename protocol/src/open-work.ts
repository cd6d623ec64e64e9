/** What is still open in the money: what a finance team does before it calls a day closed. */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { completeThroughSchema } from './ledger.ts'
import { sumSchema } from './money.ts'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

/** In the order in which a finance team does them: cash first, then the bank, then partners. */
export const WORK_STEPS = [
  /** Shifts that are not counted yet. */
  'shifts',
  /** Differences that counts found, and nobody has decided. */
  'variances',
  /** Cash that is offered or disputed between two people. */
  'handovers',
  /** Cash that was taken and whose confirmation was refused. */
  'cases',
  /** Bags that are not at the bank yet. */
  'bags',
  /** Bags at the bank that it has not credited. */
  'deposits',
  /** Bank transfers that channels announced and the bank has not credited. */
  'remittances',
  /** Lines of the bank that nothing matches. */
  'bank-lines',
  /** Refunds that wait for a second person. */
  'refunds',
  /** Transfers by hand that wait for a second person. */
  'adjustments',
  /** Fees and commissions that wait for a second person. */
  'fees',
  /** Changes of partners' bank accounts that wait for a second person. */
  'account-changes',
  /** Statements that wait for a second person. */
  'statements',
  /** Payouts that wait for a second person. */
  'payouts-to-approve',
  /** Payouts that are in no file for the bank yet. */
  'payouts-to-instruct',
  /** Payouts that the bank has not confirmed. */
  'payouts-at-bank',
] as const

export const workStepSchema = z.enum(WORK_STEPS)

export const openWork = z.object({
  today: businessDateSchema.meta({ description: 'The present business date.' }),
  completeThrough: completeThroughSchema,
  items: z.array(
    z.object({
      step: workStepSchema,
      count: z.int(),
      amount: sumSchema
        .nullable()
        .meta({ description: 'What they are about, in dinars. Null where they have no amount.' }),
      oldest: timeSchema.nullable().meta({ description: 'Since when the oldest of them waits.' }),
    }),
  ),
})

named({ OpenWork: openWork, WorkStep: workStepSchema })

export type WorkStep = z.infer<typeof workStepSchema>
export type OpenWork = z.infer<typeof openWork>
