import { createHash } from 'node:crypto'
import type { Dedupe } from '../dedupe.ts'
import { createTurns } from '../in-turn.ts'
import { sqlStatements } from './statements.ts'
import type { SqlDialect } from './statements.ts'

export type SqlDedupeOptions<Transaction> = {
  dialect: SqlDialect
  /**
   * Runs `work` in one transaction of your database: commits when it resolves, rolls back and
   * rejects when it rejects. What it hands to `work` is what handlers get as `transaction`.
   */
  transaction: (work: (transaction: Transaction) => Promise<void>) => PromiseLike<unknown>
  /** Runs one statement within the transaction, and tells how many rows it changed. */
  execute: (
    transaction: Transaction,
    statement: string,
    values: string[],
  ) => number | bigint | PromiseLike<number | bigint>
  /** `wasl_handled_events` unless given. Make it with the statement of `handledEventsTable`. */
  table?: string | undefined
}

/**
 * Remembers handled events in your own database, in one transaction with what the handler writes:
 * either both are saved or neither is, and then the event comes again. A second copy that comes at
 * the same time waits for the first one's end, in another process in the insert. The rows outlive
 * every redelivery; nothing deletes them.
 *
 * For node-postgres, mysql2, node:sqlite and better-sqlite3 there are `postgresDedupe`,
 * `mysqlDedupe` and `sqliteDedupe`; this one is for everything else that has transactions.
 *
 * TypeScript has to be told what `transaction` hands out: it cannot see it through a function.
 *
 * @throws TypeError when an option is wrong, with a sentence that names it.
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
   * A record that was never marked is there when a handler committed by itself, or by a statement
   * that commits (MySQL's `begin` and `create table` do), and then failed: it was not handled.
   */
  const isNew = async (within: Transaction, recorded: string): Promise<boolean> =>
    (await change(within, 'add', recorded)) === 1 ||
    ((await change(within, 'removeUnhandled', recorded)) === 1 &&
      (await change(within, 'add', recorded)) === 1)

  const runOnce = async (
    recorded: string,
    run: (transaction: Transaction) => Promise<void>,
  ): Promise<'ran' | 'duplicate'> => {
    // A property, because TypeScript does not see a callback change a variable.
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
      // Copies in one process wait here, and not in the insert: the ten of a handler that never ends
      // would hold ten connections there, and a pool seldom has more for the rest of the shop.
      return inTurn(recorded, () => runOnce(recorded, run))
    },
  }
}

const SWALLOWED =
  'sqlDedupe: transaction resolved although its work did not. It must reject when its work rejects.'

/**
 * A handler that goes on after a failed statement would commit an empty transaction: PostgreSQL
 * refuses all that follows and turns the commit into a rollback, MySQL rolls back on a deadlock.
 */
const LOST =
  'sqlDedupe: the record of the event is not in the transaction any more, so the transaction ended ' +
  'while the handler ran. A handler must neither commit nor go on after an error of the database.'

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
 * Keys are short and plain as Wasl sends them. Any other is hashed, so that no length, no NUL and
 * no collation can make two of them one. UTF-16, because UTF-8 makes all lone surrogates one.
 */
const recordedKey = (key: string): string => {
  if (PLAIN_KEY.test(key)) return key
  return `sha256:${createHash('sha256').update(Buffer.from(key, 'utf16le')).digest('hex')}`
}
