import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import {
  applied,
  MIGRATIONS_TABLE,
  missingOf,
  unknownOf,
  type Applied,
} from './applied-migrations.ts'
import { checksumOf, refuseEdited } from './migration-checksums.ts'
import { refuseUnfitDatabase } from './fit-database.ts'
import { readSchema } from './load-schema.ts'
import { openLockDeadline } from './lock-deadline.ts'
import type { Log } from './log.ts'
import { openClient } from './open-client.ts'
import { releaseName } from './release-name.ts'
import { besideOf } from './runs-beside.ts'
import { failure, LOCK_TIMEOUT_MS, stepAside } from './step-aside.ts'

const CREATE_TABLE = `create table if not exists public.${MIGRATIONS_TABLE} (
  name text primary key,
  checksum text,
  release text,
  runs_beside text,
  applied_at timestamptz not null default clock_timestamp()
)`

/** For a table that an earlier release has made. The old one applies migrations without them. */
const ADD_COLUMNS = `alter table public.${MIGRATIONS_TABLE}
  add column if not exists checksum text, add column if not exists release text,
  add column if not exists runs_beside text`

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '..', '..', '..', 'migrations')

/** What all of them make, in one step. */
const SCHEMA = join(MIGRATIONS_FOLDER, '..', 'schema.sql')

/** The number of an advisory lock, which only programs that know it take: "wasl" in ASCII. */
const LOCK_ID = 0x7761736c

/**
 * Brings the schema of a database up to this code: applies the files of `platform/migrations` that
 * it lacks, in the order of their numbers, each in its own transaction (W97). The files are plain
 * SQL named `0001-what-it-brings.sql`, forward only, and never change once released. A new database
 * loads `schema.sql` instead, which is what they make, and has them all on record.
 *
 * If several processes start at once, one of them applies the migrations and the others wait. A process
 * of the release before starts on the newer schema when each of its migrations allows it (W281).
 *
 * @returns the names of the migrations that this call applied.
 * @throws Error when the database is not fit (read-only, another encoding) or newer than this code,
 *   when a migration that was applied has other statements in this code, or when a migration fails;
 *   those before it stay applied.
 */
export const migrate = async (
  databaseUrl: string,
  log: Log,
  folder: string = MIGRATIONS_FOLDER,
  schema: string | null = folder === MIGRATIONS_FOLDER ? SCHEMA : null,
): Promise<string[]> => {
  const known = await migrationNames(folder)
  const client = await openClient(databaseUrl, 'wasl migrate')
  try {
    await refuseUnfitDatabase(client)
    await refuseEdited(client, folder)
    const done = await applied(client)
    if (missingOf(done, known).length === 0) {
      sayNewer(log, done, known)
      return []
    }
    // Held until the connection ends.
    await client.query('select pg_advisory_lock($1)', [LOCK_ID])
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(CREATE_TABLE).catch((error: unknown) => {
      throw failure(`The table ${MIGRATIONS_TABLE} cannot be made`, error)
    })
    await stepAside(log, `The table ${MIGRATIONS_TABLE}`, () => client.query(ADD_COLUMNS))
    // Another process may have applied some in the meantime.
    const already = await applied(client)
    const missing = missingOf(already, known)
    if (already.length === 0 && schema !== null) {
      const sql = await readSchema(schema, folder, known)
      if (sql !== null) {
        await load(client, sql, folder, known)
        log.info(`Made the schema of ${known.at(-1)}.`)
        return known
      }
    }
    await applyAll(client, log, { databaseUrl, folder, names: missing })
    if (missing.length > 0) log.info(`Applied the migrations ${missing.join(', ')}.`)
    return missing
  } finally {
    await client.end()
  }
}

const sayNewer = (log: Log, done: readonly Applied[], known: readonly string[]): void => {
  const last = unknownOf(done, known).at(-1)
  if (last === undefined) return
  log.info(
    `The database is of a newer release: it ends with ${last.name}. This code ends with ` +
      `${known.at(-1)} and runs beside that release.`,
  )
}

export const migrationNames = async (folder: string): Promise<string[]> => {
  const files = await readdir(folder)
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .toSorted()
}

/** The schema and the record of its migrations in one transaction. Nobody else uses a new database. */
const load = async (
  client: pg.Client,
  sql: string,
  folder: string,
  names: string[],
): Promise<void> => {
  const texts = await Promise.all(
    names.map((name) => readFile(join(folder, `${name}.sql`), 'utf8')),
  )
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query(
      `insert into public.${MIGRATIONS_TABLE} (name, checksum, runs_beside, release)
      select name, checksum, beside, $4
      from unnest($1::text[], $2::text[], $3::text[]) as loaded (name, checksum, beside)`,
      [names, texts.map(checksumOf), texts.map(besideOf), releaseName()],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw failure('The schema of a new database cannot be made', error)
  }
}

type Missing = { databaseUrl: string; folder: string; names: readonly string[] }

const applyAll = async (
  client: pg.Client,
  log: Log,
  { databaseUrl, folder, names }: Missing,
): Promise<void> => {
  if (names.length === 0) return
  const deadline = await openLockDeadline(databaseUrl, client)
  try {
    for (const name of names) {
      const sql = await readFile(join(folder, `${name}.sql`), 'utf8')
      await stepAside(log, `The migration ${name}`, () =>
        deadline.during(() => applyOnce(client, name, sql)),
      )
    }
  } finally {
    await deadline.close()
  }
}

/** The migration and its row in one transaction: both or neither. */
const applyOnce = async (client: pg.Client, name: string, sql: string): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query(
      `insert into public.${MIGRATIONS_TABLE} (name, checksum, release, runs_beside)
      values ($1, $2, $3, $4)`,
      [name, checksumOf(sql), releaseName(), besideOf(sql)],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
