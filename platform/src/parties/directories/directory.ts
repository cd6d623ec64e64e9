/**
 * The directory of a company, in which its people sign in by OpenID Connect (W277). Rules without I/O.
 *
 * - the *issuer* is the address by which the directory names itself;
 * - a *group* is what the directory says of a person, and decides the role here;
 * - the *subject* is how the directory knows a person, for ever.
 */
import {
  emailSchema,
  LANGUAGES,
  nameSchema,
  type DirectoryRole,
  type Language,
} from '@wasl/protocol'
import { partnerNumber, partnerWireId } from '../../base/wire-ids.ts'
import { THE_OPERATOR, type Organisation } from '../people/user.ts'

/** The operator's, as in the audit log. */
export const OF_OPERATOR = 0

export type GroupRole = { group: string; role: DirectoryRole }

export type Directory = {
  partnerId: number
  issuer: string
  clientId: string
  groupsClaim: string
  roles: readonly GroupRole[]
}

/** What a directory has said of a person. */
export type DirectoryPerson = {
  subject: string
  name: string
  email: string | null
  language: Language
  groups: readonly string[]
}

export type Claims = Readonly<Record<string, unknown>>

export const organisationOfDirectory = (partnerId: number): Organisation =>
  partnerId === OF_OPERATOR ? THE_OPERATOR : { side: 'partner', partnerId, channelId: null }

/** @example organisationId(0) // 'operator' */
export const organisationId = (partnerId: number): string =>
  partnerId === OF_OPERATOR ? 'operator' : partnerWireId(partnerId)

/** The same backwards; null for what is neither. */
export const directoryNumber = (organisation: string): number | null =>
  organisation === 'operator' ? OF_OPERATOR : partnerNumber(organisation)

/** The role of the first group of the list that the person has; null without one. */
export const roleOf = (
  roles: readonly GroupRole[],
  groups: readonly string[],
): DirectoryRole | null => roles.find(({ group }) => groups.includes(group))?.role ?? null

/** The groups in a claim: a list, or one alone; undefined when the claim is missing. */
export const groupsIn = (claims: Claims, claim: string): string[] | undefined => {
  const value = claims[claim]
  if (value === undefined) return undefined
  return [value].flat().filter((group) => typeof group === 'string')
}

/** The person of some claims; null when nothing in them can be shown as a name. */
export const personOf = (claims: Claims, groupsClaim: string): DirectoryPerson | null => {
  const subject = claims['sub']
  const email = claims['email_verified'] === false ? null : emailIn(claims)
  const { name, preferred_username: username } = claims
  const shown = [name, username, email, subject].map(nameIn).find((one) => one !== null)
  if (typeof subject !== 'string' || shown === undefined || shown === null) return null
  const language = LANGUAGES.find((one) => String(claims['locale']).startsWith(one)) ?? 'fr'
  return { subject, name: shown, email, language, groups: groupsIn(claims, groupsClaim) ?? [] }
}

const emailIn = ({ email }: Claims): string | null => emailSchema.safeParse(email).data ?? null

const nameIn = (value: unknown): string | null =>
  nameSchema.safeParse(typeof value === 'string' ? value.trim() : value).data ?? null
