/** What became of a request whose answer was lost, by its Idempotency-Key (D25). */
import { z } from 'zod'
import { channelPayment, idempotencyKeySchema } from './channel-api.ts'
import { partnerIdSchema } from './ids.ts'
import { named } from './named.ts'
import { redeemedRefund } from './refunds.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

/** `GET /channel/v1/requests/{key}` */
export const requestOutcomeQuery = requestObject({
  partnerId: partnerIdSchema.optional().meta({
    description:
      'The partner of the payment or refund. Omit it for requests that concern no partner: ' +
      'bags, shifts, handovers, agents, remittances.',
  }),
})

export const requestOutcome = z.object({
  key: idempotencyKeySchema,
  state: z.enum(['answered', 'unknown']).meta({
    description:
      'answered: the platform has decided. unknown: no request with this key has changed anything in the ' +
      'last 24 hours. If it may still be under way, ask again.',
  }),
  at: timeSchema.nullable().meta({ description: 'When it was answered.' }),
  did: z
    .enum(['open', 'confirm', 'cancel', 'fail', 'refund', 'other'])
    .nullable()
    .meta({ description: 'What was asked for; null when the key is unknown.' }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'The code of the refusal; null when it was done.' }),
  payment: channelPayment
    .nullable()
    .meta({ description: 'The payment of open, confirm, cancel and fail, as it is now.' }),
  refund: redeemedRefund.nullable().meta({ description: 'The refund that the till paid.' }),
  answer: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'The first answer of other.' }),
})

named({ RequestOutcome: requestOutcome })

export type RequestOutcome = z.infer<typeof requestOutcome>
