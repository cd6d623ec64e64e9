/**
 * Checksums of migrations. A file that changed after it was applied leaves databases that differ without a
 * sign: the start names it instead.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * The checksum covers the statements: comments on lines of their own, and white space, may change.
 */
export const checksumOf = (sql: string): string => {
  const statements = sql
    .replaceAll(/^\s*--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return createHash('sha256').update(statements).digest('hex')
}

/**
 * @throws Error when a file has other statements than those that were applied. Migrations that an earlier
 *   release applied have no checksum, and pass.
 */
export const refuseEdited = async (
  client: Pick<pg.Client, 'query'>,
  folder: string,
): Promise<void> => {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('public.migrations') is not null as exists`,
  )
  if (table.rows[0]?.exists !== true) return
  // As JSON, because the table of an earlier release lacks the column.
  const { rows } = await client.query<{ name: string; checksum: string; release: string | null }>(
    `select name, to_jsonb(applied) ->> 'checksum' as checksum, to_jsonb(applied) ->> 'release' as release
    from public.migrations as applied
    where to_jsonb(applied) ->> 'checksum' is not null order by name`,
  )
  for (const { name, checksum, release } of rows) {
    const sql = await readFile(join(folder, `${name}.sql`), 'utf8').catch(() => null)
    // A file that this code lacks is the business of the caller: the database is newer.
    if (sql === null || checksumOf(sql) === checksum) continue
    throw new Error(
      `The migration ${name} was changed after ${release ?? 'an earlier release'} applied it to this database: ` +
        'its statements are not those of this code. Start the release that applied it, or put the file back as it was, and ' +
        'make a new migration for the change.',
    )
  }
}
