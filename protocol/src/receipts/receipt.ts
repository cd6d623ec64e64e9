/** Receipts in the channel API (D33). */
import { z } from 'zod'
import { partnerIdSchema, paymentIdSchema } from '../ids.ts'
import { amountOrZeroSchema, amountSchema, currencySchema } from '../money.ts'
import { named } from '../named.ts'
import { referenceSchema } from '../reference.ts'
import { requestQuery } from '../request-object.ts'
import { timeSchema } from '../time.ts'

export const RECEIPT_FORMATS = ['json', 'html', 'pdf', 'png'] as const
export const RECEIPT_WIDTHS = ['58', '80'] as const

/** `GET /channel/v1/payments/{paymentId}/receipt` */
export const receiptQuery = requestQuery({
  format: z
    .enum(RECEIPT_FORMATS)
    .default('json')
    .meta({
      description:
        'The format. png is in black and white for a printer of 8 dots per millimetre: 384 dots wide ' +
        'for a roll of 58 mm, 576 for 80 mm.',
    }),
  width: z.enum(RECEIPT_WIDTHS).optional().meta({
    description: 'The width of a roll of paper in millimetres. Default: a page of A6.',
  }),
  given: z
    .string()
    .regex(/^[0-9]{1,10}(?:\.[0-9]{1,2})?$/, 'expected dinars, such as 2000 or 1300.50')
    .optional()
    .meta({
      description:
        'The dinars that the payer gave: printed forms say it, and the change. The platform keeps ' +
        'no record of it.',
    }),
})

export const receipt = z.object({
  number: z.string().meta({
    description:
      'Unique, and the same each time. Numbers have gaps. The last character is a check.',
  }),
  shortNumber: z.string().meta({
    description:
      'To dictate: eight characters, the last one a check. Few payments of one second share one, and the ' +
      'search finds them by it.',
  }),
  issuer: z.string().meta({ description: 'The origin of the platform.' }),
  paymentId: paymentIdSchema,
  partnerId: partnerIdSchema,
  partnerName: z.string(),
  partnerNameAr: z.string().nullable(),
  channelName: z.string().meta({ description: 'Who took the money.' }),
  reference: referenceSchema,
  referenceSha256: z.string().nullable().meta({
    description: 'In hexadecimal, when the code has only this digest: the reference is too long.',
  }),
  amount: amountSchema,
  currency: currencySchema,
  paidAt: timeSchema,
  refundedAt: timeSchema.nullable().meta({
    description:
      'When it was refunded whole. The code says only what was paid, so say it beside it.',
  }),
  refundedAmount: amountOrZeroSchema.meta({
    description: 'Dinars refunded so far; 0 when nothing was (D28). Say it beside the code too.',
  }),
  isTest: z.boolean().meta({
    description:
      'A test channel took it: no money was taken. The code is signed as any other, so say it beside it.',
  }),
  code: z.string().meta({
    description: 'What the platform signs: a COSE_Sign1 with Ed25519, in base64url.',
  }),
  url: z.string().meta({
    description:
      'The text of the QR code: the page that checks the code, and the code behind #. ' +
      'That of a test payment has ?test before #, and the page says that no money was taken.',
  }),
})

named({ Receipt: receipt })

export type Receipt = z.infer<typeof receipt>
export type ReceiptWidth = (typeof RECEIPT_WIDTHS)[number]
