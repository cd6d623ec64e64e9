/** What the rotation of a key or a secret asks for, and what it answers of the key. */
import { z } from 'zod'
import { KEY_PERMISSIONS } from './permissions.ts'

/** The default overlap of a rotation: one day. */
export const OVERLAP_SECONDS_DEFAULT = 86_400
/** The longest overlap: 30 days. */
export const OVERLAP_SECONDS_MAX = 2_592_000

export const overlapSecondsSchema = z
  .int()
  .min(0)
  .max(OVERLAP_SECONDS_MAX)
  .default(OVERLAP_SECONDS_DEFAULT)
  .meta({ description: 'How long the old value stays valid, in seconds; 0 revokes it at once.' })

/** What a new key may do (W162). */
export const keyPermissionsSchema = (side: 'channel' | 'partner') =>
  z
    .array(z.enum([...KEY_PERMISSIONS[side]]))
    .min(1)
    .refine((permissions) => new Set(permissions).size === permissions.length, {
      message: 'expected each permission once',
    })
    .optional()
    .meta({
      description:
        `What the new key may do, among what a key of a ${side} may do. Default: the same as ` +
        'the current key; the first key may do everything.',
    })

/** What the present API key may do. */
export const presentKey = (side: 'channel' | 'partner') =>
  z
    .array(z.enum([...KEY_PERMISSIONS[side]]))
    .meta({ description: 'What the current API key may do (W162).' })
