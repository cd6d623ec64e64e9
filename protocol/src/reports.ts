/** Reports of the books for a finance team (D31). */
import { z } from 'zod'
import { accountKindSchema } from './ledger.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'

export const REPORT_NAMES = [
  /** Each day of each bank account: the books beside the lines of the bank. */
  'bank-proof',
  /** What is held for partners and payers, what they are owed, and what is left over. */
  'clients-money',
  'vat',
  /** Who holds cash, and since when. */
  'aged-custody',
  /** Refunds that the payers have not received, by partner, and since when. */
  'aged-refunds',
  /** Bank lines that nothing matches yet. */
  'suspense',
  /** The transfers of each day by code, with the account codes of the accountant. */
  'journal',
] as const

export const reportNameSchema = z.enum(REPORT_NAMES)

/** The days of one report at most. */
export const REPORT_DAYS_MAX = 366

const accountCode = z.object({
  kind: accountKindSchema,
  accountCode: z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.-]{0,19}$/, {
    message: 'expected an account code such as 512100',
  }),
})

/** `PUT /operator/v1/account-codes`: all of them. */
export const accountCodesRequest = requestObject({
  items: z.array(requestObject(accountCode.shape)).max(accountKindSchema.options.length),
})

export const accountCodes = z.object({ items: z.array(accountCode) })

named({ AccountCodes: accountCodes, AccountCodesRequest: accountCodesRequest })

export type ReportName = z.infer<typeof reportNameSchema>
export type AccountCodes = z.infer<typeof accountCodes>
