/** Amount configurations of static QR codes (sections 2.7, 4.4, 4.5; D16, D17, D19, D21). */
import { z } from 'zod'
import { openingAgentSchema } from './agents.ts'
import { ownPayment, usedCode } from './holding-payment.ts'
import { partnerIdSchema } from './ids.ts'
import { amountSchema, currencySchema } from './money.ts'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { shown } from './shown.ts'
import { timeSchema } from './time.ts'

/** The three lifetimes of a configuration (section 2.7). */
export const QR_CONFIG_KINDS = ['PERMANENT', 'TIME_LIMITED', 'SINGLE_USE'] as const

/** How the amount of a payment is chosen (section 2.7; D17). */
export const QR_MODES = ['SINGLE_AMOUNT', 'MULTI_AMOUNT', 'OPEN_AMOUNT'] as const

export const QR_CODE_STATUSES = ['active', 'disabled'] as const

export const qrConfigKindSchema = z.enum(QR_CONFIG_KINDS)
export const qrModeSchema = z.enum(QR_MODES)
export const qrCodeStatusSchema = z.enum(QR_CODE_STATUSES)

/** The largest number of amounts (D16), for small screens. */
export const QR_AMOUNTS_MAX = 20

const TOKEN_LENGTH_MAX = 128

/**
 * The token of a QR code in a request. The platform answers QR_CODE404_NOT_FOUND to an unknown one.
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
    description: 'The token of a QR code, from the operator.',
    minLength: 1,
    maxLength: TOKEN_LENGTH_MAX,
    examples: ['7Z3M9K0QW5T8R2VXN4BHJD01Z9'],
  })

const asked = {
  amounts: z
    .array(amountSchema)
    .min(1)
    .max(QR_AMOUNTS_MAX)
    .refine((amounts) => new Set(amounts).size === amounts.length, {
      message: 'expected distinct amounts',
    })
    .meta({ uniqueItems: true, description: 'One amount, or several to choose from.' }),
  expiresAt: timeSchema.optional().meta({
    description: 'Time-limited: the end, at most a year ahead. Not with singleUse: true.',
  }),
  singleUse: z.boolean().optional().meta({ description: 'Single-use: valid for one payment.' }),
}

const hasOneLifetime = ({
  expiresAt,
  singleUse,
}: {
  expiresAt?: string | undefined
  singleUse?: boolean | undefined
}): boolean => expiresAt === undefined || singleUse !== true

const ONE_LIFETIME = {
  path: ['expiresAt'],
  message: 'expected no expiresAt with singleUse: true, because the lifetimes exclude each other',
}

/**
 * `POST /partner/qr/v1/set-qr-config` (section 4.4, D16). Without `expiresAt` and `singleUse: true` the
 * amounts are permanent, until they are replaced or removed. The platform checks `expiresAt` with its
 * own clock.
 */
export const setQrConfigRequest = requestObject({
  qrCodeToken: qrCodeTokenSchema,
  ...asked,
}).refine(hasOneLifetime, ONE_LIFETIME)

/** `PUT /operator/v1/qr-codes/{token}/configuration`: the same, with the code in the path. */
export const putQrConfigRequest = requestObject(asked).refine(hasOneLifetime, ONE_LIFETIME)

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
    description: 'When the configuration last changed: it was set, unset, expired or used.',
  }),
}

/** The current configuration of a code (D17). */
export const qrConfigSchema = z.object(configFields)

/** `GET /channel/v1/qr-codes/{token}` (D19, D21), for the payer to see. */
export const scannedQrCode = z.object({
  ...configFields,
  partnerId: partnerIdSchema,
  partnerName: z.string(),
  label: z.string(),
  status: qrCodeStatusSchema,
  inUse: z.boolean().meta({
    description: 'Whether another payment has reserved the single use of this code.',
  }),
  ownPayment: ownPayment.nullable().meta({
    description:
      'The open payment that has reserved it, if the agent who asks opened it: continue it.',
  }),
  used: usedCode.nullable().meta({
    description:
      'How the single use was used, until other amounts are set. Warn the payer: whatever is ' +
      'paid now is paid a second time. Null when it was not used.',
  }),
})

/**
 * `POST /channel/v1/qr-codes/{token}/payments` (D19, D21). `amount` is optional when the code has one
 * amount. `updatedAt` is the value of the scan: if it has changed since, nothing is charged.
 */
export const openQrPaymentRequest = requestObject({
  amount: amountSchema.optional(),
  updatedAt: timeSchema.optional(),
  agentId: openingAgentSchema.optional(),
})

named({
  OpenQrPaymentRequest: openQrPaymentRequest,
  PutQrConfigRequest: putQrConfigRequest,
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
export type PutQrConfigRequest = z.infer<typeof putQrConfigRequest>
export type SetQrConfigRequest = z.infer<typeof setQrConfigRequest>
export type UnsetQrConfigRequest = z.infer<typeof unsetQrConfigRequest>
export type QrConfig = z.infer<typeof qrConfigSchema>
export type ScannedQrCode = z.infer<typeof scannedQrCode>
export type OpenQrPaymentRequest = z.infer<typeof openQrPaymentRequest>
