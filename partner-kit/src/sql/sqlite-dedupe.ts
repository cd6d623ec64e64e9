import { setTimeout as sleep } from 'node:timers/promises'
import type { Dedupe } from '../dedupe.ts'
import { sqlDedupe } from './sql-dedupe.ts'

/** What is used of a database of node:sqlite or better-sqlite3. */
export type SqliteDatabase = {
  exec: (statements: string) => unknown
  prepare: (statement: string) => {
    run: (...values: string[]) => { changes: number | bigint }
  }
}

/**
 * Remembers handled events in SQLite, by node:sqlite or better-sqlite3. Handlers get the database,
 * within its transaction, one after the other. The table: `handledEventsTable('sqlite')`.
 *
 * Give it a connection of its own when handlers wait for anything: what else is written through
 * the same connection meanwhile belongs to the same transaction. And give what they wait for a limit:
 * behind a handler that never ends, no other event is handled until the process is started anew.
 *
 * @example
 * createPartner({
 *   dedupe: sqliteDedupe(new DatabaseSync('shop.db')),
 *   on: {
 *     'payment.success': (data, { transaction }) => {
 *       transaction.prepare('update invoices set …').run(data.reference)
 *     },
 *   },
 * })
 */
export const sqliteDedupe = <Database extends SqliteDatabase>(
  database: Database,
  { table }: { table?: string } = {},
): Dedupe<Database> => {
  // A connection has one transaction at a time, so each waits for the one before it.
  let last: Promise<unknown> = Promise.resolve()
  return sqlDedupe<Database>({
    dialect: 'sqlite',
    table,
    transaction: (work) => {
      const turn = last.then(() => inTransaction(database, work))
      last = turn.catch(() => {})
      return turn
    },
    execute: (within, statement, values) => within.prepare(statement).run(...values).changes,
  })
}

const inTransaction = async <Database extends SqliteDatabase>(
  database: Database,
  work: (database: Database) => Promise<void>,
): Promise<void> => {
  await begin(database)
  try {
    await work(database)
    database.exec('commit')
  } catch (error) {
    rollBack(database)
    throw error
  }
}

/** Longer than a handler should take, and shorter than the platform waits. */
const BUSY_TIMEOUT_MS = 5_000
const BUSY_POLL_MS = 10

/**
 * Immediate: whoever comes second waits here, and not in the middle with a deadlock. And without
 * holding up this process, in which the first may be, as SQLite's own waiting would.
 */
const begin = async (database: SqliteDatabase): Promise<void> => {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      database.exec('begin immediate')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    await sleep(BUSY_POLL_MS)
  }
}

const SQLITE_BUSY = 5

/** node:sqlite says it in `errcode`, better-sqlite3 in `code`. */
const isBusy = (error: unknown): boolean => {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return errcode % 256 === SQLITE_BUSY
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY')
}

/** Some errors, such as a full disk, have rolled back by themselves. */
const rollBack = (database: SqliteDatabase): void => {
  try {
    database.exec('rollback')
  } catch {
    // The first error is the one to tell.
  }
}
