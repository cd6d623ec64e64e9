/** Bodies of bags of cash and their deposits at the bank (D30). Unknown fields are refused (D24). */
import { z } from 'zod'
import { holderSchema, reasonSchema } from './custody.ts'
import { agentIdSchema, channelIdSchema, depositIdSchema } from './ids.ts'
import { MAX_CENTIMES, signedCentimesFromDinars } from './centimes.ts'
import { amountSchema, sumSchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { isLine } from './text.ts'
import { timeSchema } from './time.ts'

/** The longest number of a bag or a slip, or reference of a bank transfer. */
export const PAPER_NUMBER_LENGTH_MAX = 64

/** What is printed on a seal, a slip or a bank transfer. */
export const paperNumberSchema = z
  .string()
  .refine((value) => isLine(value, PAPER_NUMBER_LENGTH_MAX), {
    message: `expected one line of 1 to ${PAPER_NUMBER_LENGTH_MAX} characters without white space at its ends`,
  })
  .meta({ minLength: 1, maxLength: PAPER_NUMBER_LENGTH_MAX })

/** The operator's bank accounts: `clients` has the partners' money, `own` the operator's. */
export const bankAccountSchema = z.enum(['clients', 'own'])

/** 512 KiB: base64 writes three bytes as four characters. */
const PICTURE_CHARACTERS_MAX = 699_052

/** The picture in JSON, with the rest of the body. */
export const DEPOSITED_BYTES_MAX = PICTURE_CHARACTERS_MAX + 4_096

export const DEPOSIT_STATUSES = ['bagged', 'deposited', 'banked', 'disputed'] as const

export const depositStatusSchema = z.enum(DEPOSIT_STATUSES)

/** `POST /channel/v1/deposits` */
export const bagCashRequest = requestObject({
  from: holderSchema.meta({ description: 'Whose cash is in the bag.' }),
  amount: amountSchema,
  bag: paperNumberSchema.optional().meta({ description: 'The number on the seal of the bag.' }),
  carriedBy: agentIdSchema.optional().meta({
    description:
      'The agent who takes the bag to the bank. What the bank does not credit can be owed by this ' +
      'agent; without it, by the agent whose cash is in the bag. An agent’s session names nobody else.',
  }),
})

/** `POST /channel/v1/deposits/{depositId}/deposited` */
export const depositedRequest = requestObject({
  slip: requestObject({
    number: paperNumberSchema.meta({ description: 'The number on the slip of the bank.' }),
    picture: z.base64().max(PICTURE_CHARACTERS_MAX).optional().meta({
      description: 'A PNG or JPEG picture of the slip in base64, at most 512 KiB.',
    }),
  }),
})

/** `POST /operator/v1/deposits/{depositId}/bank` */
export const bankDepositRequest = requestObject({
  amount: sumSchema
    .refine((value) => isCredited(value), { message: 'expected 0 to 9999999999.99 dinars' })
    .meta({
      description: 'What the bank credited, in dinars. A difference is a variance of the bag.',
      minimum: 0,
      maximum: 9999999999.99,
    }),
  account: bankAccountSchema
    .default('clients')
    .meta({ description: 'The account that the bank credited.' }),
})

const isCredited = (value: number): boolean => {
  const centimes = signedCentimesFromDinars(value)
  return centimes !== null && centimes >= 0 && centimes <= MAX_CENTIMES
}

/** `POST /operator/v1/deposits/{depositId}/dispute` */
export const disputeDepositRequest = requestObject({ reason: reasonSchema })

export const deposit = z.object({
  depositId: depositIdSchema,
  channelId: channelIdSchema,
  from: z.string(),
  carriedBy: z
    .string()
    .nullable()
    .meta({ description: 'The agent who takes the bag to the bank, when one was named.' }),
  baggedBy: z.string().nullable().meta({
    description: 'The name of the user, or of the channel, that closed the bag.',
  }),
  amount: amountSchema.meta({ description: 'What was put into the bag.' }),
  bag: z.string().nullable(),
  status: depositStatusSchema,
  slip: z.string().nullable().meta({ description: 'The number on the slip of the bank.' }),
  hasPicture: z.boolean(),
  banked: sumSchema.nullable().meta({ description: 'What the bank credited.' }),
  difference: sumSchema.nullable().meta({
    description: 'banked minus amount: a variance of the bag, about which a second person decides.',
  }),
  account: bankAccountSchema.nullable(),
  reason: z.string().nullable().meta({ description: 'Why it is or was disputed.' }),
  baggedAt: timeSchema,
  depositedAt: timeSchema.nullable(),
  disputedAt: timeSchema.nullable(),
  bankedAt: timeSchema.nullable(),
})

named({
  BagCashRequest: bagCashRequest,
  BankAccount: bankAccountSchema,
  BankDepositRequest: bankDepositRequest,
  Deposit: deposit,
  DepositedRequest: depositedRequest,
  DepositStatus: depositStatusSchema,
  DisputeDepositRequest: disputeDepositRequest,
})

export type Deposit = z.infer<typeof deposit>
export type DepositStatus = z.infer<typeof depositStatusSchema>
export type BankAccount = z.infer<typeof bankAccountSchema>
