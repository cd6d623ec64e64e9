import type { Language } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { makeInvitation } from './invitation.ts'
import { isNameTaken } from './names-in-use.ts'
import { findUser } from './list-users.ts'
import { isAgentOf, isTaken } from './taken.ts'
import { tellOwners, tellPerson } from './security-notices.ts'
import {
  organisationOf,
  type Organisation,
  type UserRole,
  type UserRow,
  type UsersOf,
} from './user.ts'

export type NewUser = {
  organisation: Organisation
  role: UserRole
  agentId: number | null
  name: string
  email: string | null
  language: Language
}

export type Invited =
  | { ok: true; user: UserRow; token: string }
  | { ok: false; code: 'USER404_NOT_FOUND' | 'USER409_TAKEN' | 'VALIDATION400' }

/** Adds a user, who joins by a link. */
export const inviteUser = async (pool: pg.Pool, wanted: NewUser, by: Actor): Promise<Invited> => {
  const { organisation, role, agentId, name, email, language } = wanted
  const { side, partnerId, channelId } = organisation
  try {
    return await withTransaction(pool, async (tx): Promise<Invited> => {
      if (!(await isAgentOf(tx, channelId, agentId))) return { ok: false, code: 'VALIDATION400' }
      if (await isNameTaken(tx, side, name, null)) return { ok: false, code: 'USER409_TAKEN' }
      const { rows } = await tx.query<{ user_id: number }>(
        `insert into users (side, role, partner_id, channel_id, agent_id, name, email, language)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        returning user_id`,
        [side, role, partnerId, channelId, agentId, name, email, language],
      )
      const userId = rows[0]?.user_id as number
      return invitationOf(tx, userId, by, 'user.invite', { name, role })
    })
  } catch (error) {
    if (isTaken(error)) return { ok: false, code: 'USER409_TAKEN' }
    throw error
  }
}

/**
 * A new link for a user: the old one was lost or has ended, or the user lost what they sign in with, or
 * was disabled. An active user stays active until the link is used.
 */
export const inviteAgain = async (
  pool: pg.Pool,
  of: UsersOf,
  userId: number,
  by: Actor,
): Promise<Invited> => {
  try {
    return await withTransaction(pool, async (tx): Promise<Invited> => {
      const user = await findUser(tx, of, userId)
      if (user === null) return { ok: false, code: 'USER404_NOT_FOUND' }
      const { side, name } = user
      if (name !== null && (await isNameTaken(tx, side, name, userId))) {
        return { ok: false, code: 'USER409_TAKEN' }
      }
      await tx.query(
        `update users set status = 'invited' where user_id = $1 and status = 'disabled'`,
        [userId],
      )
      return invitationOf(tx, userId, by, 'user.invite-again', { name: user.name, role: user.role })
    })
  } catch (error) {
    if (isTaken(error)) return { ok: false, code: 'USER409_TAKEN' }
    throw error
  }
}

const invitationOf = async (
  tx: pg.ClientBase,
  userId: number,
  by: Actor,
  action: string,
  details: Record<string, unknown>,
): Promise<Invited> => {
  const token = await makeInvitation(tx, userId, by.name)
  const user = await findUser(tx, null, userId)
  if (user === null) throw new Error(`the user ${userId} was not stored`)
  await appendAudit(tx, by, {
    partnerId: user.partner_id ?? WHOLE_PLATFORM,
    action,
    subject: userWireId(userId),
    details,
  })
  const about = { kind: action, subject: userWireId(userId), name: user.name ?? '' }
  await tellOwners(tx, organisationOf(user), about, by)
  if (action === 'user.invite-again') await tellPerson(tx, userId, about, by)
  return { ok: true, user, token }
}
