import type { TestStore } from './stores.ts'

/** Whether a statement that contains this waits for a lock of the database. */
export const isWaiting = async (
  { pool }: Pick<TestStore, 'pool'>,
  statement: string,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database() and query like $1`,
    [`%${statement}%`],
  )
  return rowCount !== 0
}

/** Whether a statement that contains this waits for a lock that this session of the database has. */
export const isHeldUpBy = async (
  sessionId: number,
  { pool }: Pick<TestStore, 'pool'>,
  statement: string,
): Promise<boolean> => {
  const { rowCount } = await pool.query(
    'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid)) and query like $2',
    [sessionId, `%${statement}%`],
  )
  return rowCount !== 0
}
