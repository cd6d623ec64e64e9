import { OWNERS, type Language, type Side } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { userWireId } from '../../base/wire-ids.ts'
import { endSessions } from './end-sessions.ts'
import { hashOfToken } from './session.ts'
import { isNameTaken } from './names-in-use.ts'
import { isTaken } from './taken.ts'
import { tellOwners } from './security-notices.ts'
import { organisationOf, type UserRole } from './user.ts'

/** Who is invited, and by whom. */
export type Invitation = {
  userId: number
  /** Null for an owner whom the platform itself invited: they say who they are. */
  name: string | null
  email: string | null
  language: Language
  side: Side
  role: UserRole
  partnerId: number | null
  /** The partner's or the channel's name; null also when the partner lives in another cell. */
  organisation: string | null
  invitedBy: string
  expiresAt: Date
}

/** An open invitation; null when no invitation has this token, or when it has ended. */
export const findInvitation = async (
  tx: pg.ClientBase | pg.Pool,
  token: string,
): Promise<Invitation | null> => {
  const { rows } = await tx.query<Invitation>(
    `select users.user_id as "userId", users.name, users.email, users.language, users.side, users.role,
      users.partner_id as "partnerId", coalesce(partners.name, channels.name) as organisation,
      invited_by as "invitedBy", invitations.expires_at as "expiresAt"
    from invitations
    join users using (user_id)
    left join partners on partners.partner_id = users.partner_id
    left join channels on channels.channel_id = users.channel_id
    where invitation_hash = $1 and invitations.ended_at is null
      and invitations.expires_at > wasl_now() and users.status <> 'disabled'`,
    [hashOfToken(token)],
  )
  return rows[0] ?? null
}

export type Accepted =
  | { ok: true; userId: number; partnerId: number | null; name: string }
  | { ok: false; code: 'INVITATION404_NOT_FOUND' | 'USER409_TAKEN' }

/**
 * Uses an invitation up, in the transaction that stores the user's credentials: of two who use a link at
 * once, one joins. Earlier sessions of the user end, because somebody else may have had them.
 */
export const useInvitation = async (
  tx: pg.ClientBase,
  token: string,
  { name, email, language, requestId }: Joining,
): Promise<Accepted> => {
  const { rows: used } = await tx.query<{ user_id: number }>(
    `update invitations set ended_at = wasl_now()
    where invitation_hash = $1 and ended_at is null and expires_at > wasl_now()
    returning user_id`,
    [hashOfToken(token)],
  )
  const userId = used[0]?.user_id
  if (userId === undefined) return { ok: false, code: 'INVITATION404_NOT_FOUND' }
  if (await isOwnerOfTakenName(tx, userId, name)) return { ok: false, code: 'USER409_TAKEN' }
  const joined = await activate(tx, userId, { name, email, language })
  if (joined === 'taken') return { ok: false, code: 'USER409_TAKEN' }
  if (joined === null) return { ok: false, code: 'INVITATION404_NOT_FOUND' }
  // From now on the user signs in with what the invitation stores, and no directory decides the role.
  await tx.query('delete from directory_people where user_id = $1', [userId])
  const by = { id: userWireId(userId), name: joined.name, requestId }
  await endSessions(tx, { userId, partnerId: joined.partner_id }, by)
  await appendAudit(tx, by, {
    partnerId: joined.partner_id ?? WHOLE_PLATFORM,
    action: 'user.join',
    subject: userWireId(userId),
    details: { name: joined.name, role: joined.role },
  })
  if (joined.role === OWNERS[joined.side]) {
    const about = { kind: 'user.join', subject: userWireId(userId), name: joined.name }
    await tellOwners(tx, organisationOf(joined), about, by)
  }
  return { ok: true, userId, partnerId: joined.partner_id, name: joined.name }
}

/** An owner whom the platform invited says the name when joining. */
const isOwnerOfTakenName = async (
  tx: pg.ClientBase,
  userId: number,
  name: string | null,
): Promise<boolean> => {
  if (name === null) return false
  const { rows } = await tx.query<{ side: Side }>(
    `select side from users where user_id = $1 and name is null`,
    [userId],
  )
  const [user] = rows
  return user !== undefined && isNameTaken(tx, user.side, name, userId)
}

export type Joining = {
  /** Counts only when the invitation names nobody. */
  name: string | null
  email: string | null
  language: Language | null
  requestId: string
}

type Joined = {
  name: string
  role: string
  side: Side
  partner_id: number | null
  channel_id: number | null
}

const activate = async (
  tx: pg.ClientBase,
  userId: number,
  { name, email, language }: Omit<Joining, 'requestId'>,
): Promise<Joined | 'taken' | null> => {
  try {
    const { rows } = await tx.query<Joined>(
      `update users
      set status = 'active', name = coalesce(name, $2), email = coalesce(email, $3),
        language = coalesce($4, language)
      where user_id = $1 and status <> 'disabled'
      returning name, role, side, partner_id, channel_id`,
      [userId, name, email, language],
    )
    return rows[0] ?? null
  } catch (error) {
    if (isTaken(error)) return 'taken'
    throw error
  }
}
