/** Changes of settings about money that wait, or waited, for a second person (D34). */
import { z } from 'zod'
import { listOf, listQuery } from './lists.ts'
import { named } from './named.ts'
import { PERMISSIONS, SIDES } from './permissions.ts'
import { timeSchema } from './time.ts'

/** What a person can ask for, and another one confirms by saying the same. */
export const SETTING_OPERATIONS = [
  'changeChannel',
  'changeChannelKind',
  'changeSettlement',
  'changePartner',
  'changeAgent',
] as const

export type SettingOperation = (typeof SETTING_OPERATIONS)[number]

const statusSchema = z.enum(['waiting', 'confirmed', 'refused', 'replaced'])

/** Any value of a setting, as the operation takes it. */
const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

export const settingRequestsQuery = listQuery.extend({
  status: statusSchema.optional(),
})

export const settingRequestRecord = z.object({
  settingRequestId: z.guid(),
  operation: z.enum(SETTING_OPERATIONS).meta({
    description:
      'The operation that another person sends with the same fields. The operator confirms a limit of ' +
      'an agent with changeAgentLimits.',
  }),
  subject: z.string().meta({
    description: 'What is changed: a channel, a kind of channels, a partner or an agent.',
  }),
  changes: z
    .array(
      z.object({
        field: z.string(),
        from: valueSchema.meta({ description: 'The value when it was asked for.' }),
        to: valueSchema,
      }),
    )
    .meta({ description: 'All fields of the request. Amounts are in dinars.' }),
  status: statusSchema.meta({
    description: 'Replaced: a later request about the same took its place.',
  }),
  askedBy: z.string(),
  askedAt: timeSchema,
  confirmedBy: z.string().nullable(),
  refusedBy: z
    .string()
    .nullable()
    .meta({ description: 'The person who refused it, or the one who took it back.' }),
  endedAt: timeSchema
    .nullable()
    .meta({ description: 'When it was confirmed, refused or replaced.' }),
  side: z.enum(SIDES).meta({ description: 'Whose people confirm it.' }),
  permissions: z
    .array(z.enum(PERMISSIONS))
    .meta({ description: 'The permissions that the second person needs, all of them.' }),
  mayConfirm: z.boolean().meta({
    description:
      'Whether you may: it waits, you have these permissions, and you did not ask for it.',
  }),
})

export const settingRequestList = listOf(settingRequestRecord)

named({ SettingRequestRecord: settingRequestRecord, SettingRequestList: settingRequestList })

export type SettingRequestRecord = z.infer<typeof settingRequestRecord>
