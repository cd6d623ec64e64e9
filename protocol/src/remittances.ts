/** Bodies of remittances: bank transfers of a channel to the operator (D30). Unknown fields are refused. */
import { z } from 'zod'
import { bankAccountSchema, paperNumberSchema } from './deposits.ts'
import { channelIdSchema, remittanceIdSchema } from './ids.ts'
import { amountSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

export const remittanceStatusSchema = z.enum(['announced', 'confirmed', 'cancelled'])

/** `POST /channel/v1/remittances` */
export const announceRemittanceRequest = requestObject({
  amount: amountSchema.meta({ description: 'What the channel pays by bank, in dinars.' }),
  netted: amountSchema.optional().meta({
    description: 'The commission that the channel keeps of what it took, in dinars.',
  }),
  reference: paperNumberSchema.optional().meta({
    description: 'What the channel writes on its bank transfer. Default: the platform makes one.',
  }),
})

/** `POST /operator/v1/remittances/{remittanceId}/bank` */
export const bankRemittanceRequest = requestObject({
  amount: amountSchema.meta({ description: 'What the bank credited, in dinars.' }),
  account: bankAccountSchema
    .default('clients')
    .meta({ description: 'The account that the bank credited.' }),
})

export const remittance = z.object({
  remittanceId: remittanceIdSchema,
  channelId: channelIdSchema,
  status: remittanceStatusSchema,
  amount: amountSchema.meta({ description: 'What the channel announced.' }),
  netted: sumSchema.meta({
    description: 'The commission that the channel keeps; after the confirmation, what was netted.',
  }),
  reference: z.string().meta({ description: 'Write it on the bank transfer.' }),
  banked: amountSchema.nullable().meta({ description: 'What the bank credited.' }),
  account: bankAccountSchema.nullable(),
  announcedAt: timeSchema,
  endedAt: timeSchema.nullable(),
})

named({
  AnnounceRemittanceRequest: announceRemittanceRequest,
  BankRemittanceRequest: bankRemittanceRequest,
  Remittance: remittance,
  RemittanceStatus: remittanceStatusSchema,
})

export type Remittance = z.infer<typeof remittance>
export type RemittanceStatus = z.infer<typeof remittanceStatusSchema>
