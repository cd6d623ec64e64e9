/** Bodies about what happened to one's own account (D34, D39). Unknown fields are refused. */
import { z } from 'zod'
import { named } from './named.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'

const noticeId = z.string().regex(/^[1-9][0-9]{0,15}$/)

/** What a person is told about their own account, or an owner about the organisation's. */
export const securityNotice = z.object({
  noticeId,
  kind: z.string().meta({ description: 'The act, as the audit log names it: passkey.add.' }),
  at: timeSchema,
  by: z.string().meta({ description: 'Who did it, as the audit log names them.' }),
  subject: z.string().meta({ description: 'The user or the key that it is about.' }),
  name: z.string().meta({ description: 'Its name.' }),
  seenAt: timeSchema.nullable(),
})

/** A wrong try to sign in as this user. */
export const signInTry = z.object({
  at: timeSchema,
  method: z.enum(['password', 'code', 'pin', 'pin-code']),
  address: z.string(),
  userAgent: z.string(),
  device: z.string().nullable().meta({ description: 'The name of the shared till, for PINs.' }),
})

export const ownSecurity = z.object({
  notices: z
    .array(securityNotice)
    .meta({ description: 'Of 90 days, the newest first, at most 100.' }),
  tries: z.array(signInTry).meta({ description: 'Of 30 days, the newest first, at most 100.' }),
  newTries: z
    .int()
    .min(0)
    .meta({ description: 'How many of them happened since your previous sign-in.' }),
})

export const seenSecurityRequest = requestObject({
  through: noticeId.meta({ description: 'The newest notice that the user has read.' }),
})

named({
  OwnSecurity: ownSecurity,
  SecurityNotice: securityNotice,
  SignInTry: signInTry,
  SeenSecurityRequest: seenSecurityRequest,
})

export type OwnSecurity = z.infer<typeof ownSecurity>
