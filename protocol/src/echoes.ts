/** Echoes in the operator API: acknowledged payments that are looked up again (W126). */
import { z } from 'zod'
import { partnerIdSchema, paymentIdSchema } from './ids.ts'
import { named } from './named.ts'
import { timeSchema } from './time.ts'

export const ECHO_SETTINGS = ['off', 'sample', 'all'] as const
export const ECHO_STATES = ['due', 'agreed', 'unbooked', 'unanswered', 'refunded'] as const

export const echoSettingSchema = z.enum(ECHO_SETTINGS).meta({
  description:
    'How many acknowledged successes are looked up again: none, one in 16, or all (W126).',
})

export const echoStateSchema = z.enum(ECHO_STATES).meta({
  description:
    'unbooked: the partner acknowledged the success and has not booked the payment. unanswered: no ' +
    'lookup had a usable answer. refunded: not looked up any more.',
})

export const echoRecord = z.object({
  partnerId: partnerIdSchema,
  paymentId: paymentIdSchema,
  reference: z.string(),
  state: echoStateSchema,
  acknowledgedAt: timeSchema,
  lookedUpAt: timeSchema.nullable(),
  nextLookupAt: timeSchema.nullable(),
  answer: z.string().nullable().meta({ description: 'What the partner answered last.' }),
})

named({ EchoRecord: echoRecord, EchoSetting: echoSettingSchema, EchoState: echoStateSchema })

export type EchoSetting = z.infer<typeof echoSettingSchema>
export type EchoState = z.infer<typeof echoStateSchema>
export type EchoRecord = z.infer<typeof echoRecord>
