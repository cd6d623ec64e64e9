/**
 * Which releases run on which schema (W281). A migration says in its head what it does to processes of the
 * release before:
 *
 *     -- expands: runs beside 0087
 *     -- contracts: runs beside 0091
 *
 * A process whose last migration is 0087, or a later one, runs on the schema that the first one makes. A
 * migration without such a line stops every older release. The line is written into the table of applied
 * migrations, where a process of an older release, which lacks the file, reads it.
 */
export type Mark = {
  /** An expansion adds; a contraction takes away what the release before does not use any more. */
  kind: 'expands' | 'contracts'
  /** The number of a migration: processes that end with it, or with a later one, run beside. */
  beside: string
}

/** A migration that a database has. */
export type OnRecord = {
  name: string
  /** Which older processes run on the schema that it made; null: none of them. */
  beside: string | null
}

const MARK = /^-- (expands|contracts): runs beside (\d{4})$/m

/** What a migration says of itself; null when no older release runs beside it. */
export const markOf = (sql: string): Mark | null => {
  const [, kind, beside = ''] = MARK.exec(sql) ?? []
  return kind === 'expands' || kind === 'contracts' ? { kind, beside } : null
}

/** What the table of applied migrations keeps of it. */
export const besideOf = (sql: string): string | null => markOf(sql)?.beside ?? null

export const numberOf = (migration: string): string => migration.slice(0, 4)

/** The number that a process must at least end with to run on a schema with these; null when it is empty. */
export const oldestOn = (done: readonly OnRecord[]): string | null => {
  const newestFirst = done.toSorted((a, b) => (a.name < b.name ? 1 : -1))
  let oldest: string | null = null
  // What the migrations after this one ask for.
  let needed = '0000'
  for (const { name, beside } of newestFirst) {
    const number = numberOf(name)
    if (number < needed) break
    oldest = number
    if (beside === null) break
    if (beside > needed) needed = beside
  }
  return oldest
}

/** Whether a process that ends with `last` runs on a schema with these migrations that it does not know. */
export const runsBeside = (unknown: readonly OnRecord[], last: string): boolean =>
  unknown.every(({ name, beside }) => name > last && beside !== null && beside <= numberOf(last))
