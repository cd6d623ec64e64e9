/** A partner's payments as its users look at them (W153). For its books there is `partner-payments.ts`. */
import { z } from 'zod'
import { LANGUAGES } from './language.ts'
import { listOf, listQuery } from './lists.ts'
import { localPeriod } from './local-time.ts'
import { named } from './named.ts'
import { operatorPaymentRecord, operatorPayment } from './operator-records.ts'
import { timelineItem } from './payment-detail.ts'
import { paymentStageSchema } from './payment-status.ts'
import { qrCodeTokenSchema } from './qr-config.ts'
import { refundRecord } from './refunds.ts'
import { statementRecord } from './statements.ts'

/** Who took the cash is between the channel and the operator. */
const OF_CHANNEL = {
  partnerId: true,
  partnerName: true,
  channelId: true,
  agentId: true,
  takenBy: true,
} as const

export const ownPaymentRecord = operatorPaymentRecord.omit(OF_CHANNEL)

export const ownPaymentList = listOf(ownPaymentRecord)

export const ownPaymentsQuery = listQuery.extend({
  ...localPeriod,
  referenceBegins: z.string().min(1).max(128).optional().meta({
    description: 'Only references that begin so, as they are written.',
  }),
  stage: paymentStageSchema.optional().meta({ description: 'Only payments of this stage.' }),
  qrCodeToken: qrCodeTokenSchema.optional().meta({ description: 'Only payments of this code.' }),
})

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const

/** How a file of payments is asked for. */
export const exportForm = {
  format: z.enum(EXPORT_FORMATS).meta({
    description:
      'xlsx for people: states in words of the language, local times as dates, amounts as numbers, and ' +
      'their totals. csv for comparing books in a spreadsheet that is set to French: semicolons, decimal ' +
      'commas, a header in the language, and texts that no spreadsheet calculates. json for programs: ' +
      'the items of the list.',
  }),
  lang: z.enum(LANGUAGES).optional().meta({
    description: 'The language of the file; by default that of Accept-Language.',
  }),
}

export const exportPaymentsQuery = ownPaymentsQuery
  .omit({ limit: true, cursor: true })
  .extend(exportForm)

/** A refund without the people of the operator. */
export const ownRefund = refundRecord.pick({
  refundId: true,
  status: true,
  amount: true,
  reason: true,
  requestedAt: true,
  madeAt: true,
  expiresAt: true,
  paidAt: true,
})

export const ownPaymentDetail = operatorPayment.omit(OF_CHANNEL).extend({
  receiptNumber: z.string().nullable().meta({ description: 'Null for what was never paid.' }),
  refunds: z.array(ownRefund),
  timeline: z.array(timelineItem),
  attemptsLeftOut: z.boolean().meta({
    description:
      'Whether an event has more attempts than the newest 50 in the timeline. Read the event for the ' +
      'others.',
  }),
  statement: statementRecord
    .pick({ statementId: true, number: true, status: true, paidAt: true })
    .nullable()
    .meta({ description: 'The closed statement that has this payment.' }),
})

named({
  OwnPaymentDetail: ownPaymentDetail,
  OwnPaymentList: ownPaymentList,
  OwnPaymentRecord: ownPaymentRecord,
})

export type OwnPaymentRecord = z.infer<typeof ownPaymentRecord>
export type OwnPaymentDetail = z.infer<typeof ownPaymentDetail>
