/** Bodies of the operator API (D22): channels. Unknown fields are refused. */
import { z } from 'zod'
import { channelIdSchema, partnerIdSchema } from './ids.ts'
import { amountOrZeroSchema } from './money.ts'
import { named } from './named.ts'
import { channelKindSchema } from './payment-status.ts'
import { requestObject } from './request-object.ts'
import { keyPermissionsSchema, overlapSecondsSchema, presentKey } from './rotations.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'

const isTestSchema = z.boolean().meta({
  description:
    'Whether it is a test channel: it takes payments for testing partners alone, and other channels take ' +
    'none for them (D40). Chosen when it is created.',
})

/** `POST /operator/v1/channels` */
export const createChannelRequest = requestObject({
  name: nameSchema,
  kind: channelKindSchema,
  isTest: isTestSchema.default(false),
})

export const createdChannel = z.object({
  channelId: channelIdSchema,
  name: z.string(),
  kind: channelKindSchema,
  isTest: z.boolean(),
  apiKey: z.string().meta({ description: 'Shown only in this answer.' }),
})

/** `POST /operator/v1/channels/{channelId}/rotate`. The body is optional. */
export const rotateChannelRequest = requestObject({
  overlapSeconds: overlapSecondsSchema,
  permissions: keyPermissionsSchema('channel'),
})

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

/** In dinars: a larger difference is somebody's to explain, whatever the channel (W180). */
export const COUNT_TOLERANCE_MAX = 1_000

/** The settings of a channel. */
const channelSettings = {
  requiresAgent: z.boolean().meta({ description: 'Whether an opening must name the agent (D30).' }),
  countTolerance: amountOrZeroSchema
    .refine((dinars) => dinars <= COUNT_TOLERANCE_MAX, {
      message: `expected at most ${COUNT_TOLERANCE_MAX}`,
    })
    .meta({
      maximum: COUNT_TOLERANCE_MAX,
      description:
        'The largest difference of a count about which nobody needs to decide, in dinars.',
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
  isTest: isTestSchema,
  createdAt: timeSchema,
  ...channelSettings,
  keyPermissions: presentKey('channel'),
})

named({
  ChannelRecord: channelRecord,
  ChannelStatus: channelStatusSchema,
  CreateChannelRequest: createChannelRequest,
  CreatedChannel: createdChannel,
  PatchChannelRequest: patchChannelRequest,
  RotateChannelRequest: rotateChannelRequest,
  RotatedChannel: rotatedChannel,
})

export type CreateChannelRequest = z.infer<typeof createChannelRequest>
export type CreatedChannel = z.infer<typeof createdChannel>
export type ChannelStatus = z.infer<typeof channelStatusSchema>
export type ChannelRecord = z.infer<typeof channelRecord>
