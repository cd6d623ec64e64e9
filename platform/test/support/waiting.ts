import type pg from 'pg'
import type { TestStore } from './stores.ts'
import { until } from './wait.ts'

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

/** The number of this session in the database, which `heldUpBy` knows it by. */
export const sessionOf = async (client: pg.ClientBase): Promise<number> => {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  return rows[0]?.id as number
}

/**
 * How many statements that contain this wait for locks of a session, or for others that wait for them.
 * Periodic tasks wait for each other at any time: they do not count.
 */
export const heldUpBy = async (
  holder: number,
  { pool }: Pick<TestStore, 'pool'>,
  statement = '',
): Promise<number> => {
  const { rowCount } = await pool.query(
    `with recursive waiting as materialized (
      select pid, query, pg_blocking_pids(pid) as blockers from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()
    ), held as (
      select pid, query from waiting where $1 = any(blockers)
      union
      select waiting.pid, waiting.query from waiting join held on held.pid = any(blockers)
    )
    select from held where query like $2`,
    [holder, `%${statement}%`],
  )
  return rowCount ?? 0
}

/** Until so many transactions wait for what a session holds. */
export const untilHeldUp = (holder: number, pool: pg.Pool, count: number): Promise<boolean> =>
  until(
    `${count} transactions to wait for a lock`,
    async () => (await heldUpBy(holder, { pool })) >= count,
  )
