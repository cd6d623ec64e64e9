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
export const agentIdSchema = numbered('agt', 'agt_12')
export const operatorKeyIdSchema = numbered('opr', 'opr_2')
export const userIdSchema = numbered('usr', 'usr_12')
export const sessionIdSchema = numbered('ses', 'ses_41')
export const passkeyIdSchema = numbered('pky', 'pky_3')
export const deviceIdSchema = numbered('dev', 'dev_4')

/** A UUID of version 7. Its last 8 digits are the partner's number in hexadecimal. */
export const paymentIdSchema = z.guid()
export const eventIdSchema = z.guid()
/** The id of its payment with another number in it. */
export const refundIdSchema = z.guid()

export const bankLineIdSchema = z.guid()
export const depositIdSchema = z.guid()
export const floatIdSchema = z.guid()
export const handoverIdSchema = z.guid()
export const remittanceIdSchema = z.guid()

named({
  AgentId: agentIdSchema,
  BankLineId: bankLineIdSchema,
  ChannelId: channelIdSchema,
  DepositId: depositIdSchema,
  DeviceId: deviceIdSchema,
  EventId: eventIdSchema,
  FloatId: floatIdSchema,
  HandoverId: handoverIdSchema,
  RemittanceId: remittanceIdSchema,
  OperatorKeyId: operatorKeyIdSchema,
  PartnerId: partnerIdSchema,
  PasskeyId: passkeyIdSchema,
  PaymentId: paymentIdSchema,
  RefundId: refundIdSchema,
  SessionId: sessionIdSchema,
  UserId: userIdSchema,
})
