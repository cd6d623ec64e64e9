/** Bodies of channel kinds in the operator API (D10, D22, W79). Unknown fields are refused. */
import { z } from 'zod'
import { named } from './named.ts'
import { channelKindSchema } from './payment-status.ts'
import { requestObject } from './request-object.ts'

export const LOCK_SECONDS_MIN = 30
export const LOCK_SECONDS_MAX = 86_400

/** The settings of a channel kind; null means the platform's default (D10, W79). */
export const channelKindRecord = z.object({
  kind: channelKindSchema,
  lockSeconds: z.int().nullable(),
  lockSecondsMax: z
    .int()
    .nullable()
    .meta({
      description:
        'The longest lock that an opening may ask for, as couriers do at departure. Null: only the lock ' +
        'time of the kind.',
    }),
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
  lockSecondsMax: z.int().min(LOCK_SECONDS_MIN).max(LOCK_SECONDS_MAX).nullish(),
  openLocksMax: z.int().min(1).max(OPEN_LOCKS_MAX_MAX).nullish(),
  notFoundPerMinute: z.int().min(1).max(NOT_FOUND_PER_MINUTE_MAX).nullish(),
})
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message:
      'expected at least one of lockSeconds, lockSecondsMax, openLocksMax and notFoundPerMinute',
  })
  .meta({ minProperties: 1 })

named({
  ChannelKindRecord: channelKindRecord,
  ChannelKindList: channelKindList,
  PatchChannelKindRequest: patchChannelKindRequest,
})

export type ChannelKindRecord = z.infer<typeof channelKindRecord>
export type PatchChannelKindRequest = z.infer<typeof patchChannelKindRequest>
