/** Ids on the wire. */
import { z } from 'zod'
import { named } from './named.ts'
import { shown } from './shown.ts'

/** Partners, channels and operator keys are numbered with 32-bit integers. */
const ID_NUMBER_MAX = 2_147_483_647

const numbered = (prefix: string, example: string) => {
  const pattern = new RegExp(`^${prefix}_([1-9][0-9]{0,9})$`)
  return z
    .string()
    .refine((value) => Number(pattern.exec(value)?.[1] ?? Infinity) <= ID_NUMBER_MAX, {
      error: ({ input }) => `expected an id such as ${example}, received ${shown(input)}`,
    })
    .meta({ pattern: pattern.source, examples: [example] })
}

export const partnerIdSchema = numbered('prt', 'prt_1001')
export const channelIdSchema = numbered('chn', 'chn_7')
export const operatorKeyIdSchema = numbered('opr', 'opr_2')

/** A UUID of version 7. Its last 8 digits are the partner's number in hexadecimal. */
export const paymentIdSchema = z.guid()
export const eventIdSchema = z.guid()

named({
  ChannelId: channelIdSchema,
  EventId: eventIdSchema,
  OperatorKeyId: operatorKeyIdSchema,
  PartnerId: partnerIdSchema,
  PaymentId: paymentIdSchema,
})
