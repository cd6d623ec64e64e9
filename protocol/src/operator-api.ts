/** Bodies of the operator API (D22): partners and channels. Unknown fields are refused. */
import { z } from 'zod'
import { channelIdSchema, partnerIdSchema } from './ids.ts'
import { named } from './named.ts'
import { channelKindSchema } from './payment-status.ts'
import { echoSettingSchema } from './echoes.ts'
import { amountOrZeroSchema } from './money.ts'
import { debitLimitSchema } from './refunds.ts'
import { requestObject } from './request-object.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'
import { urlSchema } from './url.ts'
import { EVENT_KINDS_ON_REQUEST, eventKindSchema } from './webhook-event.ts'

export const PARTNER_STATUSES = ['active', 'inactive'] as const
export const SECRET_KINDS = ['apiKey', 'apiSecret', 'hmacSecret'] as const

/** The default overlap of a rotation: one day. */
export const OVERLAP_SECONDS_DEFAULT = 86_400
/** The longest overlap: 30 days. */
export const OVERLAP_SECONDS_MAX = 2_592_000

/** The events that a partner receives only on request (D27). */
const eventsSchema = z
  .array(z.enum(EVENT_KINDS_ON_REQUEST))
  .refine((events) => new Set(events).size === events.length, {
    message: 'expected each event once',
  })

export const partnerStatusSchema = z.enum(PARTNER_STATUSES)
export const secretKindSchema = z.enum(SECRET_KINDS)

export type PartnerStatus = z.infer<typeof partnerStatusSchema>
export type SecretKind = z.infer<typeof secretKindSchema>

/** `POST /operator/v1/partners`. The default of `webhookUrl` is `{apiUrl}/webhooks/platform` (D12). */
export const createPartnerRequest = requestObject({
  name: nameSchema,
  apiUrl: urlSchema,
  webhookUrl: urlSchema.optional(),
  nameAr: nameSchema.nullish().meta({ description: 'The name in Arabic, for QR codes.' }),
  city: nameSchema.nullish().meta({ description: 'The city of the partner, for QR codes.' }),
})

/** A problem that the partner's developers should fix; the payment continued (D11). */
export const partnerWarning = z.object({
  at: timeSchema,
  kind: z.string(),
  reference: z.string(),
  message: z.string(),
})

/**
 * A rotation whose previous secret is still valid. Until `previousValidUntil` the platform accepts the
 * old API key, and keeps using the old API secret or HMAC secret.
 */
export const pendingRotation = z.object({
  secret: secretKindSchema,
  previousValidUntil: timeSchema,
})

const partnerFields = {
  partnerId: partnerIdSchema,
  name: z.string(),
  status: partnerStatusSchema,
  apiUrl: z.string(),
  webhookUrl: z.string().meta({ description: 'The current webhook URL, given or derived (D12).' }),
  nameAr: z.string().nullable().meta({ description: 'The name in Arabic, for QR codes.' }),
  city: z.string().nullable().meta({ description: 'The city of the partner, for QR codes.' }),
  createdAt: timeSchema,
  updatedAt: timeSchema,
}

export const partner = z.object({
  ...partnerFields,
  debitLimit: debitLimitSchema,
  events: z.array(eventKindSchema).meta({
    description:
      'The events that this partner receives in addition to the events of all partners (D27).',
  }),
  echo: echoSettingSchema,
  warnings: z.array(partnerWarning).meta({ description: 'Newest first.' }),
  rotations: z.array(pendingRotation).optional(),
})

/** The created partner. The three secrets are shown only here. */
export const createdPartner = z.object({
  ...partnerFields,
  apiKey: z.string(),
  apiSecret: z.string(),
  hmacSecret: z.string(),
})

/**
 * `PATCH /operator/v1/partners/{partnerId}`, with at least one field. `webhookUrl: null` restores the
 * derived URL. When the host of `apiUrl` or of the webhook URL changes, both shared secrets are replaced
 * at once: the new host must not learn the old ones.
 */
export const patchPartnerRequest = requestObject({
  name: nameSchema.optional(),
  status: partnerStatusSchema.optional(),
  apiUrl: urlSchema.optional(),
  webhookUrl: urlSchema.nullable().optional(),
  nameAr: nameSchema.nullish(),
  city: nameSchema.nullish(),
  events: eventsSchema.optional(),
  echo: echoSettingSchema.optional(),
  debitLimit: debitLimitSchema.optional(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message:
      'expected at least one of name, status, apiUrl, webhookUrl, nameAr, city, events, echo and ' +
      'debitLimit',
  })
  .meta({ minProperties: 1 })

/** The changed partner. If its shared secrets were replaced, the new ones are shown only here. */
export const patchedPartner = partner.extend({
  apiSecret: z.string().optional(),
  hmacSecret: z.string().optional(),
})

const overlapSecondsSchema = z
  .int()
  .min(0)
  .max(OVERLAP_SECONDS_MAX)
  .default(OVERLAP_SECONDS_DEFAULT)
  .meta({ description: 'How long the old value stays valid, in seconds; 0 revokes it at once.' })

/** `POST /operator/v1/partners/{partnerId}/rotate` */
export const rotateRequest = requestObject({
  secret: secretKindSchema,
  overlapSeconds: overlapSecondsSchema,
})

export const rotated = z.object({
  partnerId: partnerIdSchema,
  secret: secretKindSchema,
  value: z.string().meta({ description: 'The new secret, shown only in this answer.' }),
  previousValidUntil: timeSchema,
})

/** `POST /operator/v1/channels` */
export const createChannelRequest = requestObject({ name: nameSchema, kind: channelKindSchema })

export const createdChannel = z.object({
  channelId: channelIdSchema,
  name: z.string(),
  kind: channelKindSchema,
  apiKey: z.string().meta({ description: 'Shown only in this answer.' }),
})

/** `POST /operator/v1/channels/{channelId}/rotate`. The body is optional. */
export const rotateChannelRequest = requestObject({ overlapSeconds: overlapSecondsSchema })

export const rotatedChannel = z.object({
  channelId: channelIdSchema,
  apiKey: z.string().meta({ description: 'The new key, shown only in this answer.' }),
  previousValidUntil: timeSchema,
})

export const CHANNEL_STATUSES = ['active', 'disabled'] as const

export const channelStatusSchema = z.enum(CHANNEL_STATUSES).meta({
  description:
    'A disabled channel opens no payment and scans no QR code. It may still confirm, cancel and fail ' +
    'what is open, hand over its cash, and read (W123).',
})

/** The most partners that one channel can be restricted to. */
export const CHANNEL_PARTNERS_MAX = 1_000

const channelPartnersSchema = z
  .array(partnerIdSchema)
  .min(1)
  .max(CHANNEL_PARTNERS_MAX)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'expected each partner once' })
  .nullable()
  .meta({ description: 'The partners that it may take payments for; null means all.' })

/** The settings of a channel. */
const channelSettings = {
  requiresAgent: z.boolean().meta({ description: 'Whether an opening must name the agent (D30).' }),
  countTolerance: amountOrZeroSchema.meta({
    description:
      'The largest difference of a count that needs no decision of an operator, in dinars.',
  }),
}

/** `PATCH /operator/v1/channels/{channelId}` */
export const patchChannelRequest = requestObject({
  name: nameSchema.optional(),
  status: channelStatusSchema.optional(),
  partners: channelPartnersSchema.optional(),
  requiresAgent: channelSettings.requiresAgent.optional(),
  countTolerance: channelSettings.countTolerance.optional(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'expected at least one of name, status, partners, requiresAgent and countTolerance',
  })
  .meta({ minProperties: 1 })

/** A channel in lists, without its key. */
export const channelRecord = z.object({
  channelId: channelIdSchema,
  name: z.string(),
  kind: channelKindSchema,
  status: channelStatusSchema,
  partners: channelPartnersSchema,
  createdAt: timeSchema,
  ...channelSettings,
})

named({
  ChannelRecord: channelRecord,
  ChannelStatus: channelStatusSchema,
  CreateChannelRequest: createChannelRequest,
  CreatedChannel: createdChannel,
  CreatePartnerRequest: createPartnerRequest,
  CreatedPartner: createdPartner,
  Partner: partner,
  PartnerStatus: partnerStatusSchema,
  PartnerWarning: partnerWarning,
  PatchedPartner: patchedPartner,
  PatchChannelRequest: patchChannelRequest,
  PatchPartnerRequest: patchPartnerRequest,
  PendingRotation: pendingRotation,
  RotateChannelRequest: rotateChannelRequest,
  RotatedChannel: rotatedChannel,
  RotateRequest: rotateRequest,
  Rotated: rotated,
  SecretKind: secretKindSchema,
})

export type CreatePartnerRequest = z.infer<typeof createPartnerRequest>
export type PartnerWarning = z.infer<typeof partnerWarning>
export type Partner = z.infer<typeof partner>
export type CreatedPartner = z.infer<typeof createdPartner>
export type PatchPartnerRequest = z.infer<typeof patchPartnerRequest>
export type PatchedPartner = z.infer<typeof patchedPartner>
export type RotateRequest = z.infer<typeof rotateRequest>
export type Rotated = z.infer<typeof rotated>
export type CreateChannelRequest = z.infer<typeof createChannelRequest>
export type CreatedChannel = z.infer<typeof createdChannel>
export type ChannelStatus = z.infer<typeof channelStatusSchema>
export type ChannelRecord = z.infer<typeof channelRecord>
