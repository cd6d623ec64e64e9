import type { Side } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { endSessions } from '../people/end-sessions.ts'
import { hashOfToken } from '../people/session.ts'
import { startSession, type NewSession } from '../people/start-session.ts'
import { userWireId } from '../../base/wire-ids.ts'

export type StartedSession = {
  token: string
  lifeSeconds: number
  userId: number
  name: string
  side: Side
}

/**
 * Starts the session of a user who has just proved who they are; null when the user is not active any
 * more. The session that the browser had before ends: at a shared till it is somebody else's.
 *
 * @param before the token that the browser had; null without one.
 * @param deviceId where a PIN signed in: the session ends when the device is revoked.
 */
export const startSignedIn = (
  pool: pg.Pool,
  session: NewSession,
  { before, deviceId = null }: { before: string | null; deviceId?: number | null },
): Promise<StartedSession | null> =>
  withTransaction(pool, async (tx) => {
    if (before !== null) await endSessionOf(tx, before, session.requestId)
    const started = await startSession(tx, session)
    if (started === null) return null
    const { token, sessionId, lifeSeconds } = started
    if (deviceId !== null) {
      await tx.query('insert into device_sessions (session_id, device_id) values ($1, $2)', [
        sessionId,
        deviceId,
      ])
      await tx.query('update devices set last_used_at = wasl_now() where device_id = $1', [
        deviceId,
      ])
    }
    const { rows } = await tx.query<{ name: string; side: Side }>(
      'select name, side from users where user_id = $1',
      [session.userId],
    )
    const [user] = rows
    if (user === undefined) throw new Error('a session was started for a user who is not there')
    return { token, lifeSeconds, userId: session.userId, ...user }
  })

const endSessionOf = async (
  tx: pg.ClientBase,
  token: string,
  requestId: string | null,
): Promise<void> => {
  const { rows } = await tx.query<{
    user_id: number
    session_id: number
    name: string
    partner_id: number | null
  }>(
    `select user_id, session_id, name, partner_id
    from sessions
    join users using (user_id)
    where session_hash = $1 and ended_at is null`,
    [hashOfToken(token)],
  )
  const [session] = rows
  if (session === undefined) return
  const { user_id: userId, session_id: only, partner_id: partnerId, name } = session
  await endSessions(tx, { userId, partnerId, only }, { id: userWireId(userId), name, requestId })
}
