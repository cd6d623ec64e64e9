import type pg from 'pg'

export type SessionRow = {
  session_id: number
  method: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
  user_agent: string
  address: string
}

/** More live sessions than anybody has; older ones end by themselves. */
const SESSIONS_MAX = 200

/** The live sessions of a user, the newest first. */
export const listSessions = async (pool: pg.Pool, userId: number): Promise<SessionRow[]> => {
  const { rows } = await pool.query<SessionRow>(
    `select session_id, method, created_at, last_seen_at, expires_at, user_agent, address
    from sessions
    cross join (select wasl_now() as now) as clock
    where user_id = $1 and ended_at is null and idle_expires_at > now and expires_at > now
    order by session_id desc
    limit $2`,
    [userId, SESSIONS_MAX],
  )
  return rows
}
