/** The files of a commit in a folder of their own, from which the platform runs. */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { productionPackages, type LockedPackages } from '../../release/production-packages.ts'

const ROOT = join(import.meta.dirname, '../../..')

export type ReleaseFolder = {
  commit: string
  main: string
  migrations: string[]
  /** Whether its processes start on the schema of the next release (W281). */
  hasRule: boolean
  /** Adds a migration, which only this release has. */
  addMigration(name: string, sql: string): void
}

/**
 * Its packages are those that are installed here, so the lockfile must ask for the same ones.
 *
 * @throws Error when there is no such commit, or it needs other packages.
 */
export const releaseFolder = (commit: string, folder: string): ReleaseFolder => {
  const full = git('rev-parse', '--verify', `${commit}^{commit}`).trim()
  mkdirSync(folder)
  const archive = execFileSync('git', ['archive', full], { cwd: ROOT, maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  refuseOtherPackages(full, folder)
  linkPackages(folder)
  const migrations = join(folder, 'platform/migrations')
  return {
    commit: full.slice(0, 12),
    main: join(folder, 'platform/src/run/main.ts'),
    migrations: readdirSync(migrations)
      .filter((file) => file.endsWith('.sql'))
      .map((file) => file.slice(0, -'.sql'.length))
      .toSorted(),
    hasRule: existsSync(join(folder, 'platform/src/base/database/runs-beside.ts')),
    addMigration: (name, sql) => writeFileSync(join(migrations, `${name}.sql`), sql),
  }
}

/** The first commit whose processes start on the schema of the next release. */
export const firstWithRule = (): string => {
  const file = 'platform/src/base/database/runs-beside.ts'
  const commits = git('log', '--diff-filter=A', '--format=%H', '--', file).trim().split('\n')
  return commits.at(-1) ?? ''
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })

const refuseOtherPackages = (commit: string, folder: string): void => {
  const [wanted, installed] = [versionsIn(folder), versionsIn(ROOT)]
  const other = Object.keys(wanted).find((path) => wanted[path] !== installed[path])
  if (other === undefined) return
  throw new Error(
    `${commit} needs ${other} ${wanted[other]}, and ${installed[other] ?? 'none'} is installed here: run ` +
      'the storm where "npm ci" was run for its lockfile',
  )
}

const versionsIn = (folder: string): Record<string, string | undefined> => {
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lockfile) as { packages: LockedPackages }
  const wanted = new Set(Object.keys(packages['platform']?.dependencies ?? {}))
  const paths = productionPackages(packages, 'platform', wanted)
  return Object.fromEntries(paths.map((path) => [path, packages[path]?.version]))
}

/** Our own packages are those of the commit. */
const linkPackages = (folder: string): void => {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, '@wasl'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@wasl') symlinkSync(realpathSync(join(from, name)), join(to, name))
  }
  for (const { name, path } of ownPackages(folder)) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    symlinkSync(path, join(to, name))
  }
}

const ownPackages = (folder: string): { name: string; path: string }[] =>
  readdirSync(folder).flatMap((one) => {
    const manifest = join(folder, one, 'package.json')
    if (!existsSync(manifest)) return []
    const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string }
    return name.startsWith('@wasl/') ? [{ name, path: join(folder, one) }] : []
  })
