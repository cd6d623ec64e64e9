/** Sending a backlog of webhook events again, as work that can be followed (W146). */
import { z } from 'zod'
import { eventKindSchema } from './webhook-event.ts'
import { partnerIdSchema } from './ids.ts'
import { named } from './named.ts'
import { eventStateSchema } from './operator-records.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

/** The largest number of events of one resend. */
export const RESEND_EVENTS_MAX = 100_000

export const resendIdSchema = z.guid()

export const resendStatusSchema = z.enum(['running', 'finished', 'cancelled'])

/** `POST /partner/webhooks/v1/resends` */
export const resendOwnRequest = requestObject({
  since: timeSchema.meta({ description: 'Only events that were made at this time or later.' }),
  until: timeSchema
    .optional()
    .meta({ description: 'Only events that were made at this time or before; by default now.' }),
  event: eventKindSchema.optional().meta({ description: 'Only events of this kind.' }),
  states: z
    .array(eventStateSchema)
    .min(1)
    .max(3)
    .default(['failed', 'pending'])
    .meta({ description: 'Only events in one of these states when their turn comes.' }),
})

/** `POST /operator/v1/resends` */
export const resendRequest = resendOwnRequest.extend({
  partnerId: partnerIdSchema.optional().meta({ description: 'By default all partners.' }),
})

export const resendPreview = z.object({
  count: z.int().meta({ description: `The number of events, up to ${RESEND_EVENTS_MAX}.` }),
  isMore: z
    .boolean()
    .meta({ description: 'Whether there are more events than one resend may have.' }),
})

export const resendRecord = z.object({
  resendId: resendIdSchema,
  partnerId: partnerIdSchema.nullable().meta({ description: 'Null for all partners.' }),
  since: timeSchema,
  until: timeSchema,
  event: eventKindSchema.nullable(),
  states: z.array(eventStateSchema),
  status: resendStatusSchema,
  count: z.int().meta({ description: 'The number of events when the resend began.' }),
  sent: z.int().meta({ description: 'The number of events that were made due again.' }),
  leftOut: z.int().meta({
    description:
      'Events that were being sent at that moment, or were sent too often within an hour.',
  }),
  askedAt: timeSchema,
  askedBy: z.string().meta({ description: 'The name of the caller at that time.' }),
  finishedAt: timeSchema.nullable(),
})

named({
  ResendOwnRequest: resendOwnRequest,
  ResendPreview: resendPreview,
  ResendRecord: resendRecord,
  ResendRequest: resendRequest,
  ResendStatus: resendStatusSchema,
})

export type ResendRecord = z.infer<typeof resendRecord>
export type ResendRequest = z.output<typeof resendRequest>
