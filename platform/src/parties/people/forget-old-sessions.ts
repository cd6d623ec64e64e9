import type pg from 'pg'

/** Long enough to see in the database who was signed in when something happened. */
const KEPT_DAYS = 30

/** Deleted by one statement: few enough that no other statement waits noticeably. */
const ROWS_MAX = 1_000

/**
 * Deletes sessions, invitations and links of devices that ended long ago. The audit log keeps who signed in.
 *
 * @returns whether there may be more.
 */
export const forgetOldSessions = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ count: number }>(
    `with old as materialized (
      select session_id from sessions
      where expires_at <= wasl_now() - make_interval(days => $1)
      order by expires_at
      limit $2
    ), of_devices as (
      delete from device_sessions where session_id in (select session_id from old)
    ), ended as (
      delete from sessions where session_id in (select session_id from old) returning 1
    )
    select count(*)::int as count from ended`,
    [KEPT_DAYS, ROWS_MAX],
  )
  await pool.query(
    `delete from invitations where expires_at <= wasl_now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  )
  await pool.query(
    `delete from device_links where expires_at <= wasl_now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  )
  return rows[0]?.count === ROWS_MAX
}
