/** Who can do what, to review each quarter (W270). */
import { z } from 'zod'
import { channelIdSchema, partnerIdSchema } from '../../ids.ts'
import { listOf, listQuery } from '../../lists.ts'
import { named } from '../../named.ts'
import type { OperationTable } from '../../operation.ts'
import { timeSchema } from '../../time.ts'
import { ACCESS_KINDS, UNUSED_DAYS } from '../../access-kinds.ts'
import { SIDES } from '../../permissions.ts'
import { onePage } from '../list-answer.ts'

const accessRecord = z.object({
  kind: z.enum(ACCESS_KINDS),
  id: z.string().meta({
    description: 'Of the user, operator key or device; the hint of a key of a partner or channel.',
  }),
  side: z.enum(SIDES),
  partnerId: partnerIdSchema.nullable(),
  channelId: channelIdSchema.nullable(),
  name: z.string().meta({ description: 'Of the person, key or device; else of its organisation.' }),
  role: z
    .string()
    .nullable()
    .meta({ description: 'Null for keys of partners and channels, and for devices.' }),
  permissions: z.array(z.string()).nullable().meta({
    description: 'What a key is limited to; null for all that its role or organisation may do.',
  }),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable().meta({ description: 'To the minute; null when never used.' }),
  since: timeSchema.meta({ description: 'The last use, or the making of what was never used.' }),
  isUnused: z.boolean().meta({ description: `Whether that is ${UNUSED_DAYS} days ago, or more.` }),
})

const accessList = listOf(accessRecord)

named({ AccessRecord: accessRecord, AccessList: accessList })

export type AccessRecord = z.infer<typeof accessRecord>

const filters = {
  kind: z.enum(ACCESS_KINDS).optional().meta({ description: 'Only people, keys or devices.' }),
  side: z.enum(SIDES).optional().meta({ description: 'Only of this side.' }),
  partnerId: partnerIdSchema.optional().meta({ description: 'Only of this partner.' }),
  channelId: channelIdSchema.optional().meta({ description: 'Only of this channel.' }),
}

export const accessQuery = listQuery.extend(filters)

const common = {
  caller: 'operator',
  tag: 'Operator API',
  method: 'GET',
  permission: 'audit.view',
} as const

export const OPERATOR_ACCESS = {
  listAccess: {
    ...common,
    path: '/operator/v1/access',
    summary: 'List who can do what',
    description:
      'People, keys and devices that can act now, the longest unused first: so what was not used ' +
      `for ${UNUSED_DAYS} days begins the list. Review it each quarter.`,
    query: accessQuery,
    answer: onePage(accessList, {
      kind: 'person',
      id: 'usr_2',
      side: 'operator',
      partnerId: null,
      channelId: null,
      name: 'Amina Haddad',
      role: 'support',
      permissions: null,
      createdAt: '2026-01-10T08:00:00.000Z',
      lastUsedAt: '2026-02-01T09:30:00.000Z',
      since: '2026-02-01T09:30:00.000Z',
      isUnused: true,
    }),
  },
} as const satisfies OperationTable
