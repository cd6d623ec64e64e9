import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './log.ts'
import { isDeadlock, isLockTimeout } from './errors.ts'
import { firstLine, openClient } from './open-client.ts'

/** The table of node-pg-migrate: one row for each migration that was applied. */
export const MIGRATIONS_TABLE = 'migrations'

const MIGRATIONS_FOLDER = join(import.meta.dirname, '..', '..', 'migrations')

/**
 * Brings the database's schema up to the code: applies the files of `platform/migrations` that it
 * has not seen, in the order of their numbers, each in a transaction of its own. The files are
 * plain SQL named `0001-what-it-brings.sql`, forward only, and never change once released.
 *
 * Of several processes that start at once one applies them and the others wait for it.
 *
 * @returns the names of the migrations that this call applied.
 * @throws Error when the database cannot be ours (read-only, another encoding) or is newer than the
 *   code, or when a migration fails; what was applied before it stays.
 */
export const migrate = async (
  databaseUrl: string,
  log: Log,
  folder: string = MIGRATIONS_FOLDER,
): Promise<string[]> => {
  const known = await migrationNames(folder)
  const client = await openClient(databaseUrl, 'wasl migrate')
  try {
    await refuseUnfitDatabase(client)
    await refuseStranger(client)
    const applied = await appliedNames(client)
    refuseNewerDatabase(applied, known)
    // Nothing to do is the usual case: the library is not even loaded for it.
    if (applied.length === known.length) return []
    return await applyMissing(client, log, folder)
  } finally {
    await client.end()
  }
}

/**
 * Asks whether the database has every migration of this code. It had them when the platform started;
 * a database that was restored from an older backup beneath it has not. The files are read once: what
 * a newer release puts in their place is not this code's.
 */
export const createMigrationCheck = (
  database: Pick<pg.Pool, 'query'>,
): (() => Promise<boolean>) => {
  const known = migrationNames(MIGRATIONS_FOLDER)
  // Whoever asks hears of a folder that cannot be read.
  known.catch(() => undefined)
  return async () => {
    const applied = await appliedNames(database)
    return (await known).every((name) => applied.includes(name))
  }
}

const migrationNames = async (folder: string): Promise<string[]> => {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
}

const appliedNames = async (client: Pick<pg.Pool, 'query'>): Promise<string[]> => {
  const table = await client.query<{ there: boolean }>(
    `select to_regclass('public.${MIGRATIONS_TABLE}') is not null as there`,
  )
  if (!table.rows[0]?.there) return []
  const { rows } = await client.query<{ name: string }>(
    `select name from public.${MIGRATIONS_TABLE} order by id`,
  )
  return rows.map(({ name }) => name)
}

/** What would otherwise show as an error of some statement, or only with the first Arabic label. */
const refuseUnfitDatabase = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ encoding: string; read_only: string }>(
    `select current_setting('server_encoding') as encoding,
      current_setting('transaction_read_only') as read_only`,
  )
  const { encoding, read_only } = rows[0] ?? {}
  if (read_only === 'on') {
    throw new Error(
      'DATABASE_URL: expected a database that can be written, and this one is read-only: a ' +
        'replica, or default_transaction_read_only is on. Name the primary.',
    )
  }
  if (encoding !== 'UTF8') {
    throw new Error(
      `DATABASE_URL: expected a database in UTF8, which has every script, and this one is in ` +
        `${encoding}. Make another: create database wasl encoding 'UTF8' template template0`,
    )
  }
}

/** PostgreSQL would name a table that is not for this user, and neither whose it is nor what to do. */
const refuseStranger = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ user: string; owner: string }>(
    `select current_user as "user", pg_get_userbyid(relowner) as owner
    from pg_class
    where relnamespace = 'public'::regnamespace
      and (relname = '${MIGRATIONS_TABLE}' and not has_table_privilege(oid, 'select')
        or relname = 'payments' and not has_table_privilege(oid, 'insert'))
    limit 1`,
  )
  const [stranger] = rows
  if (!stranger) return
  const { user, owner } = stranger
  throw new Error(
    `DATABASE_URL: expected a user who may write the platform's tables, and ${user} may not: they ` +
      `belong to ${owner}. Name that user in the URL, or: grant ${owner} to ${user}`,
  )
}

const refuseNewerDatabase = (applied: string[], known: string[]): void => {
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new Error(
    `The database is newer than this code: it has the migration ${unknown.join(', ')}, and this ` +
      `code ends with ${known.at(-1) ?? 'none'}. Start the newer release, or restore a backup ` +
      'that was made before it.',
  )
}

/**
 * How long a migration waits for a table that somebody reads: whoever comes after it waits behind it,
 * and payments are no slower than this.
 */
const LOCK_TIMEOUT_MS = 2_000

/** Between two tries, for what has waited behind the first one to get through. */
const LOCK_PAUSE_MS = 1_000

/** A report that takes longer than these has to be ended, or waited for. */
const LOCK_TRIES = 40

const applyMissing = async (client: pg.Client, log: Log, folder: string): Promise<string[]> => {
  const { PG_MIGRATE_LOCK_ID } = await import('node-pg-migrate')
  // The library's own lock, held over every try: of several processes one applies them all.
  await client.query('select pg_advisory_lock($1)', [PG_MIGRATE_LOCK_ID])
  await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  const before = await appliedNames(client)
  for (let tries = 1; ; tries += 1) {
    const { name, error } = await applyOnce(client, folder)
    if (error === null) break
    if (!isHeldUp(error)) {
      const message = messageOf(error)
      throw new Error(`The migration ${name} failed: ${message}${hintOf(message)}`, {
        cause: error,
      })
    }
    if (tries === LOCK_TRIES) throw new Error(`The migration ${name} ${HELD_UP}`, { cause: error })
    if (tries === 1) log.warn(`The migration ${name} waits for a long report or transaction.`)
    await pause(LOCK_PAUSE_MS)
  }
  const names = (await appliedNames(client)).filter((name) => !before.includes(name))
  if (names.length > 0) log.info(`Applied the migrations ${names.join(', ')}.`)
  return names
}

/** A lock that was waited for too long, or a circle of such waits. Nothing of the migration is left. */
const isHeldUp = (error: unknown): boolean => isLockTimeout(error) || isDeadlock(error)

const HELD_UP =
  'was held up too long by a report or a transaction that reads the same tables: find it in ' +
  'pg_stat_activity, end it or wait for it, and start again.'

/** What came of it, with the migration at which it failed. */
const applyOnce = async (
  client: pg.Client,
  folder: string,
): Promise<{ name: string; error: unknown }> => {
  const { runner } = await import('node-pg-migrate')
  let name = 'before the first one'
  try {
    await runner({
      dbClient: client,
      dir: folder,
      ignorePattern: String.raw`(?!.*\.sql$).*`,
      migrationsTable: MIGRATIONS_TABLE,
      direction: 'up',
      singleTransaction: false,
      noLock: true,
      logger: {
        // The library tells which migration it begins in its messages alone.
        info: (message) => {
          name = /### MIGRATION (\S+)/.exec(message)?.[1] ?? name
        },
        warn: () => undefined,
        error: () => undefined,
      },
    })
    return { name, error: null }
  } catch (error) {
    // The library leaves its transaction open, for who uses the connection no more.
    await client.query('rollback').catch(() => undefined)
    return { name, error }
  }
}

/** Without what the library adds when it cannot make its own table. */
const messageOf = (error: unknown): string =>
  firstLine(error).replace(/^Unable to ensure migrations table: (?:error|Error): /, '')

/** Since PostgreSQL 15 a database lets its owner alone make tables in it. */
const hintOf = (message: string): string =>
  message.includes('permission denied')
    ? '. The user of DATABASE_URL must own the database, or be granted "create" on its schema public.'
    : ''
