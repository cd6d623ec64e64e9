/** The mappings that read a bank's files. Unknown fields are refused (D24). */
import { z } from 'zod'
import { bankAccountSchema } from './deposits.ts'
import { requestObject } from './request-object.ts'
import { isLine } from './text.ts'
import { timeSchema } from './time.ts'

/** The name of a mapping, such as `bna-clients`. */
export const bankMappingNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { message: 'expected a name such as bna-clients' })

const COLUMN_NAME_LENGTH_MAX = 100
const COLUMN_MAX = 100

/** A column, by its title in the header or by its number. */
const columnSchema = z.union([
  z.int().min(1).max(COLUMN_MAX),
  z.string().refine((value) => isLine(value, COLUMN_NAME_LENGTH_MAX), {
    message: 'expected the title of a column, or its number from 1 on',
  }),
])

const indicatorSchema = z.string().min(1).max(20)

const amountsSchema = z.discriminatedUnion('form', [
  requestObject({
    form: z.literal('signed'),
    column: columnSchema,
    negative: z.enum(['out', 'in']).default('out').meta({
      description: 'Whether a negative amount left the account, as in most exports, or came in.',
    }),
  }),
  requestObject({ form: z.literal('two-columns'), out: columnSchema, in: columnSchema }),
  requestObject({
    form: z.literal('indicator'),
    column: columnSchema,
    indicator: columnSchema,
    out: indicatorSchema.meta({
      description: 'The value of the indicator for money that left the account.',
    }),
    in: indicatorSchema,
  }),
])

export const DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'DD/MM/YY',
  'MM/DD/YYYY',
] as const

export const BANK_ENCODINGS = ['utf-8', 'utf-16le', 'windows-1252', 'windows-1256'] as const

const DESCRIPTION_COLUMNS_MAX = 4
const SKIPPED_ROWS_MAX = 50

/** What a bank exports for spreadsheets: its columns are named. */
const csvMappingRequest = requestObject({
  format: z.literal('csv').optional(),
  account: bankAccountSchema.meta({ description: "Which of the operator's accounts it is." }),
  delimiter: z.enum([',', ';', '\t', '|']),
  encoding: z.enum(BANK_ENCODINGS).default('utf-8'),
  quote: z
    .enum(['"', "'"])
    .nullable()
    .default('"')
    .meta({ description: 'Null if a quotation mark in the file is ordinary text.' }),
  headerRows: z.int().min(0).max(SKIPPED_ROWS_MAX).default(1).meta({
    description:
      'Rows before the first line; the last of them has the titles. Empty rows do not count.',
  }),
  footerRows: z.int().min(0).max(SKIPPED_ROWS_MAX).default(0),
  dateFormat: z.enum(DATE_FORMATS),
  decimal: z.enum([',', '.']),
  amounts: amountsSchema,
  columns: requestObject({
    bookedOn: columnSchema,
    valueOn: columnSchema.optional(),
    description: z.array(columnSchema).min(1).max(DESCRIPTION_COLUMNS_MAX),
    reference: columnSchema.optional(),
    currency: columnSchema.optional().meta({
      description:
        'It must be DZD in each line. Without it, a column titled Devise, Monnaie or Currency ' +
        'is read.',
    }),
  }),
})

const ACCOUNT_NUMBER_LENGTH_MAX = 40

/** Statements whose form a standard fixes: MT940 of SWIFT, and camt.053 of ISO 20022. */
const statementMapping = {
  account: bankAccountSchema.meta({ description: "Which of the operator's accounts it is." }),
  accountNumber: z
    .string()
    .regex(/^[0-9A-Za-z]+$/, { message: 'expected the RIB or IBAN, without spaces' })
    .max(ACCOUNT_NUMBER_LENGTH_MAX)
    .optional()
    .meta({ description: 'The RIB or IBAN. A statement of another account is refused.' }),
}

/** `PUT /operator/v1/bank-mappings/{name}` */
export const bankMappingRequest = z.discriminatedUnion('format', [
  csvMappingRequest,
  requestObject({
    format: z.literal('mt940'),
    ...statementMapping,
    encoding: z.enum(BANK_ENCODINGS).default('utf-8'),
  }),
  requestObject({ format: z.literal('camt.053'), ...statementMapping }),
])

export const bankMapping = z.object({
  name: bankMappingNameSchema,
  mapping: bankMappingRequest,
  revision: z.int(),
  setAt: timeSchema,
  setBy: z.string(),
})

export type BankMapping = z.infer<typeof bankMapping>
export type CsvMapping = z.infer<typeof csvMappingRequest>
export type BankMappingRequest = z.infer<typeof bankMappingRequest>
