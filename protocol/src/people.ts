/** Bodies about users and their sessions (D29). Unknown fields of requests are refused. */
import { z } from 'zod'
import {
  agentIdSchema,
  channelIdSchema,
  partnerIdSchema,
  sessionIdSchema,
  userIdSchema,
} from './ids.ts'
import { LANGUAGES } from './language.ts'
import { named } from './named.ts'
import { PERMISSIONS, ROLES, SIDES, type Role } from './permissions.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

export const languageSchema = z.enum(LANGUAGES)

const ALL_ROLES = [...new Set(Object.values(ROLES).flatMap((roles) => Object.keys(roles)))] as [
  Role,
  ...Role[],
]

export const roleSchema = z.enum(ALL_ROLES)

/** `GET /account/v1/session`: who I am. */
export const ownSession = z.object({
  userId: userIdSchema,
  sessionId: sessionIdSchema,
  name: z.string(),
  email: z.string().nullable().meta({ description: 'Null for an agent without one.' }),
  language: languageSchema,
  side: z.enum(SIDES),
  role: roleSchema,
  permissions: z.array(z.enum(PERMISSIONS)),
  partnerId: partnerIdSchema.optional().meta({ description: 'Of a partner’s user.' }),
  partnerName: z.string().optional(),
  partnerNameAr: z.string().optional().meta({ description: 'Where the partner has one.' }),
  channelId: channelIdSchema.optional().meta({ description: 'Of a channel’s user.' }),
  channelName: z.string().optional(),
  agentId: agentIdSchema
    .optional()
    .meta({ description: 'Of an agent or courier, who acts for this agent alone.' }),
  method: z.string().meta({ description: 'How this session was signed in, such as passkey.' }),
  steppedUpUntil: timeSchema.nullable().meta({
    description: 'Until then refunds, secrets and payouts need no new confirmation.',
  }),
  expiresAt: timeSchema.meta({ description: 'The session ends then, however much it is used.' }),
})

/** A live session in the list of one's own. */
export const sessionRecord = z.object({
  sessionId: sessionIdSchema,
  isThisOne: z.boolean().meta({ description: 'Whether the request itself was made in it.' }),
  method: z.string(),
  createdAt: timeSchema,
  lastSeenAt: timeSchema.meta({ description: 'To the minute.' }),
  expiresAt: timeSchema,
  userAgent: z.string(),
  address: z.string().meta({ description: 'The network address that signed in.' }),
})

export const sessionList = z.object({ items: z.array(sessionRecord) })

/** How many sessions a request has ended. */
export const endedSessions = z.object({ count: z.int().min(0) })

export const changeAccountRequest = requestObject({ language: languageSchema })

named({
  OwnSession: ownSession,
  SessionRecord: sessionRecord,
  SessionList: sessionList,
  EndedSessions: endedSessions,
  ChangeAccountRequest: changeAccountRequest,
})

export type OwnSession = z.infer<typeof ownSession>
export type SessionRecord = z.infer<typeof sessionRecord>
