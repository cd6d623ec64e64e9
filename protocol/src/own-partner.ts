/** A partner's own settings, keys and QR codes, as its users see and change them (W153). */
import { z } from 'zod'
import { paymentIdSchema } from './ids.ts'
import { named } from './named.ts'
import { partner, patchedPartner, patchPartnerRequest } from './operator-partners.ts'
import { qrCode } from './qr-codes.ts'
import { qrConfigSchema } from './qr-config.ts'
import { KEY_PERMISSIONS } from './permissions.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

const OPERATORS = { debitLimit: true, echo: true } as const

/** `GET /partner/settings/v1/partner` */
export const ownPartner = partner.omit(OPERATORS).extend({
  isWebhookUrlDerived: z.boolean().meta({
    description: 'Whether webhookUrl follows apiUrl, because none was given (D12).',
  }),
})

const { apiUrl, webhookUrl, events, webhookHeaders } = patchPartnerRequest.shape

/** `PATCH /partner/settings/v1/partner`, with at least one field. */
export const patchOwnPartnerRequest = requestObject({
  apiUrl,
  webhookUrl,
  events,
  webhookHeaders,
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'expected at least one of apiUrl, webhookUrl, events and webhookHeaders',
  })
  .meta({ minProperties: 1 })

export const patchedOwnPartner = ownPartner.extend({
  apiSecret: patchedPartner.shape.apiSecret,
  hmacSecret: patchedPartner.shape.hmacSecret,
})

export const keyHintSchema = z
  .string()
  .regex(/^[0-9a-f]{8}$/)
  .meta({
    description: 'The first eight digits of the SHA-256 of the key.',
    examples: ['5f1c02ab'],
  })

/** A valid API key. Its text is shown nowhere. */
export const partnerKey = z.object({
  hint: keyHintSchema,
  createdAt: timeSchema,
  expiresAt: timeSchema
    .nullable()
    .meta({ description: 'When its rotation ends it; null for the current key.' }),
  lastUsedAt: timeSchema.nullable().meta({ description: 'To the minute; null before its use.' }),
  permissions: z.array(z.enum([...KEY_PERMISSIONS.partner])).meta({
    description: 'What it may do (W162).',
  }),
})

export const partnerKeyList = z.object({ items: z.array(partnerKey) })

/** A code with the amounts that it asks for now, and the last payment with it. */
export const ownQrCode = qrCode.extend({
  config: qrConfigSchema.omit({ qrCodeToken: true }),
  isUsedUp: z.boolean().meta({ description: 'Whether it was paid and cannot be paid again.' }),
  lastPaidAt: timeSchema.nullable(),
  lastPaymentId: paymentIdSchema.nullable().meta({ description: 'Of the last paid payment.' }),
})

named({
  OwnPartner: ownPartner,
  OwnQrCode: ownQrCode,
  PartnerKey: partnerKey,
  PartnerKeyList: partnerKeyList,
  PatchedOwnPartner: patchedOwnPartner,
  PatchOwnPartnerRequest: patchOwnPartnerRequest,
})

export type OwnPartner = z.infer<typeof ownPartner>
export type PartnerKey = z.infer<typeof partnerKey>
export type OwnQrCode = z.infer<typeof ownQrCode>
