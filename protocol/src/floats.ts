/** Bodies of floats: cash that a channel's safe has for change (D30). Unknown fields are refused. */
import { z } from 'zod'
import { channelIdSchema, floatIdSchema } from './ids.ts'
import { amountSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

export const floatSourceSchema = z.enum(['channel', 'clients', 'own']).meta({
  description:
    "channel: the channel's own money, which the operator owes it. clients, own: the operator's, from " +
    'that bank account.',
})

export const floatStatusSchema = z.enum(['funded', 'returned'])

/** `POST /operator/v1/floats` */
export const fundFloatRequest = requestObject({
  channelId: channelIdSchema,
  amount: amountSchema,
  from: floatSourceSchema.default('channel'),
})

export const float = z.object({
  floatId: floatIdSchema,
  channelId: channelIdSchema,
  amount: amountSchema,
  from: floatSourceSchema,
  status: floatStatusSchema,
  fundedAt: timeSchema,
  fundedBy: z.string().meta({ description: 'The person who did it.' }),
  returnedAt: timeSchema.nullable(),
  returnedBy: z.string().nullable(),
})

named({ Float: float, FloatStatus: floatStatusSchema, FundFloatRequest: fundFloatRequest })

export type Float = z.infer<typeof float>
export type FloatSource = z.infer<typeof floatSourceSchema>
export type FloatStatus = z.infer<typeof floatStatusSchema>
