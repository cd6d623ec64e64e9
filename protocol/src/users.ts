/** Bodies about the users of an organisation (D29). Unknown fields of requests are refused. */
import { z } from 'zod'
import { agentIdSchema, channelIdSchema, partnerIdSchema, userIdSchema } from './ids.ts'
import { named } from './named.ts'
import { languageSchema, roleSchema } from './people.ts'
import {
  ROLES,
  SIDES,
  type ChannelRole,
  type OperatorRole,
  type PartnerRole,
} from './permissions.ts'
import { requestObject } from './request-object.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'

const rolesOf = <Name extends string>(roles: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(roles) as [Name, ...Name[]])

export const operatorRoleSchema = rolesOf<OperatorRole>(ROLES.operator)
export const channelRoleSchema = rolesOf<ChannelRole>(ROLES.channel)
export const partnerRoleSchema = rolesOf<PartnerRole>(ROLES.partner)

/** RFC 5321 allows no longer address. */
const EMAIL_LENGTH_MAX = 254

export const emailSchema = z
  .email({ message: 'expected an e-mail address' })
  .max(EMAIL_LENGTH_MAX)
  .meta({ examples: ['amina@ecole.example'] })

export const userRecord = z.object({
  userId: userIdSchema,
  side: z.enum(SIDES),
  partnerId: partnerIdSchema.optional(),
  channelId: channelIdSchema.optional(),
  agentId: agentIdSchema.optional().meta({ description: 'Of an agent or courier.' }),
  name: z.string().nullable().meta({
    description: 'Null until an owner who was invited by the platform itself has joined.',
  }),
  email: z.string().nullable(),
  role: roleSchema,
  status: z.enum(['invited', 'active', 'disabled']),
  createdAt: timeSchema,
  lastSeenAt: timeSchema.nullable().meta({ description: 'In the newest session, to the minute.' }),
  invitationExpiresAt: timeSchema
    .nullable()
    .meta({ description: 'Until then the open link works; null without one.' }),
  isLocked: z.boolean().meta({
    description: 'Whether the user must wait now, after too many wrong passwords, codes or PINs.',
  }),
  wrongTries: z
    .int()
    .min(0)
    .meta({ description: 'Failed attempts to sign in as this user within a day.' }),
})

/** The link is shown only in this answer. */
export const invitedUser = userRecord.extend({
  link: z.string().meta({ description: 'Only for the user; works once. Shown only here.' }),
})

const person = {
  name: nameSchema.meta({ description: 'It never changes: the audit log shows it.' }),
  email: emailSchema.optional(),
  language: languageSchema.default('fr'),
}

const agentId = agentIdSchema
  .optional()
  .meta({ description: 'Required for the roles agent and courier, and for no other.' })

/** `POST /operator/v1/users`: of the operator, or of a partner or a channel. */
export const inviteUserRequest = requestObject({
  ...person,
  role: roleSchema,
  partnerId: partnerIdSchema.optional().meta({ description: 'For a user of this partner.' }),
  channelId: channelIdSchema.optional().meta({ description: 'For a user of this channel.' }),
  agentId,
})

export const inviteChannelUserRequest = requestObject({
  ...person,
  role: channelRoleSchema,
  agentId,
})

export const invitePartnerUserRequest = requestObject({ ...person, role: partnerRoleSchema })

const status = z
  .literal('disabled')
  .optional()
  .meta({ description: 'Ends all sessions. Invite the user again to undo it.' })

export const changeUserRequest = requestObject({ role: roleSchema.optional(), agentId, status })

export const changeChannelUserRequest = requestObject({
  role: channelRoleSchema.optional(),
  agentId,
  status,
})

export const changePartnerUserRequest = requestObject({
  role: partnerRoleSchema.optional(),
  status,
})

/** `POST /operator/v1/sessions/end`. */
export const signOutRequest = requestObject({
  of: z.union([z.enum(['everybody', 'operator']), partnerIdSchema, channelIdSchema]).meta({
    description: 'Whose: of the operator, of a partner, of a channel, or everybody’s.',
    examples: ['prt_1001'],
  }),
})

named({
  ChangeChannelUserRequest: changeChannelUserRequest,
  ChangePartnerUserRequest: changePartnerUserRequest,
  ChangeUserRequest: changeUserRequest,
  InviteChannelUserRequest: inviteChannelUserRequest,
  InvitePartnerUserRequest: invitePartnerUserRequest,
  InviteUserRequest: inviteUserRequest,
  InvitedUser: invitedUser,
  SignOutRequest: signOutRequest,
  UserRecord: userRecord,
})

export type UserRecord = z.infer<typeof userRecord>
export type InvitedUser = z.infer<typeof invitedUser>
