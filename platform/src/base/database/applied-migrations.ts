/** Which migrations a database has, and what it means for this code. */
import type pg from 'pg'
import { lineOf, releaseName } from './release-name.ts'
import { oldestOn, runsBeside, type OnRecord } from './runs-beside.ts'

/** One row for each migration that was applied. */
export const MIGRATIONS_TABLE = 'migrations'

export type Applied = OnRecord & {
  /** Who applied it; null for an earlier release, which did not say so. */
  release: string | null
}

/** The migrations that a database has, in order. */
export const applied = async (client: Pick<pg.Pool, 'query'>): Promise<Applied[]> => {
  const table = await client.query<{ exists: boolean }>(
    `select to_regclass('public.${MIGRATIONS_TABLE}') is not null as exists`,
  )
  if (!table.rows[0]?.exists) return []
  // As JSON, because the table of an earlier release lacks the columns.
  const { rows } = await client.query<Applied>(
    `select name, to_jsonb(known) ->> 'release' as release,
      to_jsonb(known) ->> 'runs_beside' as beside
    from public.${MIGRATIONS_TABLE} as known order by name`,
  )
  return rows
}

/** The migrations that this code lacks. */
export const unknownOf = (done: readonly Applied[], known: readonly string[]): Applied[] =>
  done.filter(({ name }) => !known.includes(name))

/**
 * @throws Error when the database has migrations that this code lacks and does not run beside, or has them
 *   in another order.
 */
export const missingOf = (done: readonly Applied[], known: string[]): string[] => {
  const unknown = unknownOf(done, known)
  const isOurs = otherLine(unknown) === undefined
  if (!isOurs || !runsBeside(unknown, known.at(-1) ?? '')) {
    throw new Error(unknownText(done, known))
  }
  const names = done.map(({ name }) => name)
  const missing = known.filter((name) => !names.includes(name))
  const [first = ''] = missing
  const last = names.at(-1) ?? ''
  if (missing.length === 0 || first > last) return missing
  throw new Error(
    `The migration ${first} comes before ${last}, which is applied already: give it a higher number.`,
  )
}

/** A migration that a release of another line applied. */
const otherLine = (unknown: readonly Applied[]): Applied | undefined =>
  unknown.find(({ release }) => release !== null && lineOf(release) !== lineOf(releaseName()))

const unknownText = (done: readonly Applied[], known: readonly string[]): string => {
  const unknown = unknownOf(done, known)
  const names = unknown.map(({ name }) => name).join(', ')
  const own = releaseName()
  const other = otherLine(unknown)
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
    `ends with ${known.at(-1) ?? 'none'}. Only code that ends with ${oldestOn(done)} or later runs on it. ` +
    'Start the newer release, or restore a backup that was made before it.'
  )
}
