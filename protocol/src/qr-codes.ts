/** Bodies of the operator API about QR codes (D20, D22). Unknown fields are refused (D24). */
import { z } from 'zod'
import { partnerIdSchema } from './ids.ts'
import { amountSchema } from './money.ts'
import { named } from './named.ts'
import { qrCodeStatusSchema, qrCodeTokenSchema, qrConfigKindSchema } from './qr-config.ts'
import { requestObject, requestQuery } from './request-object.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'

/** The partner sets the amounts of a static code. A dynamic code is made for one payment. */
export const QR_CODE_KINDS = ['static', 'dynamic'] as const

export const qrCodeKindSchema = z.enum(QR_CODE_KINDS)

/** The content of the QR image: a URL for any camera, or the EMVCo merchant-presented payload. */
export const QR_IMAGE_CONTENTS = ['url', 'emvco'] as const
export const QR_IMAGE_FORMATS = ['svg', 'png'] as const
export const QR_POSTER_SIZES = ['A6', 'A4'] as const

/** `POST /operator/v1/partners/{partnerId}/qr-codes`. A dynamic code needs an amount. */
export const createQrCodeRequest = requestObject({
  label: nameSchema,
  kind: qrCodeKindSchema.default('static'),
  amount: amountSchema.optional().meta({ description: 'The amount of a dynamic code.' }),
}).refine(({ kind, amount }) => (kind === 'dynamic') === (amount !== undefined), {
  path: ['amount'],
  message: 'expected an amount for a dynamic code, and no amount for a static one',
})

export const qrCode = z.object({
  qrCodeToken: qrCodeTokenSchema,
  partnerId: partnerIdSchema,
  label: z.string(),
  kind: qrCodeKindSchema,
  status: qrCodeStatusSchema,
  url: z.string().meta({ description: 'The page for the payer, which the QR image opens.' }),
  checkCode: z.string().meta({
    description:
      'Printed on the poster and shown on the page. If they differ, the sticker is forged.',
  }),
  createdAt: timeSchema,
  updatedAt: timeSchema,
})

/** `PATCH /operator/v1/qr-codes/{token}`, with at least one field. */
export const patchQrCodeRequest = requestObject({
  status: qrCodeStatusSchema.optional(),
  label: nameSchema.optional(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'expected at least one of status and label',
  })
  .meta({ minProperties: 1 })

/** How a configuration ended. `used`: its single use was paid. */
export const QR_CONFIG_ENDS = ['replaced', 'unset', 'expired', 'used'] as const

/** One entry of a code's history. */
export const qrConfigurationRecord = z.object({
  configurationId: z.guid(),
  kind: qrConfigKindSchema,
  amounts: z.array(amountSchema),
  expiresAt: timeSchema.nullable(),
  singleUse: z.boolean(),
  setAt: timeSchema,
  setBy: z.string().meta({
    description:
      "'partner' and the first eight digits of its key's hash, or 'operator' and its name.",
  }),
  endedAt: timeSchema.nullable().meta({ description: 'Null for the current configuration.' }),
  endedBy: z.enum(QR_CONFIG_ENDS).nullable(),
  unsetBy: z.string().nullable().meta({
    description: 'Who unset it, as in setBy; null if it was not unset.',
  }),
})

/** `GET /operator/v1/qr-codes/{token}/image` */
export const qrImageQuery = requestQuery({
  format: z.enum(QR_IMAGE_FORMATS).default('svg').meta({ description: 'The format of the image.' }),
  content: z.enum(QR_IMAGE_CONTENTS).default('url').meta({
    description:
      'The content of the image: the URL of the page for the payer, or the EMVCo payload (D20).',
  }),
})

/** `GET /operator/v1/qr-codes/{token}/poster` */
export const qrPosterQuery = requestQuery({
  size: z
    .enum(QR_POSTER_SIZES)
    .default('A6')
    .meta({ description: 'The paper size of the poster.' }),
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
