/** What each migration says of itself, and which release it belongs to. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationNames } from '../../platform/src/base/database/migrate.ts'
import { markOf, type Mark } from '../../platform/src/base/database/runs-beside.ts'
import { effectsOf, type Effects } from './effects.ts'

export type DescribedMigration = Effects & {
  name: string
  /** The first sentence of its head. */
  about: string
  mark: Mark | null
}

export const describe = (name: string, sql: string): DescribedMigration => ({
  name,
  about: firstSentence(sql) ?? name.slice('0000-'.length).replaceAll('-', ' '),
  mark: markOf(sql),
  ...effectsOf(sql),
})

/** Of the comment before the first statement, without the line that is for processes. */
const firstSentence = (sql: string): string | null => {
  const lines = sql.split('\n')
  const end = lines.findIndex((line) => !line.startsWith('--'))
  const head = lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => markOf(line) === null)
    .map((line) => line.replace(/^-- ?/, ''))
    .join(' ')
  const [sentence] = head.split(/(?<=[.:])\s+(?=[A-Z])/)
  return sentence === undefined || sentence.trim() === '' ? null : sentence.trim()
}

export const readMigrations = async (folder: string): Promise<DescribedMigration[]> => {
  const names = await migrationNames(folder)
  return await Promise.all(
    names.map(async (name) => describe(name, await readFile(join(folder, `${name}.sql`), 'utf8'))),
  )
}

export type Release = {
  version: string
  isReleased: boolean
  migrations: DescribedMigration[]
}

/**
 * The newest release first; what comes after the last one that was made belongs to the version of the package,
 * or to the release after it while the package still has a version that was made.
 *
 * @param made each release that was made, with its last migration (`scripts/upgrading/releases.json`).
 */
export const releasesOf = (
  migrations: readonly DescribedMigration[],
  made: Readonly<Record<string, string>>,
  version: string,
): Release[] => {
  const ends = Object.entries(made)
  const releases = ends.map(([name, last], place): Release => {
    const before = ends[place - 1]?.[1] ?? ''
    const own = migrations.filter((one) => one.name > before && one.name <= last)
    return { version: name, isReleased: true, migrations: own }
  })
  const last = ends.at(-1)?.[1] ?? ''
  const next = migrations.filter(({ name }) => name > last)
  const isMade = version in made
  if (isMade && next.length === 0) return releases.toReversed()
  const title = isMade ? `After ${version}` : version
  return [...releases, { version: title, isReleased: false, migrations: next }].toReversed()
}
