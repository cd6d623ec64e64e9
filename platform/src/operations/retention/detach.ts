import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { appendAudit, WHOLE_PLATFORM, type Actor } from '../../base/audit/append.ts'
import { isLockTimeout } from '../../base/database/errors.ts'
import { withTransaction } from '../../base/database/with-transaction.ts'
import { tableOf, type Group, type Partitions } from './tables.ts'

export type InTransaction = {
  begin?: (tx: pg.ClientBase) => Promise<boolean>
  finish?: (tx: pg.ClientBase) => Promise<boolean>
}

export type Patience = {
  /** Called once for each period that has to wait, with the sessions that hold it up. */
  onHeldUp?: (what: string, holders: string[]) => void
  triesMax?: number
  pauseMs?: number
}

/**
 * Detaching a partition locks the whole table, and every later statement waits behind that lock. While
 * a dump reads the table, all of them would wait for the dump. So this waits less than a batch of
 * theirs does (LOCK_TIMEOUT_MS of database.ts), and tries again.
 */
const LOCK_TIMEOUT_MS = 50

/** Between two tries, so that what waited behind the first one gets through. */
const PAUSE_MS = 2_000

/** Ten minutes. The next run goes on. */
const TRIES_MAX = 300

/**
 * Detaches all partitions of a period in one transaction, with its entry in the audit log: for every
 * reader the period is there whole, or gone whole.
 *
 * @param begin runs in that transaction, while only what it locks itself waits; false undoes it.
 * @param finish runs in that transaction, when nobody can write to the period any more; false undoes it.
 * @returns whether the period was detached.
 * @throws Error when other sessions read the tables for too long.
 */
export const detachPeriod = async (
  pool: pg.Pool,
  by: Actor,
  group: Group,
  { period, attached }: Partitions,
  { begin, finish }: InTransaction,
  { onHeldUp, triesMax = TRIES_MAX, pauseMs = PAUSE_MS }: Patience,
): Promise<boolean> => {
  const what = `${group.name} of ${period}`
  for (let tries = 1; ; tries += 1) {
    try {
      return await withTransaction(pool, async (tx) => {
        await tx.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
        if ((await begin?.(tx)) === false) throw new Undone()
        for (const partition of attached) {
          const table = tableOf(group, partition, period)
          await tx.query(`alter table ${table} detach partition ${partition}`)
        }
        if ((await finish?.(tx)) === false) throw new Undone()
        const entry = { action: 'retention.detach', subject: what, details: { tables: attached } }
        await appendAudit(tx, by, { partnerId: WHOLE_PLATFORM, ...entry })
        return true
      })
    } catch (error) {
      if (error instanceof Undone) return false
      if (!isLockTimeout(error)) throw error
      const holders = await holdersOf(pool, group)
      if (tries === triesMax) throw heldUpError(what, holders, error)
      if (tries === 1) onHeldUp?.(what, holders)
    }
    await pause(pauseMs)
  }
}

class Undone extends Error {}

const heldUpError = (what: string, holders: string[], cause: unknown): Error =>
  new Error(
    `the ${what} could not be detached, because other sessions read the tables ` +
      `(${holders.join('; ')}): end those sessions, or wait for them, and run the command again`,
    { cause },
  )

/** What waited behind our own try has a transaction of about its length, and reads nothing long. */
const HOLDER_AGE_MS = 4 * LOCK_TIMEOUT_MS

/** Names the sessions whose transaction is longer than the platform's own statements. */
const holdersOf = async (pool: pg.Pool, { tables }: Group): Promise<string[]> => {
  const { rows } = await pool.query<{ holder: string }>(
    `select distinct format('pid %s, %s, since %s', pid,
      coalesce(nullif(application_name, ''), 'unnamed'),
      to_char(xact_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as holder
    from pg_locks
    join pg_stat_activity using (pid)
    where relation = any($1::text[]::regclass[])
      -- Copies of one database have tables of the same number.
      and pg_locks.database = (select oid from pg_database where datname = current_database())
      and granted and pid <> pg_backend_pid()
      and xact_start < clock_timestamp() - make_interval(secs => $2 / 1000.0)
    order by holder
    limit 5`,
    [tables, HOLDER_AGE_MS],
  )
  return rows.map(({ holder }) => holder)
}
