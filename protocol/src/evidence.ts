/** What proves a payment: its webhooks, its money and its cash (W143). */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { paymentIdSchema } from './ids.ts'
import { accountKindSchema } from './ledger.ts'
import { amountOrZeroSchema, amountSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { webhookEventDetail } from './operator-records.ts'
import { statementStatusSchema } from './statements.ts'
import { timeSchema } from './time.ts'

const place = z.object({
  kind: accountKindSchema,
  owner: z.string().meta({ description: 'Such as `agt_12`, `safe_7`, `chn_7`, or a deposit.' }),
  name: z.string().nullable().meta({ description: 'Of the agent or channel.' }),
})

/** One step of the cash. The oldest cash leaves first (W110). */
const cashStep = z.object({
  at: timeSchema,
  code: z.string().meta({ description: 'The code of the transfer that moved it.' }),
  amount: amountSchema.meta({ description: 'Of the whole transfer.' }),
  sourceId: z.guid().meta({ description: 'The payment, handover, deposit or remittance.' }),
  to: place,
})

const fee = z.object({
  basisPoints: z.int(),
  vatBasisPoints: z.int(),
  fee: amountOrZeroSchema,
  vat: amountOrZeroSchema,
})

/** `GET /operator/v1/payments/{paymentId}/evidence` */
export const paymentEvidence = z.object({
  paymentId: paymentIdSchema,
  people: z
    .record(z.string(), z.string())
    .meta({ description: 'The names of the agents of this payment and its cash, by their ids.' }),
  events: z.array(webhookEventDetail).meta({ description: 'With bodies and attempts.' }),
  money: z
    .object({
      businessDate: businessDateSchema,
      collected: amountSchema,
      refunded: amountOrZeroSchema,
      fee: fee.nullable().meta({
        description:
          'By the fees of that date, before the statement rounds their sum; null without.',
      }),
      due: sumSchema.meta({ description: 'What the partner is owed for it.' }),
      statement: z
        .object({
          statementId: z.guid(),
          number: z.string().nullable(),
          status: statementStatusSchema,
          from: businessDateSchema,
          to: businessDateSchema,
          paidAt: timeSchema
            .nullable()
            .meta({ description: 'The last payout that the bank paid.' }),
        })
        .nullable(),
    })
    .nullable()
    .meta({
      description:
        'Null before it is paid, once its transfers are archived, and without statements.view.',
    }),
  cash: z.array(cashStep).meta({
    description:
      'Where its cash went, the oldest step first, as far as the books know: the oldest cash leaves ' +
      'first. Empty without cash.view.',
  }),
  withheld: z.array(z.enum(['statements.view', 'cash.view'])).meta({
    description: 'The permissions that the caller lacks; what needs them is left out.',
  }),
})

named({ PaymentEvidence: paymentEvidence })

export type PaymentEvidence = z.infer<typeof paymentEvidence>
