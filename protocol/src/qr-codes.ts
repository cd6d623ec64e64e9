/** Bodies of the operator API about QR codes (D20, D22). Unknown fields are refused (D24). */
import { z } from 'zod'
import { partnerIdSchema } from './ids.ts'
import { amountSchema } from './money.ts'
import { named } from './named.ts'
import { qrCodeStatusSchema, qrCodeTokenSchema, qrConfigKindSchema } from './qr-config.ts'
import { requestObject, requestQuery } from './request-object.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'

/** A static code gets its amounts from the partner; a dynamic one is made for one payment. */
export const QR_CODE_KINDS = ['static', 'dynamic'] as const

export const qrCodeKindSchema = z.enum(QR_CODE_KINDS)

/** What the QR image holds: a URL for any camera, or the EMVCo merchant-presented payload. */
export const QR_IMAGE_CONTENTS = ['url', 'emvco'] as const
export const QR_IMAGE_FORMATS = ['svg', 'png'] as const
export const QR_POSTER_SIZES = ['A6', 'A4'] as const

/** `POST /operator/v1/partners/{partnerId}/qr-codes`. A dynamic code needs its one amount. */
export const createQrCodeRequest = requestObject({
  label: nameSchema,
  kind: qrCodeKindSchema.default('static'),
  amount: amountSchema
    .optional()
    .meta({ description: 'Of a dynamic code: what its one payment is of.' }),
}).refine(({ kind, amount }) => (kind === 'dynamic') === (amount !== undefined), {
  path: ['amount'],
  message: 'expected an amount for a dynamic code, and none for a static one',
})

export const qrCode = z.object({
  qrCodeToken: qrCodeTokenSchema,
  partnerId: partnerIdSchema,
  label: z.string(),
  kind: qrCodeKindSchema,
  status: qrCodeStatusSchema,
  url: z.string().meta({ description: 'What the QR image leads to: the page for the payer.' }),
  checkCode: z.string().meta({
    description:
      'Printed on the poster and shown on the page: when they differ, the sticker is false.',
  }),
  createdAt: timeSchema,
  updatedAt: timeSchema,
})

/** `PATCH /operator/v1/qr-codes/{token}`, at least one field. */
export const patchQrCodeRequest = requestObject({
  status: qrCodeStatusSchema.optional(),
  label: nameSchema.optional(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'expected at least one of status and label',
  })
  .meta({ minProperties: 1 })

/** How a configuration ended; `used` is a single use that was paid. */
export const QR_CONFIG_ENDS = ['replaced', 'unset', 'expired', 'used'] as const

/** One line of a code's history: who set what, when, until when. */
export const qrConfigurationRecord = z.object({
  configurationId: z.guid(),
  kind: qrConfigKindSchema,
  amounts: z.array(amountSchema),
  expiresAt: timeSchema.nullable(),
  singleUse: z.boolean(),
  setAt: timeSchema,
  setBy: z.string().meta({
    description:
      "'partner' and the first eight digits of its key's hash, or 'operator' and a name.",
  }),
  endedAt: timeSchema.nullable().meta({ description: 'Null while it is in force.' }),
  endedBy: z.enum(QR_CONFIG_ENDS).nullable(),
  unsetBy: z.string().nullable().meta({
    description: 'Who took it away, as in setBy; null unless it was unset.',
  }),
})

/** `GET /operator/v1/qr-codes/{token}/image` */
export const qrImageQuery = requestQuery({
  format: z.enum(QR_IMAGE_FORMATS).default('svg').meta({ description: 'The format of the image.' }),
  content: z.enum(QR_IMAGE_CONTENTS).default('url').meta({
    description: 'What the image holds: the page for the payer, or the EMVCo payload (D20).',
  }),
})

/** `GET /operator/v1/qr-codes/{token}/poster` */
export const qrPosterQuery = requestQuery({
  size: z
    .enum(QR_POSTER_SIZES)
    .default('A6')
    .meta({ description: 'The sheet that the poster is printed on.' }),
})

named({
  CreateQrCodeRequest: createQrCodeRequest,
  PatchQrCodeRequest: patchQrCodeRequest,
  QrCode: qrCode,
  QrCodeKind: qrCodeKindSchema,
  QrConfigurationRecord: qrConfigurationRecord,
})

export type QrCodeKind = z.infer<typeof qrCodeKindSchema>
export type CreateQrCodeRequest = z.infer<typeof createQrCodeRequest>
export type QrCode = z.infer<typeof qrCode>
export type PatchQrCodeRequest = z.infer<typeof patchQrCodeRequest>
export type QrConfigurationRecord = z.infer<typeof qrConfigurationRecord>
