import type pg from 'pg'
import { errorCodeOf, isLockTimeout, SQL_STATE } from '../database/errors.ts'
import { withTransaction } from '../database/with-transaction.ts'

/** Days ahead for which the attempts' partitions are made: more than a long weekend. */
const DAYS_AHEAD = 7

const TABLES = ['webhook_attempts', 'webhook_attempt_results'] as const

/**
 * A new partition needs the table for itself for a moment. While a dump or a long report reads it,
 * every claim or result would wait behind this one, so it does not wait; there are days left.
 */
const LOCK_TIMEOUT_MS = 200

const NEEDLESS = new Set<string>([
  // Another process made the same partition at the same moment.
  SQL_STATE.duplicateTable,
  SQL_STATE.uniqueViolation,
  // Rows of that day lie in the default partition: they may stay there.
  SQL_STATE.checkViolation,
])

/**
 * Makes the daily partitions of the coming days, so that old days can be detached or dropped whole
 * and today's indexes stay small.
 */
export const ensureAttemptPartitions = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool.query<{ table_name: string; day: string; next_day: string }>(
    `
    select table_name, to_char(day, 'YYYY-MM-DD') as day,
      to_char(day + interval '1 day', 'YYYY-MM-DD') as next_day
    from unnest($1::text[]) as table_name
    cross join generate_series(
      date_trunc('day', wasl_now() at time zone 'UTC'),
      date_trunc('day', wasl_now() at time zone 'UTC') + make_interval(days => $2),
      interval '1 day'
    ) as day
    where to_regclass(table_name || to_char(day, '_YYYYMMDD')) is null`,
    [TABLES, DAYS_AHEAD],
  )
  for (const { table_name, day, next_day } of rows) {
    const made = await createPartition(pool, table_name, day, next_day)
    if (made === 'not now') return
  }
}

const createPartition = async (
  pool: pg.Pool,
  table: string,
  day: string,
  nextDay: string,
): Promise<'made' | 'needless' | 'not now'> => {
  try {
    await withTransaction(pool, async (tx) => {
      await tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await tx.query(
        `create table ${table}_${day.replaceAll('-', '')} partition of ${table}
        for values from ('${day} 00:00:00+00') to ('${nextDay} 00:00:00+00')`,
      )
    })
    return 'made'
  } catch (error) {
    if (isLockTimeout(error)) return 'not now'
    if (NEEDLESS.has(errorCodeOf(error))) return 'needless'
    throw error
  }
}
