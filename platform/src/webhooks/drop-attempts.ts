import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isLockTimeout } from '../database/errors.ts'
import { withTransaction } from '../database/with-transaction.ts'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../audit/append.ts'

export type DropAttemptsRequest = {
  /** Days before this one are dropped, as `YYYY-MM-DD` (UTC). */
  before: string
  by: Actor
  /** Called once for each day that has to wait, with the sessions that hold it up. */
  onHeldUp?: (day: string, holders: string[]) => void
  triesMax?: number
  pauseMs?: number
}

/**
 * Dropping a partition locks the whole table, and every later session waits behind that lock. While a dump reads the table, every claim and every result would wait for the dump. So
 * the lock is not waited for longer than a claim may take.
 */
const LOCK_TIMEOUT_MS = 200

/** Between two tries, for what has waited behind the first one to get through. */
const PAUSE_MS = 2_000

/** Ten minutes; a longer dump is waited for by running the command again. */
const TRIES_MAX = 300

/** Attempts of a schedule that is still under way, and a margin: those are never dropped. */
const DAYS_KEPT_MIN = 7

/**
 * Drops the partitions of attempts and their results before a day, the oldest first, each day in a
 * transaction of its own with its entry in the audit log.
 *
 * @returns the days that were dropped.
 * @throws Error when the day is too recent, or when a session held the tables up too long; what was
 *   dropped before stays dropped.
 */
export const dropAttempts = async (
  pool: pg.Pool,
  request: DropAttemptsRequest,
): Promise<string[]> => {
  await refuseRecent(pool, request.before)
  const days = await partitionsBefore(pool, request.before)
  const dropped: string[] = []
  for (const { day, tables } of days) {
    await dropDay(pool, request, day, tables)
    dropped.push(day)
  }
  return dropped
}

const refuseRecent = async (pool: pg.Pool, before: string): Promise<void> => {
  const { rows } = await pool.query<{ latest: string; is_recent: boolean }>(
    `select to_char(latest, 'YYYY-MM-DD') as latest, $1::date > latest as is_recent
    from (
      select (wasl_now() at time zone 'UTC')::date - $2::int as latest
    ) as kept`,
    [before, DAYS_KEPT_MIN],
  )
  const { latest = '', is_recent = true } = rows[0] ?? {}
  if (!is_recent) return
  throw new Error(
    `expected a day up to ${latest}, received ${before}: attempts of the last ${DAYS_KEPT_MIN} ` +
      'days are kept, because their events may still be sent again',
  )
}

const partitionsBefore = async (
  pool: pg.Pool,
  before: string,
): Promise<{ day: string; tables: string[] }[]> => {
  const { rows } = await pool.query<{ day: string; tables: string[] }>(
    `select to_char(day, 'YYYY-MM-DD') as day, array_agg(name order by name) as tables
    from (
      select relname::text as name, to_date(right(relname, 8), 'YYYYMMDD') as day
      from pg_inherits
      join pg_class partition on partition.oid = inhrelid
      where inhparent in ('webhook_attempts'::regclass, 'webhook_attempt_results'::regclass)
        and relname ~ '_[0-9]{8}$'
    ) as partitions
    where day < $1::date
    group by day
    order by day`,
    [before],
  )
  return rows
}

const dropDay = async (
  pool: pg.Pool,
  { by, onHeldUp, triesMax = TRIES_MAX, pauseMs = PAUSE_MS }: DropAttemptsRequest,
  day: string,
  tables: string[],
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await withTransaction(pool, async (tx) => {
        await tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
        await tx.query(`drop table ${tables.join(', ')}`)
        const entry = { action: 'attempts.drop', subject: day, details: { tables } }
        await appendAudit(tx, by, { partnerId: WHOLE_PLATFORM, ...entry })
      })
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      const holders = await holdersOf(pool)
      if (tries === triesMax) throw heldUpError(day, holders, error)
      if (tries === 1) onHeldUp?.(day, holders)
    }
    await pause(pauseMs)
  }
}

const heldUpError = (day: string, holders: string[], cause: unknown): Error =>
  new Error(
    `the attempts of ${day} could not be dropped, because other sessions read them ` +
      `(${holders.join('; ')}): end those, or wait for them, and run the command again`,
    { cause },
  )

/** The platform's own short statements hold a lock too; a session that is at it longer is named. */
const holdersOf = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ holder: string }>(
    `select distinct format('pid %s, %s, since %s', pid,
      coalesce(nullif(application_name, ''), 'unnamed'),
      to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as holder
    from pg_locks
    join pg_stat_activity using (pid)
    where relation in ('webhook_attempts'::regclass, 'webhook_attempt_results'::regclass)
      and granted and pid <> pg_backend_pid()
      and xact_start < clock_timestamp() - make_interval(secs => $1 / 1000.0)
    order by holder
    limit 5`,
    [LOCK_TIMEOUT_MS],
  )
  return rows.map(({ holder }) => holder)
}
