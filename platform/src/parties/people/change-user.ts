import { OWNERS } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { directoryOfUser } from '../directories/read.ts'
import { endSessions } from './end-sessions.ts'
import { endInvitation } from './invitation.ts'
import { findUser } from './list-users.ts'
import { isAgentOf, isTaken } from './taken.ts'
import { tellOwners } from './security-notices.ts'
import { isAgentRole, organisationOf, type UserRole, type UserRow, type UsersOf } from './user.ts'

export type UserChange = { role?: UserRole; agentId?: number; isDisabled?: true }

export type Changed =
  | { ok: true; user: UserRow }
  | {
      ok: false
      code:
        | 'USER404_NOT_FOUND'
        | 'USER409_TAKEN'
        | 'USER409_LAST_OWNER'
        | 'DIRECTORY409_ROLE'
        | 'VALIDATION400'
    }

/**
 * Gives a user another role, or disables one. Both count at the user's next request in every process.
 * The last active owner keeps the role: two owners who demote each other at once are decided one after
 * the other. The operator may disable the last owner of a partner or a channel.
 */
export const changeUser = async (
  pool: pg.Pool,
  of: UsersOf,
  { userId, change, isRoleOf }: ChangeRequest,
  by: Actor,
): Promise<Changed> => {
  try {
    return await withTransaction(pool, async (tx): Promise<Changed> => {
      // Users change rarely, and the last owner is a fact about all rows.
      await tx.query('lock table users in share row exclusive mode')
      const user = await findUser(tx, of, userId)
      if (user === null) return { ok: false, code: 'USER404_NOT_FOUND' }
      const role = change.role ?? user.role
      if (!isRoleOf(user, role)) return { ok: false, code: 'VALIDATION400' }
      if (role !== user.role && (await directoryOfUser(tx, userId)) !== null) {
        return { ok: false, code: 'DIRECTORY409_ROLE' }
      }
      const agentId = isAgentRole(role) ? (change.agentId ?? user.agent_id) : null
      const needsAgent = isAgentRole(role) && agentId === null
      const hasNoUse = !isAgentRole(role) && change.agentId !== undefined
      const isKnown = await isAgentOf(tx, user.channel_id, agentId)
      if (needsAgent || hasNoUse || !isKnown) return { ok: false, code: 'VALIDATION400' }
      const after = { role, agentId, status: change.isDisabled ? 'disabled' : user.status }
      if (await endsLastOwner(tx, of, user, after)) return { ok: false, code: 'USER409_LAST_OWNER' }
      return { ok: true, user: await store(tx, user, after, by) }
    })
  } catch (error) {
    if (isTaken(error)) return { ok: false, code: 'USER409_TAKEN' }
    throw error
  }
}

export type ChangeRequest = {
  userId: number
  change: UserChange
  /** Whether the role is one of the user's side. */
  isRoleOf: (user: UserRow, role: string) => boolean
}

type After = { role: UserRole; agentId: number | null; status: string }

const endsLastOwner = async (
  tx: pg.ClientBase,
  of: UsersOf,
  user: UserRow,
  { role, status }: After,
): Promise<boolean> => {
  const owner = OWNERS[user.side]
  const isOwner = user.role === owner && user.status === 'active'
  const staysOwner = role === owner && status === 'active'
  const isDecidedByOperator = of === null && user.side !== 'operator'
  if (!isOwner || staysOwner || isDecidedByOperator) return false
  const { rowCount } = await tx.query(
    `select from users
    where side = $1 and role = $2 and status = 'active' and user_id <> $3
      and partner_id is not distinct from $4::integer
      and channel_id is not distinct from $5::integer
    limit 1`,
    [user.side, owner, user.user_id, user.partner_id, user.channel_id],
  )
  return rowCount === 0
}

const store = async (
  tx: pg.ClientBase,
  before: UserRow,
  { role, agentId, status }: After,
  by: Actor,
): Promise<UserRow> => {
  const { user_id: userId, partner_id: partnerId } = before
  const isSame = before.role === role && before.agent_id === agentId && before.status === status
  if (isSame) return before
  await tx.query(`update users set role = $2, agent_id = $3, status = $4 where user_id = $1`, [
    userId,
    role,
    agentId,
    status,
  ])
  if (status === 'disabled') {
    await endSessions(tx, { userId, partnerId }, by)
    await endInvitation(tx, userId)
  }
  await appendAudit(tx, by, {
    partnerId: partnerId ?? WHOLE_PLATFORM,
    action: status === 'disabled' ? 'user.disable' : 'user.change',
    subject: userWireId(userId),
    details: { name: before.name, from: before.role, to: role },
  })
  if (role === OWNERS[before.side] && before.role !== role) {
    const about = { kind: 'user.change', subject: userWireId(userId), name: before.name ?? '' }
    await tellOwners(tx, organisationOf(before), about, by)
  }
  const user = await findUser(tx, null, userId)
  if (user === null) throw new Error(`the user ${userId} is gone`)
  return user
}
