/** Handlers of users' operations, the same for the three sides. */
import { isRoleOf, type InvitedUser, type UserRecord } from '@wasl/protocol'
import type pg from 'pg'
import type { Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { changeUser, type UserChange } from '../../parties/people/change-user.ts'
import { endSessions } from '../../parties/people/end-sessions.ts'
import { invitationLink } from '../../parties/people/invitation.ts'
import { inviteAgain, inviteUser, type Invited, type NewUser } from '../../parties/people/invite.ts'
import { findUser, listUsers } from '../../parties/people/list-users.ts'
import { isAgentRole, userBody, type UserRole, type UsersOf } from '../../parties/people/user.ts'
import { agentNumber, userNumber } from '../../base/wire-ids.ts'
import { pageOf, readCursor, readNumber, type Page } from '../server/cursor.ts'
import type { Refuse } from '../server/routes.ts'

export type UsersDeps = { pool: pg.Pool; lists: pg.Pool; publicOrigin: () => string }

type ChangeError =
  | 'VALIDATION400'
  | 'USER404_NOT_FOUND'
  | 'USER409_TAKEN'
  | 'USER409_LAST_OWNER'
  | 'DIRECTORY409_ROLE'

const AGENT_EXPECTED = {
  path: 'agentId',
  message:
    'expected an agent of the channel for the roles agent and courier, and none for other roles',
}

const ROLE_EXPECTED = { path: 'role', message: 'expected a role of the side of this user' }

export const listUsersOf = async (
  { lists }: UsersDeps,
  of: UsersOf,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<UserRecord>> => {
  const afterId = readCursor(cursor, readNumber) ?? 0
  const rows = await listUsers(lists, of, { limit: limit + 1, afterId })
  return pageOf(rows, limit, { idOf: (row) => row.user_id, toItem: userBody })
}

export const inviteTo = async (
  deps: UsersDeps,
  { agentId, ...wanted }: Omit<NewUser, 'agentId'> & { agentId?: string | undefined },
  by: Actor,
  refuse: Refuse<'VALIDATION400' | 'USER409_TAKEN'>,
): Promise<InvitedUser> => {
  if (isAgentRole(wanted.role) !== (agentId !== undefined)) {
    throw refuse('VALIDATION400', { details: [AGENT_EXPECTED] })
  }
  const agent = agentId === undefined ? null : agentNumber(agentId)
  const invited = await inviteUser(deps.pool, { ...wanted, agentId: agent }, by)
  if (invited.ok) return invitedBody(deps, invited)
  if (invited.code === 'USER404_NOT_FOUND') throw new Error('a new user was not found')
  throw refuse(invited.code, invited.code === 'VALIDATION400' ? { details: [AGENT_EXPECTED] } : {})
}

export const inviteAgainIn = async (
  deps: UsersDeps,
  of: UsersOf,
  userId: string,
  by: Actor,
  refuse: Refuse<'USER404_NOT_FOUND' | 'USER409_TAKEN'>,
): Promise<InvitedUser> => {
  const invited = await inviteAgain(deps.pool, of, userNumber(userId) ?? 0, by)
  if (invited.ok) return invitedBody(deps, invited)
  if (invited.code === 'VALIDATION400') throw new Error('no agent was named')
  throw refuse(invited.code)
}

const invitedBody = (
  { publicOrigin }: UsersDeps,
  { user, token }: Extract<Invited, { ok: true }>,
): InvitedUser => ({ ...userBody(user), link: invitationLink(publicOrigin(), token) })

type WantedChange = {
  role?: UserRole | undefined
  agentId?: string | undefined
  status?: 'disabled' | undefined
}

export const changeUserOf = async (
  { pool }: UsersDeps,
  of: UsersOf,
  { userId, role, agentId, status }: WantedChange & { userId: string },
  by: Actor,
  refuse: Refuse<ChangeError>,
): Promise<UserRecord> => {
  const change: UserChange = {
    ...(role !== undefined && { role }),
    ...(agentId !== undefined && { agentId: agentNumber(agentId) ?? 0 }),
    ...(status === 'disabled' && { isDisabled: true }),
  }
  const request = { userId: userNumber(userId) ?? 0, change, isRoleOf: isRoleOfUser }
  const changed = await changeUser(pool, of, request, by)
  if (changed.ok) return userBody(changed.user)
  const isRole = role !== undefined && !isAgentRole(role) && agentId === undefined
  const details = [isRole ? ROLE_EXPECTED : AGENT_EXPECTED]
  throw refuse(changed.code, changed.code === 'VALIDATION400' ? { details } : {})
}

const isRoleOfUser = ({ side }: { side: UserRecord['side'] }, role: string): boolean =>
  isRoleOf(side, role)

export const endSessionsIn = (
  { pool }: UsersDeps,
  of: UsersOf,
  userId: string,
  by: Actor,
  refuse: Refuse<'USER404_NOT_FOUND'>,
): Promise<{ count: number }> =>
  withTransaction(pool, async (tx) => {
    const user = await findUser(tx, of, userNumber(userId) ?? 0)
    if (user === null) throw refuse('USER404_NOT_FOUND')
    const which = { userId: user.user_id, partnerId: user.partner_id }
    return { count: await endSessions(tx, which, by) }
  })
