/** The bank account and tax numbers of a partner, changed by two people. */
import { z } from 'zod'
import { partnerIdSchema } from './ids.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { ribSchema } from './rib.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'

export const ACCOUNT_CHANGE_STATUSES = ['requested', 'approved', 'declined'] as const

export const accountChangeStatusSchema = z.enum(ACCOUNT_CHANGE_STATUSES)

const digits = (pattern: RegExp, expected: string) =>
  z.string().regex(pattern, { message: `expected ${expected}, without spaces` })

const nifSchema = digits(/^[0-9]{15}(?:[0-9]{5})?$/, 'the 15 or 20 digits of a tax number (NIF)')
const nisSchema = digits(/^[0-9]{15}$/, 'the 15 digits of a statistical number (NIS)')
const aiSchema = digits(/^[0-9]{11}$/, 'the 11 digits of a tax article (AI)')
const rcSchema = z.string().regex(/^[0-9A-Z][0-9A-Z/-]{3,29}$/, {
  message: 'expected a trade register number such as 16/00-1234567B20',
})

/** `POST …/account-changes`: the whole account as it is to be. */
export const accountChangeRequest = requestObject({
  accountHolder: nameSchema.meta({ description: 'The name of the account, as the bank has it.' }),
  rib: ribSchema,
  nif: nifSchema.nullish().meta({ description: 'Tax number (numéro d’identification fiscale).' }),
  nis: nisSchema.nullish().meta({ description: 'Statistical number.' }),
  rc: rcSchema.nullish().meta({ description: 'Trade register number (registre du commerce).' }),
  ai: aiSchema.nullish().meta({ description: 'Tax article (article d’imposition).' }),
})

export const accountChange = z.object({
  changeId: z.guid(),
  partnerId: partnerIdSchema,
  status: accountChangeStatusSchema,
  accountHolder: z.string(),
  rib: z.string(),
  nif: z.string().nullable(),
  nis: z.string().nullable(),
  rc: z.string().nullable(),
  ai: z.string().nullable(),
  requestedBy: z.string().meta({ description: 'The holder of the key that requested it.' }),
  requestedAt: timeSchema,
  decidedBy: z.string().nullable(),
  decidedAt: timeSchema.nullable(),
})

/** The account in force, and the change that waits for a second person. */
export const partnerAccount = z.object({
  current: accountChange.nullable().meta({
    description: 'The newest approved change; null when the partner has no account yet.',
  }),
  requested: accountChange.nullable().meta({ description: 'The change that waits for approval.' }),
})

named({
  AccountChange: accountChange,
  AccountChangeRequest: accountChangeRequest,
  PartnerAccount: partnerAccount,
})

export type AccountChange = z.infer<typeof accountChange>
export type AccountChangeRequest = z.infer<typeof accountChangeRequest>
export type AccountChangeStatus = z.infer<typeof accountChangeStatusSchema>
