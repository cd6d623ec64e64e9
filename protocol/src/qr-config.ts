/** Static QR codes: amounts set, unset and scanned (sections 2.7, 4.4, 4.5; D16, D17, D19, D21). */
import { z } from 'zod'
import { partnerIdSchema } from './ids.ts'
import { amountSchema, currencySchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { shown } from './shown.ts'
import { timeSchema } from './time.ts'

/** The three lifetimes of a configuration (section 2.7). */
export const QR_CONFIG_KINDS = ['PERMANENT', 'TIME_LIMITED', 'SINGLE_USE'] as const

/** How the amount of a payment comes about (section 2.7; D17). */
export const QR_MODES = ['SINGLE_AMOUNT', 'MULTI_AMOUNT', 'OPEN_AMOUNT'] as const

export const QR_CODE_STATUSES = ['active', 'disabled'] as const

export const qrConfigKindSchema = z.enum(QR_CONFIG_KINDS)
export const qrModeSchema = z.enum(QR_MODES)
export const qrCodeStatusSchema = z.enum(QR_CODE_STATUSES)

/** More amounts than a payer can choose from on a small screen (D16). */
export const QR_AMOUNTS_MAX = 20

const TOKEN_LENGTH_MAX = 128

/**
 * The token of a QR code as a request names it: any text that could be one. Whether there is such a
 * code is for the platform to say (QR_CODE404_NOT_FOUND).
 */
export const qrCodeTokenSchema = z
  .string()
  .refine(
    (value) =>
      value.length > 0 && value.length <= TOKEN_LENGTH_MAX && !/\p{Cc}|\p{Cs}/u.test(value),
    {
      error: ({ input }) =>
        `expected 1 to ${TOKEN_LENGTH_MAX} characters without control characters, ` +
        `received ${shown(input)}`,
    },
  )
  .meta({
    description: 'The token of a QR code, as the operator gave it.',
    minLength: 1,
    maxLength: TOKEN_LENGTH_MAX,
    examples: ['7Z3M9K0QW5T8R2VXN4BHJD01Z9'],
  })

/**
 * `POST /partner/qr/v1/set-qr-config` (section 4.4, D16). Without `expiresAt` and `singleUse: true`
 * the amounts stay until they are replaced or taken away. Whether `expiresAt` lies in the future is
 * judged by the platform's clock.
 */
export const setQrConfigRequest = requestObject({
  qrCodeToken: qrCodeTokenSchema,
  amounts: z
    .array(amountSchema)
    .min(1)
    .max(QR_AMOUNTS_MAX)
    .refine((amounts) => new Set(amounts).size === amounts.length, {
      message: 'expected distinct amounts',
    })
    .meta({ uniqueItems: true, description: 'One to be paid, or several to choose from.' }),
  expiresAt: timeSchema.optional().meta({
    description: 'Time-limited: in the future, at most a year ahead. Not with singleUse: true.',
  }),
  singleUse: z.boolean().optional().meta({ description: 'Single-use: one payment, then none.' }),
}).refine(({ expiresAt, singleUse }) => expiresAt === undefined || singleUse !== true, {
  path: ['expiresAt'],
  message: 'expected no expiresAt beside singleUse: true, because the lifetimes exclude each other',
})

/** `POST /partner/qr/v1/un-set-qr-config` (section 4.5, D16). */
export const unsetQrConfigRequest = requestObject({ qrCodeToken: qrCodeTokenSchema })

const configFields = {
  qrCodeToken: qrCodeTokenSchema,
  kind: qrConfigKindSchema.nullable().meta({ description: 'Null without a configuration.' }),
  mode: qrModeSchema,
  currency: currencySchema,
  amounts: z.array(amountSchema),
  expiresAt: timeSchema.nullable(),
  singleUse: z.boolean(),
  updatedAt: timeSchema.meta({
    description: 'Since when the code asks for this: set, unset, expired or used up at that time.',
  }),
}

/** What a code asks for at this moment (D17). */
export const qrConfigSchema = z.object(configFields)

/** `GET /channel/v1/qr-codes/{token}` (D19, D21): what to show the payer. */
export const scannedQrCode = z.object({
  ...configFields,
  partnerId: partnerIdSchema,
  partnerName: z.string(),
  label: z.string(),
  status: qrCodeStatusSchema,
  inUse: z.boolean().meta({
    description: 'Whether another payment has the single use of this code at the moment.',
  }),
})

/**
 * `POST /channel/v1/qr-codes/{token}/payments` (D19, D21). With one amount in force `amount` may be
 * left out. `updatedAt` is what the scan showed: when it has changed since, nothing is charged.
 */
export const openQrPaymentRequest = requestObject({
  amount: amountSchema.optional(),
  updatedAt: timeSchema.optional(),
})

named({
  OpenQrPaymentRequest: openQrPaymentRequest,
  QrCodeStatus: qrCodeStatusSchema,
  QrCodeToken: qrCodeTokenSchema,
  QrConfig: qrConfigSchema,
  QrConfigKind: qrConfigKindSchema,
  QrMode: qrModeSchema,
  ScannedQrCode: scannedQrCode,
  SetQrConfigRequest: setQrConfigRequest,
  UnsetQrConfigRequest: unsetQrConfigRequest,
})

export type QrConfigKind = z.infer<typeof qrConfigKindSchema>
export type QrMode = z.infer<typeof qrModeSchema>
export type QrCodeStatus = z.infer<typeof qrCodeStatusSchema>
export type SetQrConfigRequest = z.infer<typeof setQrConfigRequest>
export type UnsetQrConfigRequest = z.infer<typeof unsetQrConfigRequest>
export type QrConfig = z.infer<typeof qrConfigSchema>
export type ScannedQrCode = z.infer<typeof scannedQrCode>
export type OpenQrPaymentRequest = z.infer<typeof openQrPaymentRequest>
