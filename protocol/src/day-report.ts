/** Everything about one business date, in one document (W149). */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

/** In the order of the document. */
export const DAY_SECTIONS = [
  /** Payments taken, by channel and partner. */
  'payments',
  /** Refunds made, expired, paid and returned. */
  'refunds',
  /** Fees and commissions with their VAT. */
  'fees',
  /** Cash by holder: at the start, received, handed on, at the end. */
  'cash',
  /** What agents counted, beside what they should have had. */
  'counts',
  /** Differences of counts, and what was decided about them. */
  'variances',
  /** Cash on its way to the bank, deposits and remittances. */
  'deposits',
  /** Lines of the bank's exports. */
  'bank-lines',
  /** Payouts to partners, and every other transfer of the day. */
  'other',
  /** What still waits for somebody, at the moment of the report. */
  'open',
  /** The balances of all accounts at the end of the day, by kind. */
  'balances',
] as const

const centimes = z.int().meta({ description: 'Centimes.' })

export const dayLine = z.object({
  section: z.enum(DAY_SECTIONS),
  item: z.string().meta({ description: 'What is counted, such as a code of the ledger: COLLECT.' }),
  channelId: z.string().nullable(),
  channelName: z.string().nullable(),
  partnerId: z.string().nullable(),
  partnerName: z.string().nullable(),
  holder: z
    .string()
    .nullable()
    .meta({ description: 'Who holds the cash: an agent, safe or channel.' }),
  holderName: z.string().nullable(),
  count: z.int().nullable(),
  amount: centimes.nullable(),
})

export const dayReport = z.object({
  businessDate: businessDateSchema,
  isClosed: z.boolean().meta({ description: 'Nothing enters this date any more.' }),
  madeAt: timeSchema,
  moved: z
    .object({ count: z.int(), debits: centimes, credits: centimes })
    .meta({ description: 'All transfers of the date: debits equal credits.' }),
  balance: centimes.meta({ description: 'All balances together: 0 when the books agree.' }),
  lines: z.array(dayLine),
})

named({ DayLine: dayLine, DayReport: dayReport })

export type DaySection = (typeof DAY_SECTIONS)[number]
export type DayLine = z.infer<typeof dayLine>
export type DayReport = z.infer<typeof dayReport>
