/** Bodies about signing in through a company's directory, by OpenID Connect (W277). */
import { z } from 'zod'
import { partnerIdSchema } from './ids.ts'
import { named } from './named.ts'
import { ROLES, type OperatorRole, type PartnerRole } from './permissions.ts'
import { requestObject } from './request-object.ts'
import { timeSchema } from './time.ts'
import { urlSchema } from './url.ts'

/** Owners are invited: they can sign in when the directory is away, or is not to be trusted. */
export type DirectoryRole = Exclude<OperatorRole | PartnerRole, 'owner'>

const rolesOf = <Name extends string>(roles: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(roles).filter((role) => role !== 'owner') as [Name, ...Name[]])

const operatorRole = rolesOf<Exclude<OperatorRole, 'owner'>>(ROLES.operator)
const partnerRole = rolesOf<Exclude<PartnerRole, 'owner'>>(ROLES.partner)

const TEXT_LENGTH_MAX = 200

/** More roles than a side has, several groups each. */
const GROUPS_MAX = 50

const text = z.string().trim().min(1).max(TEXT_LENGTH_MAX)

const rolesSchema = <Role extends z.ZodType>(role: Role) =>
  z
    .array(requestObject({ group: text, role }))
    .min(1)
    .max(GROUPS_MAX)
    .refine((roles) => new Set(roles.map(({ group }) => group)).size === roles.length, {
      message: 'expected each group once',
    })
    .meta({ description: 'In order: the first group that a person has decides the role.' })

const setRequest = <Role extends z.ZodType>(role: Role) =>
  requestObject({
    issuer: urlSchema.meta({
      description: 'The issuer of the directory, as its discovery document names it.',
      examples: ['https://login.ecole.example/realms/staff'],
    }),
    clientId: text,
    clientSecret: text.optional().meta({
      description:
        'Required at first, and for another issuer or client; else the stored one stays.',
    }),
    groupsClaim: text.default('groups').meta({
      description: 'The claim with the groups of a person.',
    }),
    roles: rolesSchema(role),
  })

export const setDirectoryRequest = setRequest(operatorRole)
export const setPartnerDirectoryRequest = setRequest(partnerRole)

export const directoryRecord = z.object({
  issuer: z.string(),
  clientId: z.string(),
  groupsClaim: z.string(),
  roles: z.array(z.object({ group: z.string(), role: z.string() })),
  changedAt: timeSchema,
  changedBy: z.string(),
})

export const directorySettings = z.object({
  directory: directoryRecord.nullable().meta({ description: 'Null when none is set.' }),
  redirectUri: z.string().meta({ description: 'The redirect URI to register at the directory.' }),
  signInUrl: z.string().meta({ description: 'Where the people of the directory sign in.' }),
})

/** Whose directory: the operator’s, or a partner’s. */
export const organisationIdSchema = z
  .union([z.literal('operator'), partnerIdSchema])
  .meta({ description: 'operator, or the id of a partner.', examples: ['prt_1001'] })

export const startDirectorySignInRequest = requestObject({
  organisation: organisationIdSchema,
  again: z.boolean().default(false).meta({
    description:
      'Asks for the password again: the session then counts as confirmed for 10 minutes.',
  }),
})

export const directorySignInStart = z.object({
  url: z.string().meta({ description: 'The page of the directory to open in this browser.' }),
})

const CALLBACK_LENGTH_MAX = 8_192

export const signInByDirectoryRequest = requestObject({
  callback: z
    .string()
    .max(CALLBACK_LENGTH_MAX)
    .regex(/^\?/, { message: 'expected the query of the page, with its question mark' })
    .meta({ description: 'The query with which the directory opened the page.' }),
})

named({
  DirectoryRecord: directoryRecord,
  DirectorySettings: directorySettings,
  DirectorySignInStart: directorySignInStart,
  SetDirectoryRequest: setDirectoryRequest,
  SetPartnerDirectoryRequest: setPartnerDirectoryRequest,
  SignInByDirectoryRequest: signInByDirectoryRequest,
  StartDirectorySignInRequest: startDirectorySignInRequest,
})

export type DirectoryRecord = z.infer<typeof directoryRecord>
export type DirectorySettings = z.infer<typeof directorySettings>
export type SetDirectory =
  | z.infer<typeof setDirectoryRequest>
  | z.infer<typeof setPartnerDirectoryRequest>
