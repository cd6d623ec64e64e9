/** Bodies of the operator API (D22): partners, channels, operator keys. Unknown fields are refused. */
import { z } from 'zod'
import { channelIdSchema, operatorKeyIdSchema, partnerIdSchema } from './ids.ts'
import { named } from './named.ts'
import { channelKindSchema } from './payment-status.ts'
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

export const LOCK_SECONDS_MIN = 30
export const LOCK_SECONDS_MAX = 86_400

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
  events: z.array(eventKindSchema).meta({
    description:
      'The events that this partner receives in addition to the events of all partners (D27).',
  }),
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
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'expected at least one of name, status, apiUrl, webhookUrl, nameAr, city and events',
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

/** A channel in lists, without its key. */
export const channelRecord = z.object({
  channelId: channelIdSchema,
  name: z.string(),
  kind: channelKindSchema,
  createdAt: timeSchema,
})

/** The settings of a channel kind; null means the platform's default (D10, W79). */
export const channelKindRecord = z.object({
  kind: channelKindSchema,
  lockSeconds: z.int().nullable(),
  openLocksMax: z.int().nullable(),
  notFoundPerMinute: z.int().nullable(),
})

export const channelKindList = z.object({ items: z.array(channelKindRecord) })

/** The upper bound of `openLocksMax`, the open locks of one channel (W79). */
export const OPEN_LOCKS_MAX_MAX = 10_000_000
/** The upper bound of `notFoundPerMinute`, the unknown references that one channel looks up (W79). */
export const NOT_FOUND_PER_MINUTE_MAX = 1_000_000

/** `PATCH /operator/v1/channel-kinds/{kind}` */
export const patchChannelKindRequest = requestObject({
  lockSeconds: z.int().min(LOCK_SECONDS_MIN).max(LOCK_SECONDS_MAX).nullish(),
  openLocksMax: z.int().min(1).max(OPEN_LOCKS_MAX_MAX).nullish(),
  notFoundPerMinute: z.int().min(1).max(NOT_FOUND_PER_MINUTE_MAX).nullish(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'expected at least one of lockSeconds, openLocksMax and notFoundPerMinute',
  })
  .meta({ minProperties: 1 })

/** `POST /operator/v1/operator-keys`. The audit log shows the name with every action. */
export const createOperatorKeyRequest = requestObject({ name: nameSchema })

/** An operator key in lists, without the key itself. */
export const operatorKeyRecord = z.object({
  operatorKeyId: operatorKeyIdSchema,
  name: z.string(),
  createdAt: timeSchema,
  revokedAt: timeSchema
    .nullable()
    .meta({ description: 'When the key was revoked; null for a valid key.' }),
})

export const createdOperatorKey = operatorKeyRecord.extend({
  apiKey: z.string().meta({ description: 'Shown only in this answer.' }),
})

named({
  ChannelKindRecord: channelKindRecord,
  ChannelKindList: channelKindList,
  ChannelRecord: channelRecord,
  CreateChannelRequest: createChannelRequest,
  CreateOperatorKeyRequest: createOperatorKeyRequest,
  CreatedChannel: createdChannel,
  CreatedOperatorKey: createdOperatorKey,
  CreatePartnerRequest: createPartnerRequest,
  CreatedPartner: createdPartner,
  OperatorKeyRecord: operatorKeyRecord,
  Partner: partner,
  PartnerStatus: partnerStatusSchema,
  PartnerWarning: partnerWarning,
  PatchChannelKindRequest: patchChannelKindRequest,
  PatchedPartner: patchedPartner,
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
export type ChannelRecord = z.infer<typeof channelRecord>
export type ChannelKindRecord = z.infer<typeof channelKindRecord>
export type PatchChannelKindRequest = z.infer<typeof patchChannelKindRequest>
export type OperatorKeyRecord = z.infer<typeof operatorKeyRecord>
export type CreatedOperatorKey = z.infer<typeof createdOperatorKey>
