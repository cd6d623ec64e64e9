/** What a database has of the migrations of this code, and what a start would do to it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { applied, missingOf } from './applied-migrations.ts'
import { migrationNames, MIGRATIONS_FOLDER } from './migrate.ts'
import { besideOf, oldestOn } from './runs-beside.ts'

export type Pending = {
  /** The migrations that a start of this code would apply. */
  missing: string[]
  /** The number with which a process must at least end to start afterwards; null: no migrations. */
  oldest: string | null
}

/**
 * What a start of this code would do to the schema.
 *
 * @throws Error when the database is newer than this code, and this code does not run beside it.
 */
export const pendingMigrations = async (client: Pick<pg.Pool, 'query'>): Promise<Pending> => {
  const done = await applied(client)
  const missing = missingOf(done, await migrationNames(MIGRATIONS_FOLDER))
  const added = await Promise.all(
    missing.map(async (name) => {
      const sql = await readFile(join(MIGRATIONS_FOLDER, `${name}.sql`), 'utf8')
      return { name, beside: besideOf(sql) }
    }),
  )
  return { missing, oldest: oldestOn([...done, ...added]) }
}

export type SchemaState = {
  /** Whether it has every migration of this code. */
  isWhole: boolean
  /** The last migration that the database has, and the last one that this code knows. */
  database: string
  code: string
  /** The number with which a process must at least end to start on this database (W281). */
  oldest: string
}

/**
 * What the database has of the migrations of this code. It had them when the platform started; a database
 * that was since restored from an older backup lacks some. The files are read once: those that a newer
 * release puts in their place are not this code's.
 */
export const createMigrationCheck = (
  database: Pick<pg.Pool, 'query'>,
): (() => Promise<SchemaState>) => {
  const files = migrationNames(MIGRATIONS_FOLDER)
  // If the folder cannot be read, each check fails with that error.
  files.catch(() => undefined)
  return async () => {
    const done = await applied(database)
    const known = await files
    const names = new Set(done.map(({ name }) => name))
    return {
      isWhole: known.every((name) => names.has(name)),
      database: done.at(-1)?.name ?? '',
      code: known.at(-1) ?? '',
      oldest: oldestOn(done) ?? '',
    }
  }
}
