/** Bodies of the operator API (D22): partners. Unknown fields are refused. */
import { z } from 'zod'
import { partnerIdSchema } from './ids.ts'
import { named } from './named.ts'
import { echoSettingSchema } from './echoes.ts'
import { listQuery } from './lists.ts'
import { sumSchema } from './money.ts'
import { presentStanding } from './own-health.ts'
import {
  canarySchema,
  certificateSchema,
  PARTNER_LIFE,
  partnerStateSchema,
} from './partner-states.ts'
import { debitLimitSchema } from './refunds.ts'
import { requestObject } from './request-object.ts'
import { keyPermissionsSchema, overlapSecondsSchema, presentKey } from './rotations.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'
import { urlSchema } from './url.ts'
import { EVENT_KINDS_ON_REQUEST, eventKindSchema } from './webhook-event.ts'
import { webhookHeadersSchema } from './webhook-headers.ts'

export const PARTNER_STATUSES = ['active', 'inactive'] as const
export const SECRET_KINDS = ['apiKey', 'apiSecret', 'hmacSecret'] as const

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
  state: partnerStateSchema,
  apiUrl: z.string(),
  webhookUrl: z.string().meta({ description: 'The current webhook URL, given or derived (D12).' }),
  nameAr: z.string().nullable().meta({ description: 'The name in Arabic, for QR codes.' }),
  city: z.string().nullable().meta({ description: 'The city of the partner, for QR codes.' }),
  createdAt: timeSchema,
  updatedAt: timeSchema,
}

export const partner = z.object({
  ...partnerFields,
  certificate: certificateSchema,
  canary: canarySchema,
  keyPermissions: presentKey('partner'),
  debitLimit: debitLimitSchema,
  events: z.array(eventKindSchema).meta({
    description:
      'The events that this partner receives in addition to the events of all partners (D27).',
  }),
  webhookHeaders: webhookHeadersSchema,
  echo: echoSettingSchema,
  warnings: z.array(partnerWarning).meta({ description: 'Newest first.' }),
  rotations: z.array(pendingRotation).optional(),
})

export const PARTNER_STATES = [...PARTNER_STATUSES, 'failing', ...PARTNER_LIFE] as const

/** How many days a partner's volume counts, with today. */
export const VOLUME_DAYS = 30

/** A partner in the list: how it does, and how much is paid to it (W205). */
export const listedPartner = partner.extend({
  health: presentStanding.nullable().meta({ description: 'Null without events.view.' }),
  volume: z
    .object({ collected: sumSchema, payments: z.int() })
    .nullable()
    .meta({
      description: `What was collected in the last ${VOLUME_DAYS} days. Null without payments.view, or while it cannot be counted.`,
    }),
})

/** `GET /operator/v1/partners` */
export const partnersQuery = listQuery.extend({
  q: z.string().max(100).optional().meta({
    description: 'A part of the name in either script, the city or the id.',
  }),
  city: z.string().max(100).optional().meta({ description: 'The city, without case or accents.' }),
  state: z.enum(PARTNER_STATES).optional().meta({
    description: 'failing needs events.view: without it nothing is found.',
  }),
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
  webhookHeaders: webhookHeadersSchema.optional(),
  echo: echoSettingSchema.optional(),
  debitLimit: debitLimitSchema.optional(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message:
      'expected at least one of name, status, apiUrl, webhookUrl, nameAr, city, events, ' +
      'webhookHeaders, echo and debitLimit',
  })
  .meta({ minProperties: 1 })

/** The changed partner. If its shared secrets were replaced, the new ones are shown only here. */
export const patchedPartner = partner.extend({
  apiSecret: z.string().optional(),
  hmacSecret: z.string().optional(),
})

/** `POST /operator/v1/partners/{partnerId}/rotate` */
export const rotateRequest = requestObject({
  secret: secretKindSchema,
  overlapSeconds: overlapSecondsSchema,
  permissions: keyPermissionsSchema('partner'),
}).refine(({ secret, permissions }) => permissions === undefined || secret === 'apiKey', {
  path: ['permissions'],
  message: 'expected it with the secret apiKey alone: the other secrets permit nothing',
})

export const rotated = z.object({
  partnerId: partnerIdSchema,
  secret: secretKindSchema,
  value: z.string().meta({ description: 'The new secret, shown only in this answer.' }),
  previousValidUntil: timeSchema,
})

named({
  CreatePartnerRequest: createPartnerRequest,
  CreatedPartner: createdPartner,
  ListedPartner: listedPartner,
  Partner: partner,
  PartnerStatus: partnerStatusSchema,
  PartnerWarning: partnerWarning,
  PatchedPartner: patchedPartner,
  PatchPartnerRequest: patchPartnerRequest,
  PendingRotation: pendingRotation,
  RotateRequest: rotateRequest,
  Rotated: rotated,
  SecretKind: secretKindSchema,
})

export type CreatePartnerRequest = z.infer<typeof createPartnerRequest>
export type PartnerWarning = z.infer<typeof partnerWarning>
export type Partner = z.infer<typeof partner>
export type PartnersQuery = z.output<typeof partnersQuery>
export type ListedPartner = z.infer<typeof listedPartner>
export type CreatedPartner = z.infer<typeof createdPartner>
export type PatchPartnerRequest = z.infer<typeof patchPartnerRequest>
export type PatchedPartner = z.infer<typeof patchedPartner>
export type RotateRequest = z.infer<typeof rotateRequest>
export type Rotated = z.infer<typeof rotated>
