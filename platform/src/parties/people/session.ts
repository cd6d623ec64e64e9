/**
 * Sessions of users (D29): rules without I/O. A session is known by a random token in a cookie. Only
 * its SHA-256 is stored, so the database signs nobody in.
 */
import { permissionsOf, type Language, type Permission, type Role, type Side } from '@wasl/protocol'
import { hash } from 'node:crypto'
import { userWireId } from '../../base/wire-ids.ts'
import { behindUser } from './persons-behind.ts'

/** A signed-in user. */
export type Person = {
  userId: number
  sessionId: number
  name: string
  email: string | null
  language: Language
  side: Side
  role: Role
  partnerId: number | null
  channelId: number | null
  /** The agent who this is; null for everybody who is not an agent or courier. */
  agentId: number | null
  /** How the user signed in, such as `passkey`. */
  method: string
  steppedUpUntil: Date | null
  isSteppedUp: boolean
  expiresAt: Date
}

/** How long a session lasts unused, and in all. */
export type SessionLimits = { idleSeconds: number; lifeSeconds: number }

const HOUR_SECONDS = 3_600

/**
 * A desk is left at noon, and a day's work is one sign-in. A courier works without the network for up
 * to 24 hours, and must still be signed in to send what was taken.
 */
export const SESSION_LIMITS = {
  operator: { idleSeconds: HOUR_SECONDS, lifeSeconds: 12 * HOUR_SECONDS },
  partner: { idleSeconds: HOUR_SECONDS, lifeSeconds: 12 * HOUR_SECONDS },
  channel: { idleSeconds: 26 * HOUR_SECONDS, lifeSeconds: 30 * HOUR_SECONDS },
} as const satisfies Record<Side, SessionLimits>

/** A use of a session is recorded once in this time, so that a read is mostly one statement. */
export const SEEN_SECONDS = 60

/** The form of a token: 256 random bits in base64url. */
export const TOKEN = /^[\w-]{43}$/

export const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer')

export const permissionsOfPerson = ({ side, role }: Person): ReadonlySet<Permission> =>
  permissionsOf(side, role)

/** For the audit log. On the operator's side the person is the holder, and behind what they do. */
export const actorOf = ({ userId, name }: Person, requestId: string) => ({
  id: userWireId(userId),
  name,
  holder: name,
  behind: behindUser(userId, name),
  requestId,
})
