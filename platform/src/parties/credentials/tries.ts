import type pg from 'pg'

/** Where a try came from, as the person sees it later. */
export type TryPlace = { address: string; userAgent: string; deviceId?: number }

/** What was wrong: the password or its code, a PIN, or the one-time code for a new PIN. */
export type TryMethod = 'password' | 'code' | 'pin' | 'pin-code'

export type Try = { userId: number; method: TryMethod; from: TryPlace }

/** Longer headers are cut: the text is only shown. */
const USER_AGENT_LENGTH_MAX = 300

/**
 * Records a wrong try to sign in as somebody, for this person and the owners to see. Only compared tries
 * are recorded, so the limits on guessing also limit the rows.
 */
export const recordTry = async (
  pool: pg.Pool | pg.ClientBase,
  { userId, method, from }: Try,
): Promise<void> => {
  const { address, userAgent, deviceId = null } = from
  await pool.query(
    `insert into sign_in_tries (user_id, method, address, user_agent, device_id)
    values ($1, $2, $3, $4, $5)`,
    [userId, method, address, userAgent.slice(0, USER_AGENT_LENGTH_MAX), deviceId],
  )
}

export type TryRow = {
  tried_at: Date
  method: TryMethod
  address: string
  user_agent: string
  device: string | null
}

/** As many as anybody reads. */
const TRIES_MAX = 100

/** The wrong tries to sign in as a user, the newest first. */
export const listTries = async (pool: pg.Pool, userId: number): Promise<TryRow[]> => {
  const { rows } = await pool.query<TryRow>(
    `select tried_at, method, address, user_agent, devices.name as device
    from sign_in_tries
    left join devices using (device_id)
    where user_id = $1
    order by try_id desc
    limit $2`,
    [userId, TRIES_MAX],
  )
  return rows
}

/** The wrong tries since the sign-in before this session; all of them before a second one. */
export const countTriesSince = async (
  pool: pg.Pool,
  { userId, sessionId }: { userId: number; sessionId: number },
): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count
    from sign_in_tries
    where user_id = $1 and tried_at > coalesce((
      select created_at from sessions
      where user_id = $1 and session_id < $2
      order by session_id desc limit 1
    ), '-infinity')`,
    [userId, sessionId],
  )
  return rows[0]?.count ?? 0
}

/** As long as ended sessions are kept. */
const KEPT_DAYS = 30

export const forgetTriesOfLongAgo = async (pool: pg.Pool): Promise<void> => {
  await pool.query(
    'delete from sign_in_tries where tried_at <= wasl_now() - make_interval(days => $1)',
    [KEPT_DAYS],
  )
}
