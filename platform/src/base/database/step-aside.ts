/** A migration waits for a table only as long as nobody notices, and tries again (W281, W293). */
import { setTimeout as pause } from 'node:timers/promises'
import { isDeadlock, isLockTimeout, isPermissionDenied } from './errors.ts'
import type { Log } from './log.ts'
import { firstLine } from './open-client.ts'

/** Of one wait. Statements that come after a waiting migration wait behind it. */
export const LOCK_TIMEOUT_MS = 450

/** Between two tries, so that the statements that waited behind the first one get through. */
const LOCK_PAUSE_MS = 1_000

/** A report that takes longer than all of these, two minutes, must end before the migration can be applied. */
const LOCK_TRIES = 80

/** Does it again and again while another session holds a table that it needs. */
export const stepAside = async (
  log: Log,
  what: string,
  work: () => Promise<unknown>,
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!isHeldUp(error)) throw failure(`${what} failed`, error)
      if (tries === LOCK_TRIES) throw new Error(`${what} ${HELD_UP}`, { cause: error })
      if (tries === 1) log.warn(`${what} waits for a long report or transaction.`)
    }
    await pause(LOCK_PAUSE_MS)
  }
}

/** A lock timeout or a deadlock; PostgreSQL has rolled the migration back. */
const isHeldUp = (error: unknown): boolean => isLockTimeout(error) || isDeadlock(error)

const HELD_UP =
  'was held up too long by a report or a transaction that reads the same tables: find it in ' +
  'pg_stat_activity, end it or wait for it, and start again.'

export const failure = (what: string, error: unknown): Error =>
  new Error(`${what}: ${firstLine(error)}${hintOf(error)}`, { cause: error })

/** Since PostgreSQL 15 only the owner of a database may make tables in it. */
const hintOf = (error: unknown): string =>
  isPermissionDenied(error)
    ? '. The user of DATABASE_URL must own the database, or be granted "create" on its schema public.'
    : ''
