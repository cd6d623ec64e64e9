import { createHash } from 'node:crypto'
import type { Dedupe } from '../dedupe.ts'
import { createTurns } from '../in-turn.ts'
import { sqlStatements } from './statements.ts'
import type { SqlDialect } from './statements.ts'

export type SqlDedupeOptions<Transaction> = {
  dialect: SqlDialect
  /**
   * Runs `work` in one transaction of your database. Commits when it resolves; rolls back and rejects
   * when it rejects. Handlers receive the argument of `work` as `transaction`.
   */
  transaction: (work: (transaction: Transaction) => Promise<void>) => PromiseLike<unknown>
  /** Runs one statement in the transaction and returns how many rows it changed. */
  execute: (
    transaction: Transaction,
    statement: string,
    values: string[],
  ) => number | bigint | PromiseLike<number | bigint>
  /** Default: `wasl_handled_events`. `handledEventsTable` returns the statement that creates it. */
  table?: string | undefined
}

/**
 * Records handled events in your own database, in one transaction with the handler's writes. If it
 * fails, neither is saved and the platform sends the event again. A concurrent copy waits for the
 * first one, also across processes. The rows are never deleted.
 *
 * `postgresDedupe`, `mysqlDedupe` and `sqliteDedupe` do this for node-postgres, mysql2, node:sqlite
 * and better-sqlite3. Use `sqlDedupe` for other libraries with transactions.
 *
 * Give the type of the transaction explicitly: TypeScript cannot infer it.
 *
 * @throws TypeError that names a wrong option.
 * @example
 * const dedupe = sqlDedupe<Prisma.TransactionClient>({
 *   dialect: 'postgresql',
 *   transaction: (work) => prisma.$transaction(work),
 *   execute: (tx, statement, values) => tx.$executeRawUnsafe(statement, ...values),
 * })
 */
export const sqlDedupe = <Transaction>(
  options: SqlDedupeOptions<Transaction>,
): Dedupe<Transaction> => {
  const { dialect, transaction, execute } = options
  const statements = sqlStatements(dialect, options.table)
  for (const name of ['transaction', 'execute'] as const) {
    if (typeof options[name] === 'function') continue
    throw new TypeError(`sqlDedupe: ${name}: expected a function, received ${typeof options[name]}`)
  }
  const change = async (
    within: Transaction,
    statement: 'add' | 'removeUnhandled' | 'markHandled',
    recorded: string,
  ): Promise<number> => rowsChanged(await execute(within, statements[statement], [recorded]))

  /**
   * Replaces a record that is not marked as handled. It remains when a handler commits by itself (in
   * MySQL, `begin` and `create table` commit) and then fails.
   */
  const isNew = async (within: Transaction, recorded: string): Promise<boolean> =>
    (await change(within, 'add', recorded)) === 1 ||
    ((await change(within, 'removeUnhandled', recorded)) === 1 &&
      (await change(within, 'add', recorded)) === 1)

  const runOnce = async (
    recorded: string,
    run: (transaction: Transaction) => Promise<void>,
  ): Promise<'ran' | 'duplicate'> => {
    // A property, because TypeScript does not track assignments in a callback to a variable.
    const done: { outcome: 'ran' | 'duplicate' | null } = { outcome: null }
    await transaction(async (within) => {
      done.outcome = null
      if (!(await isNew(within, recorded))) {
        done.outcome = 'duplicate'
        return
      }
      await run(within)
      if ((await change(within, 'markHandled', recorded)) !== 1) throw new Error(LOST)
      done.outcome = 'ran'
    })
    if (done.outcome === null) throw new Error(SWALLOWED)
    return done.outcome
  }

  const inTurn = createTurns()

  return {
    once: async (key, run) => {
      const recorded = recordedKey(key)
      // Copies in one process wait here instead of in the insert, where each would hold a connection
      // of the pool.
      return inTurn(recorded, () => runOnce(recorded, run))
    },
  }
}

const SWALLOWED =
  'sqlDedupe: transaction resolved although its work rejected. It must reject when its work rejects.'

/**
 * After a failed statement a handler could commit an empty transaction: PostgreSQL turns the commit
 * into a rollback, and MySQL rolls back on a deadlock.
 */
const LOST =
  'sqlDedupe: the transaction no longer has the record of the event, so it ended while the handler ran. ' +
  'A handler must not commit, and must not continue after a database error.'

const rowsChanged = (changed: unknown): number => {
  const rows = typeof changed === 'bigint' ? Number(changed) : changed
  if (typeof rows === 'number' && Number.isSafeInteger(rows) && rows >= 0) return rows
  throw new TypeError(
    'sqlDedupe: execute: expected the number of rows that the statement changed, received ' +
      (rows === null ? 'null' : typeof rows),
  )
}

const PLAIN_KEY = /^[\x21-\x7e]{1,200}$/

/**
 * Wasl's keys are short ASCII. Other keys are hashed, so that length limits, NUL and collations cannot
 * make two keys equal. UTF-16, because UTF-8 encodes all lone surrogates alike.
 */
const recordedKey = (key: string): string => {
  if (PLAIN_KEY.test(key)) return key
  return `sha256:${createHash('sha256').update(Buffer.from(key, 'utf16le')).digest('hex')}`
}
