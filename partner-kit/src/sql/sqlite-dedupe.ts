import { setTimeout as sleep } from 'node:timers/promises'
import type { Dedupe } from '../dedupe.ts'
import { sqlDedupe } from './sql-dedupe.ts'

/** The parts of a node:sqlite or better-sqlite3 database that are used. */
export type SqliteDatabase = {
  exec: (statements: string) => unknown
  prepare: (statement: string) => {
    run: (...values: string[]) => { changes: number | bigint }
  }
}

/**
 * Records handled events in SQLite, with node:sqlite or better-sqlite3. Handlers run one after the
 * other and receive the database in its transaction. `handledEventsTable('sqlite')` creates the table.
 *
 * If handlers await anything, use a separate connection: other writes on the same connection would
 * join the transaction. Give what they await a timeout: a handler that never ends blocks all other
 * events until the process restarts.
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
  // A connection has one transaction at a time.
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

/** Longer than a handler takes, and shorter than the platform waits. */
const BUSY_TIMEOUT_MS = 5_000
const BUSY_POLL_MS = 10

/**
 * `immediate`, so that the second writer waits here and does not deadlock later. Polls, because
 * SQLite's own busy wait would block this process, which may be running the first writer.
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

/** node:sqlite sets `errcode`, better-sqlite3 sets `code`. */
const isBusy = (error: unknown): boolean => {
  const { errcode, code } = error as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return errcode % 256 === SQLITE_BUSY
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY')
}

/** After some errors, such as a full disk, SQLite has already rolled back. */
const rollBack = (database: SqliteDatabase): void => {
  try {
    database.exec('rollback')
  } catch {
    // The caller throws the first error.
  }
}
