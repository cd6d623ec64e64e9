/** What an import of a bank's file would add. */
import { z } from 'zod'
import { businessDateSchema } from './business-date.ts'
import { bankAccountSchema } from './deposits.ts'
import { sumSchema } from './money.ts'
import { named } from './named.ts'

/** Lines that a preview shows. */
export const PREVIEWED_LINES_MAX = 20

/** What an import would add; nothing is stored. */
export const bankImportPreview = z.object({
  account: bankAccountSchema,
  lines: z.int().meta({ description: 'The lines of the file.' }),
  added: z.int().meta({ description: 'How many of them are new.' }),
  in: sumSchema.meta({ description: 'Money that came in, in the new lines.' }),
  out: sumSchema.meta({ description: 'Money that left, in the new lines; 0 or negative.' }),
  from: businessDateSchema.nullable(),
  to: businessDateSchema.nullable(),
  first: z.array(
    z.object({
      bookedOn: businessDateSchema,
      valueOn: businessDateSchema.nullable(),
      amount: sumSchema,
      description: z.string(),
      reference: z.string().nullable(),
      isNew: z.boolean(),
    }),
  ),
})

named({ BankImportPreview: bankImportPreview })

export type BankImportPreview = z.infer<typeof bankImportPreview>
