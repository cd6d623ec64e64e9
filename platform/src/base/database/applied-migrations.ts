/** Which migrations a database has, and what it means for this code. */
import type pg from 'pg'
import { lineOf, releaseName } from './release-name.ts'

/** One row for each migration that was applied. */
export const MIGRATIONS_TABLE = 'migrations'

/** `release` is who applied it; null for an earlier release, which did not say so. */
type Applied = { name: string; release: string | null }

/** The migrations that a database has, in order. */
export const applied = async (client: Pick<pg.Pool, 'query'>): Promise<Applied[]> => {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('public.${MIGRATIONS_TABLE}') is not null as exists`,
  )
  if (!table.rows[0]?.exists) return []
  // As JSON, because the table of an earlier release lacks the column.
  const { rows } = await client.query<Applied>(
    `select name, to_jsonb(known) ->> 'release' as release
    from public.${MIGRATIONS_TABLE} as known order by name`,
  )
  return rows
}

/** @throws Error when the database has migrations that this code lacks, or has them in another order. */
export const missingOf = (done: readonly Applied[], known: string[]): string[] => {
  const unknown = done.filter(({ name }) => !known.includes(name))
  if (unknown.length > 0) throw new Error(unknownText(unknown, known))
  const names = done.map(({ name }) => name)
  const missing = known.filter((name) => !names.includes(name))
  const [first = ''] = missing
  const last = names.at(-1) ?? ''
  if (missing.length === 0 || first > last) return missing
  throw new Error(
    `The migration ${first} comes before ${last}, which is applied already: give it a higher number.`,
  )
}

const unknownText = (unknown: readonly Applied[], known: readonly string[]): string => {
  const names = unknown.map(({ name }) => name).join(', ')
  const own = releaseName()
  const other = unknown.find(({ release }) => release !== null && lineOf(release) !== lineOf(own))
  if (other !== undefined) {
    return (
      `The database belongs to another line of releases: ${other.release} applied the migration ` +
      `${other.name}, and this code is ${own}. Start a release of that line, or give this one a database ` +
      'of its own.'
    )
  }
  const release = unknown.at(-1)?.release ?? null
  const by = release === null ? '' : ` of ${release}`
  return (
    `The database is newer than this code: it has the migration ${names}${by}, and this code, ${own}, ` +
    `ends with ${known.at(-1) ?? 'none'}. Start the newer release, or restore a backup that was made ` +
    'before it.'
  )
}
