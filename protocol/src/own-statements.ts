/** A statement as its partner's users look at it (W153). Its documents say the same for programs. */
import { z } from 'zod'
import { amountSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { payoutStatusSchema } from './payouts.ts'
import { businessDateSchema } from './business-date.ts'
import { operatorStatement, RELEASES, statementRecord } from './statements.ts'
import { timeSchema } from './time.ts'

/** The net by where its cash is. The three add up to the net. */
const cash = z.object({
  banked: sumSchema.meta({ description: 'In the bank: it can be paid.' }),
  deposited: sumSchema.meta({ description: 'Brought to the bank, which has not confirmed it.' }),
  held: sumSchema.meta({ description: 'Still with the channels.' }),
})

export const ownStatement = statementRecord.extend({
  creditNoteNumber: operatorStatement.shape.creditNoteNumber,
  lines: z.int(),
  payments: z.int(),
  breakdown: operatorStatement.shape.breakdown,
  paid: operatorStatement.shape.paid,
  release: z.enum(RELEASES).meta({
    description: 'Whether it may be paid at once, or as the channels bank what they collected.',
  }),
  cash: cash.nullable().meta({
    description:
      'Null if all of it is paid at once, and while a database that is needed for it is down.',
  }),
  payouts: z.array(
    z.object({
      amount: amountSchema,
      status: payoutStatusSchema.exclude(['declined']),
      instructedAt: timeSchema.nullable(),
      paidAt: timeSchema.nullable(),
      returnedAt: timeSchema.nullable(),
    }),
  ),
  accountEnding: z.string().nullable().meta({
    description: 'The last four digits of the account that receives the money; null without one.',
  }),
})

const { gross, refunds, fees, vat, adjustments, carriedForward, net } = statementRecord.shape

/** `GET /partner/settings/v1/next-statement` */
export const nextStatement = z.object({
  from: businessDateSchema.nullable().meta({
    description: 'The date after the last statement; null before the first one.',
  }),
  payments: z.int(),
  gross,
  refunds,
  fees,
  vat,
  adjustments,
  carriedForward,
  net: net.meta({
    description: 'To be paid since the last statement; it grows with each payment.',
  }),
  currency: statementRecord.shape.currency,
})

named({ NextStatement: nextStatement, OwnStatement: ownStatement })

export type NextStatement = z.infer<typeof nextStatement>
export type OwnStatement = z.infer<typeof ownStatement>
