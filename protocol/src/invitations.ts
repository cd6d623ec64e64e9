/** Bodies about joining by an invitation (D29). Unknown fields are refused. */
import { z } from 'zod'
import { firstCredentials, signedIn } from './credentials.ts'
import { named } from './named.ts'
import { languageSchema, roleSchema } from './people.ts'
import { SIDES } from './permissions.ts'
import { requestObject } from './request-object.ts'
import { nameSchema } from './text.ts'
import { timeSchema } from './time.ts'
import { emailSchema } from './users.ts'

const token = z
  .string()
  .regex(/^[\w-]{43}$/, { message: 'expected the part of the link after #' })
  .meta({ description: 'The part of the link after #.' })

export const invitationRequest = requestObject({ token })

const self = {
  name: nameSchema.optional().meta({ description: 'Required where the invitation names nobody.' }),
  email: emailSchema.optional().meta({ description: 'Counts where the invitation has none.' }),
}

export const invitationOptionsRequest = requestObject({ token, ...self })

export const acceptInvitationRequest = requestObject({
  token,
  ...self,
  language: languageSchema.optional(),
  credentials: firstCredentials,
})

/** Who is invited, and to what. */
export const invitationRecord = z.object({
  name: z.string().nullable().meta({ description: 'Null: you say who you are.' }),
  email: z.string().nullable(),
  language: languageSchema,
  side: z.enum(SIDES),
  role: roleSchema,
  organisation: z
    .string()
    .nullable()
    .meta({ description: 'The partner or channel; null for the operator.' }),
  invitedBy: z.string(),
  expiresAt: timeSchema,
})

export const joined = signedIn.extend({
  recoveryCodes: z.array(z.string()).meta({
    description: 'With a password: each replaces a code of the app once. Shown only here.',
  }),
})

named({
  AcceptInvitationRequest: acceptInvitationRequest,
  InvitationOptionsRequest: invitationOptionsRequest,
  InvitationRecord: invitationRecord,
  InvitationRequest: invitationRequest,
  Joined: joined,
})

export type InvitationRecord = z.infer<typeof invitationRecord>
