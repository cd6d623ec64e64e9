/**
 * Bodies of cash that changes hands (D30): handovers between two people of a channel. Unknown fields of
 * requests are refused (D24).
 */
import { z } from 'zod'
import { agentIdSchema, channelIdSchema, handoverIdSchema } from './ids.ts'
import { amountSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { isLine } from './text.ts'
import { timeSchema } from './time.ts'

const SAFE = /^safe_[1-9][0-9]{0,9}$/

/** Who may hold cash in a channel: an agent, or the safe of the channel. */
export const holderSchema = z
  .string()
  .refine((value) => SAFE.test(value) || agentIdSchema.safeParse(value).success, {
    message: 'expected an agent such as agt_12, or the safe of the channel such as safe_7',
  })
  .meta({
    description: 'An agent (agt_12), or the safe of the channel: safe_7 is the safe of chn_7.',
    pattern: '^(?:agt|safe)_([1-9][0-9]{0,9})$',
    examples: ['agt_12', 'safe_7'],
  })

export const HANDOVER_STATUSES = [
  'offered',
  'received',
  'disputed',
  'declined',
  'cancelled',
] as const

export const handoverStatusSchema = z.enum(HANDOVER_STATUSES)

/** The longest reason, in Unicode characters. */
export const REASON_LENGTH_MAX = 300

/** Why somebody did something: one line for people. */
export const reasonSchema = z
  .string()
  .refine((value) => isLine(value, REASON_LENGTH_MAX), {
    message: `expected one line of 1 to ${REASON_LENGTH_MAX} characters without white space at its ends`,
  })
  .meta({ minLength: 1, maxLength: REASON_LENGTH_MAX })

/** `POST /channel/v1/handovers` */
export const offerHandoverRequest = requestObject({
  from: holderSchema.meta({ description: 'Who gives the cash.' }),
  to: holderSchema.meta({ description: 'Who receives it.' }),
  amount: amountSchema.meta({ description: 'What the giver says it is, in dinars.' }),
})

export const handoverCodeSchema = z
  .string()
  .regex(/^[0-9]{8}$/, { message: 'expected the eight digits that the giver was shown' })

/** `POST /channel/v1/handovers/{handoverId}/receive` */
export const receiveHandoverRequest = requestObject({
  code: handoverCodeSchema.meta({ description: 'The code that the giver tells the receiver.' }),
  counted: amountSchema.meta({ description: 'What the receiver counted, in dinars.' }),
})

/** `POST /channel/v1/handovers/{handoverId}/decline | cancel` */
export const endHandoverRequest = requestObject({ reason: reasonSchema.optional() })

/** `POST /channel/v1/handovers/{handoverId}/dispute` */
export const disputeHandoverRequest = requestObject({ reason: reasonSchema })

export const handover = z.object({
  handoverId: handoverIdSchema,
  channelId: channelIdSchema,
  from: z.string(),
  to: z.string(),
  status: handoverStatusSchema,
  amount: amountSchema.nullable().meta({
    description:
      'What the giver said. Null while the handover is offered: the receiver counts without it.',
  }),
  counted: amountSchema.nullable().meta({ description: 'What the receiver counted, and moved.' }),
  difference: sumSchema.nullable().meta({
    description:
      'counted minus amount: a variance of the giver, about which a second person decides.',
  }),
  codesLeft: z
    .int()
    .meta({ description: 'How many wrong codes are left before the platform cancels it.' }),
  reason: z.string().nullable(),
  offeredAt: timeSchema,
  endedAt: timeSchema.nullable(),
})

/** The answer to the giver: the only one with the code. */
export const offeredHandover = handover.extend({
  amount: amountSchema,
  code: handoverCodeSchema.meta({
    description:
      'Only for the giver, and shown only once. Tell it to the receiver after the count.',
  }),
})

named({
  DisputeHandoverRequest: disputeHandoverRequest,
  EndHandoverRequest: endHandoverRequest,
  Handover: handover,
  HandoverStatus: handoverStatusSchema,
  OfferedHandover: offeredHandover,
  OfferHandoverRequest: offerHandoverRequest,
  ReceiveHandoverRequest: receiveHandoverRequest,
})

export type Handover = z.infer<typeof handover>
export type HandoverStatus = z.infer<typeof handoverStatusSchema>
