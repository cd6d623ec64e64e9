/** What a till needs to know before it takes money: its channel, and whom it may be paid for (W155). */
import { z } from 'zod'
import { channelIdSchema, partnerIdSchema } from './ids.ts'
import { listOf } from './lists.ts'
import { named } from './named.ts'
import { channelStatusSchema } from './operator-channels.ts'
import { channelKindSchema } from './payment-status.ts'

/** `GET /channel/v1/till` */
export const tillRecord = z.object({
  channelId: channelIdSchema,
  name: z.string(),
  kind: channelKindSchema,
  status: channelStatusSchema,
  requiresAgent: z.boolean().meta({ description: 'Whether an opening must name the agent (D30).' }),
  isTest: z.boolean().meta({
    description: 'A test channel: what it takes is no money, and its papers say so (W265).',
  }),
  lockSecondsMax: z.int().meta({
    description: 'The longest lock that an opening may ask for, in seconds.',
  }),
})

/** A partner whose references this channel may open. */
export const payee = z.object({
  partnerId: partnerIdSchema,
  name: z.string(),
  nameAr: z.string().nullable(),
})

/** `GET /channel/v1/partners` */
export const payeeList = listOf(payee)

named({ Payee: payee, PayeeList: payeeList, TillRecord: tillRecord })

export type TillRecord = z.infer<typeof tillRecord>
export type Payee = z.infer<typeof payee>
