import type { Language, Role, Side } from '@wasl/protocol'
import type pg from 'pg'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { startSession } from '../../parties/people/start-session.ts'
import { agentNumber, channelNumber, partnerNumber } from '../../base/wire-ids.ts'

/** A user of a demonstration, known by the e-mail address. */
export type LocalUser = {
  email: string
  name: string
  side: Side
  role: Role
  language: Language
  partnerId?: string
  channelId?: string
  agentId?: string
}

/** What a browser needs to be signed in. */
export type LocalSession = { token: string; lifeSeconds: number }

/** Whether an earlier run has made this user. */
export const knowsUser = async (pool: pg.Pool, email: string): Promise<boolean> => {
  const { rows } = await pool.query(
    `select from users where lower(email) = lower($1) and status = 'active'`,
    [email],
  )
  return rows.length > 0
}

/** Signs a user in without a credential, and makes the user first if necessary. */
export const signInLocally = (pool: pg.Pool, user: LocalUser): Promise<LocalSession> =>
  withTransaction(pool, async (tx) => {
    const { email, name, side, role, language, partnerId, channelId, agentId } = user
    await tx.query(
      `insert into users
        (side, role, partner_id, channel_id, agent_id, name, email, language, status)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'active')
      on conflict do nothing`,
      [
        side,
        role,
        partnerId === undefined ? null : partnerNumber(partnerId),
        channelId === undefined ? null : channelNumber(channelId),
        agentId === undefined ? null : agentNumber(agentId),
        name,
        email,
        language,
      ],
    )
    const { rows } = await tx.query<{ user_id: number }>(
      `select user_id from users where lower(email) = lower($1) and status = 'active'`,
      [email],
    )
    const session = await startSession(tx, {
      userId: rows[0]?.user_id ?? 0,
      method: 'local',
      userAgent: 'wasl dev',
      address: '127.0.0.1',
      requestId: null,
    })
    if (session === null) throw new Error(`${email} cannot sign in here`)
    // They have no passkey and no password to confirm with.
    await tx.query('update sessions set stepped_up_until = expires_at where session_id = $1', [
      session.sessionId,
    ])
    return session
  })
