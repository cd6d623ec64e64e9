import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { databaseError, isStatementTimeout, SQL_STATE } from './errors.ts'
import { openClient } from './open-client.ts'

/**
 * From the beginning of a transaction, which may hold its first lock since then. Later than this it waits for no
 * lock, so with one poll it ends within a second.
 */
const DEADLINE_MS = 800

const POLL_MS = 50

export type LockDeadline = {
  /** Runs one transaction of the session. @throws an error that `isLockTimeout` knows when it was ended. */
  during<Result>(work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/**
 * Ends a transaction that waits for a lock after its deadline (W293). `lock_timeout` bounds each wait, and a
 * transaction with several waits holds the locks that it has through all of them. One that works goes on: it would
 * take as long the next time.
 *
 * If this connection is lost, `lock_timeout` alone is left.
 *
 * @param session whose transactions they are.
 */
export const openLockDeadline = async (
  databaseUrl: string,
  session: pg.Client,
): Promise<LockDeadline> => {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  const watcher = await openClient(databaseUrl, 'wasl lock deadline')
  return {
    during: (work) => endingWaits(watcher, rows[0]?.pid ?? 0, work),
    close: () => watcher.end(),
  }
}

const endingWaits = async <Result>(
  watcher: pg.Client,
  pid: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const over = new AbortController()
  let hasEnded = false
  const watch = async (): Promise<void> => {
    await pause(DEADLINE_MS, undefined, over)
    for (;;) {
      hasEnded = (await endWait(watcher, pid)) || hasEnded
      await pause(POLL_MS, undefined, over)
    }
  }
  // It ends with the work, or with its connection.
  const watching = watch().catch(() => undefined)
  const stopWatching = async (): Promise<void> => {
    over.abort()
    await watching
  }
  try {
    return await work()
  } catch (error) {
    // The transaction may end before the answer that it was ended has come.
    await stopWatching()
    if (!hasEnded || !isStatementTimeout(error)) throw error
    throw databaseError('it waited for a lock while it held others', SQL_STATE.lockNotAvailable)
  } finally {
    await stopWatching()
  }
}

const endWait = async (watcher: pg.Client, pid: number): Promise<boolean> => {
  const { rowCount } = await watcher.query(
    `select pg_cancel_backend(pid) from pg_stat_activity
    where pid = $1 and wait_event_type = 'Lock'`,
    [pid],
  )
  return rowCount === 1
}
