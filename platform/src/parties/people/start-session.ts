import type { Side } from '@wasl/protocol'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM } from '../../base/audit/append.ts'
import { randomText } from '../../base/secrets/api-key.ts'
import { sessionWireId, userWireId } from '../../base/wire-ids.ts'
import { hashOfToken, SESSION_LIMITS, type SessionLimits } from './session.ts'

export type NewSession = {
  userId: number
  /** How the user signed in, such as `passkey`. */
  method: string
  userAgent: string
  address: string
  requestId: string | null
  /** Instead of the side's own. */
  limits?: SessionLimits
  /** For how long the user counts as just confirmed; 0 by default. */
  steppedUpSeconds?: number
}

/** Longer headers are cut: the text is only shown. */
const USER_AGENT_LENGTH_MAX = 300

/**
 * Signs a user in: a new token, whatever token the browser had before, so that nobody can plant one.
 *
 * @returns null when the user is not active. The token goes into the cookie and is stored nowhere.
 */
export const startSession = async (
  tx: pg.ClientBase,
  { userId, method, userAgent, address, requestId, limits, steppedUpSeconds = 0 }: NewSession,
): Promise<{ token: string; sessionId: number; lifeSeconds: number } | null> => {
  const { rows: users } = await tx.query<{ side: Side; name: string; partner_id: number | null }>(
    `update users set signed_in_at = coalesce(signed_in_at, wasl_now())
    where user_id = $1 and status = 'active'
    returning side, name, partner_id`,
    [userId],
  )
  const [user] = users
  if (user === undefined) return null
  const { idleSeconds, lifeSeconds } = limits ?? SESSION_LIMITS[user.side]
  const token = randomText()
  const { rows } = await tx.query<{ session_id: number }>(
    `insert into sessions
      (session_hash, user_id, method, idle_seconds, idle_expires_at, expires_at, user_agent, address,
        stepped_up_until)
    select $1, $2, $3, $4::integer, now + make_interval(secs => $4::integer),
      now + make_interval(secs => $5), $6, $7,
      case when $8::integer > 0 then now + make_interval(secs => $8::integer) end
    from (select wasl_now() as now) as clock
    returning session_id`,
    [
      hashOfToken(token),
      userId,
      method,
      idleSeconds,
      lifeSeconds,
      userAgent.slice(0, USER_AGENT_LENGTH_MAX),
      address,
      steppedUpSeconds,
    ],
  )
  const sessionId = rows[0]?.session_id
  if (sessionId === undefined) throw new Error('the session was not stored')
  await appendAudit(
    tx,
    { id: userWireId(userId), name: user.name, requestId },
    {
      partnerId: user.partner_id ?? WHOLE_PLATFORM,
      action: 'session.start',
      subject: userWireId(userId),
      details: { sessionId: sessionWireId(sessionId), method },
    },
  )
  return { token, sessionId, lifeSeconds }
}
