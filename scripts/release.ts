/**
 * Makes a folder from which the platform runs: this Node.js, the platform as a bundle, the files that
 * it reads, and the packages that cannot be bundled. It contains no development tools and no embedded
 * PostgreSQL.
 *
 *   npm run release                        release/wasl-0.1.0-linux-x64
 *   npm run release -- --into /opt/wasl/releases/0.1.0
 *
 * All packages come from node_modules, where `npm ci` checked them against package-lock.json.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildScreens } from './build-screens.ts'
import { bundledName, PLATFORM, RELEASED } from './bundle/entries.mjs'
import { APART, makeBundle } from './bundle/make-bundle.ts'
import { billOfMaterials } from './release/bill-of-materials.ts'
import { checksumsOf } from './release/checksums.ts'
import { licencesOf, packagesOf } from './release/licences.ts'
import { BUNDLE, platformProgram } from './release/platform-program.ts'
import { productionPackages, type LockedPackages } from './release/production-packages.ts'

const ROOT = join(import.meta.dirname, '..')

/** Marks a folder as a release, which may be replaced. */
const MANIFEST = 'release.json'

/** The files of this repository that are needed where it runs, beside the bundle. */
const FILES = [
  'platform/package.json',
  'platform/src',
  'platform/migrations',
  'platform/schema.sql',
  'protocol/openapi.json',
  'web/dist',
  'UPGRADING.md',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  // For the machines around it, which have no clone.
  'deploy/systemd',
  'deploy/nginx',
  'deploy/pgbackrest',
  'deploy/prometheus',
  'deploy/grafana',
]

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: { into: { type: 'string' }, commit: { type: 'string' } },
  })
  const { version } = readJson('platform/package.json') as { version: string }
  const system = `${process.platform}-${process.arch}`
  const target = resolve(values.into ?? join(ROOT, `release/wasl-${version}-${system}`))
  makeEmpty(target)
  await buildScreens()
  for (const path of FILES) copy(path, target, isRead)
  const apart = copyPackages(target)
  const into = join(target, BUNDLE)
  const bundled = await makeBundle({ root: ROOT, entries: RELEASED, into, home: '..' })
  const inBundle = packagesOf(ROOT, bundled)
  writeFileSync(join(target, 'LICENSES-OF-PACKAGES'), licencesOf(inBundle))
  addPrograms(target)
  const commit = values.commit ?? commitOf()
  const { node } = process.versions
  writeJson(join(target, MANIFEST), { name: 'wasl', version, commit, node, system })
  const folders = new Set([...apart, ...inBundle.map((folder) => relative(ROOT, folder))])
  const bill = billOfMaterials(ROOT, [...folders], { version, commit, node })
  writeJson(join(target, 'sbom.cdx.json'), bill)
  checkThatItLoads(target)
  // The last one: it has every other file.
  writeFileSync(join(target, 'SHA256SUMS'), checksumsOf(target))
  const nodeBytes = statSync(join(target, 'bin/node')).size
  const bytes = sizeOf(target)
  process.stdout.write(
    `${target}\n${megabytes(bytes)}, of which Node.js ${process.versions.node} is ${megabytes(nodeBytes)}\n`,
  )
}

const writeJson = (file: string, value: unknown): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

const makeEmpty = (target: string): void => {
  if (existsSync(target) && readdirSync(target).length > 0 && !existsSync(join(target, MANIFEST))) {
    throw new Error(`expected an empty folder or an earlier release, received ${target}`)
  }
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
}

/** Copies the wanted files of a folder, and no folder that has none. */
const copy = (path: string, target: string, isWanted: (path: string) => boolean): void => {
  const from = join(ROOT, path)
  if (statSync(from).isFile()) return cpSync(from, join(target, path))
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && isWanted(file)) cpSync(file, join(target, relative(ROOT, file)))
  }
}

/** Code is in the bundle. */
const isRead = (path: string): boolean => !/\.ts$|\.test\.yml$/.test(path)

/** Returns the folders of the packages that are beside the bundle. */
const copyPackages = (target: string): string[] => {
  const { packages } = readJson('package-lock.json') as { packages: LockedPackages }
  // Those for another processor are in the lockfile and not installed.
  const present = productionPackages(packages, 'platform', new Set(APART)).filter((path) =>
    existsSync(join(ROOT, path)),
  )
  for (const path of present) {
    const folder = join(ROOT, path)
    copy(path, target, (file) => isOfPackage(relative(folder, file)))
  }
  return present
}

/** Folders of a package that contain no code to run. */
const NOT_RUN = /^(?:node_modules|\.github|docs|doc|tests?|examples?|bench|benchmarks?)(?:\/|$)/

/** Node.js runs no TypeScript in node_modules, so it is left out. */
const isOfPackage = (path: string): boolean =>
  !NOT_RUN.test(path) &&
  !/\.(?:[cm]?ts|map|flow)$|^(?:readme|changelog|history)\b/i.test(path) &&
  !OTHER_FONT.test(path)

/** Packages of fonts have every weight in two forms; PDFs use two weights in one form (fonts.ts). */
const OTHER_FONT = /\.(?:woff2|s?css)$|-italic\.woff$|-(?![47]00-normal)\d00-\w+\.woff$/

const addPrograms = (target: string): void => {
  const bin = join(target, 'bin')
  mkdirSync(bin)
  cpSync(realpathSync(process.execPath), join(bin, 'node'))
  chmodSync(join(bin, 'node'), 0o755)
  writeFileSync(join(bin, 'wasl-platform'), platformProgram(), { mode: 0o755 })
}

/** Null outside a Git repository. */
const commitOf = (): string | null => {
  const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*']
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** Loads everything that the platform imports, with the copied Node.js; it refuses the setting, then. */
const checkThatItLoads = (target: string): void => {
  const program = join(target, BUNDLE, bundledName(PLATFORM))
  const { stderr, error } = spawnSync(join(target, 'bin/node'), [program], {
    cwd: target,
    env: { WASL_ROLES: 'none' },
    encoding: 'utf8',
  })
  if (stderr?.includes('did not start: WASL_ROLES')) return
  throw new Error(`the release does not load: ${error?.message ?? stderr}`)
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

try {
  await main()
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${basename(import.meta.filename)}: ${message}\n`)
  process.exitCode = 1
}
