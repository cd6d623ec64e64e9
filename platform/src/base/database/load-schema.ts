import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * `platform/schema.sql` begins with a line for each migration that it contains, and a hash of it. So a
 * schema that was not generated after a migration was added or changed is never loaded.
 */
const MIGRATION = /^-- migration (\S+) ([0-9a-f]{16})$/gm

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex').slice(0, 16)

/** The text of `schema.sql`: these migrations, then the dump of what they make. */
export const schemaFile = async (folder: string, names: string[], dump: string): Promise<string> =>
  `${(await linesOf(folder, names)).join('\n')}\n\n${dump}`

const linesOf = (folder: string, names: string[]): Promise<string[]> =>
  Promise.all(
    names.map(async (name) => {
      return `-- migration ${name} ${hashOf(await readFile(join(folder, `${name}.sql`), 'utf8'))}`
    }),
  )

/**
 * The schema for a new database; null when the file is missing, or is not exactly what these
 * migrations make.
 */
export const readSchema = async (
  file: string,
  folder: string,
  names: string[],
): Promise<string | null> => {
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  const contained = [...text.matchAll(MIGRATION)].map(([line]) => line)
  return contained.join('\n') === (await linesOf(folder, names)).join('\n') ? text : null
}
