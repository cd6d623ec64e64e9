/** The published packages as partners get them: built, packed, and installed by npm in an empty folder. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import { until } from '../../platform/test/support/wait.ts'

/** Ends a command that hangs: longer than the kit's own tests take on a slow machine. */
export const COMMAND_TIMEOUT_MS = 1_800_000

export const ROOT = join(import.meta.dirname, '../..')

/** The Node.js versions that CI tests, by their major version. */
export const NODES: Readonly<Record<number, string>> = {
  20: join(ROOT, 'scripts/runtimes/node-20/node_modules/.bin/node'),
  22: join(ROOT, 'scripts/runtimes/node-22/node_modules/.bin/node'),
  24: process.execPath,
}

export type PublishedPackage = {
  /** The workspace, such as `partner-kit`. */
  folder: string
  /** What `npm run build` made of it. */
  built: string
  /** What `npm pack` made of that. */
  tarball: string
  /** The sizes in bytes that npm shows: of the tarball, and of its files. */
  packedSize: number
  unpackedSize: number
  manifest: {
    name: string
    version: string
    license: string
    exports: Record<string, unknown>
    dependencies: Record<string, string>
    engines: { node: string }
  }
}

export type Installation = {
  /** A project with all published packages in its node_modules. */
  project: string
  packages: PublishedPackage[]
}

/**
 * Builds, packs and installs all published packages, offline, once for the whole run: the first
 * caller builds, the others wait. The project is the caller's own, in `folder`.
 *
 * @throws Error with the output of a command that fails, or of a build that warns.
 */
export const installPackages = async (folder: string): Promise<Installation> => {
  const shared = join(inject('sharedFolder'), 'packages')
  if (!isOwnToMake(shared))
    await until('the packages', () => existsSync(resultIn(shared)), COMMAND_TIMEOUT_MS)
  else writeResult(shared, makeInstallation(shared))
  const made = JSON.parse(readFileSync(resultIn(shared), 'utf8')) as Result
  if ('error' in made) throw new Error(made.error)
  const project = join(folder, 'project')
  cpSync(made.project, project, { recursive: true, verbatimSymlinks: true })
  return { ...made, project }
}

/** What the others find: also why there is nothing. */
type Result = Installation | { error: string }

const resultIn = (shared: string): string => join(shared, 'installation.json')

/** Of several processes, one makes the folder. */
const isOwnToMake = (shared: string): boolean => {
  try {
    mkdirSync(shared)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** At once, so that nobody reads half of it. */
const writeResult = (shared: string, result: Result): void => {
  const draft = `${resultIn(shared)}.draft`
  writeFileSync(draft, JSON.stringify(result))
  renameSync(draft, resultIn(shared))
}

const makeInstallation = (folder: string): Result => {
  try {
    return installIn(folder)
  } catch (error) {
    return { error: String(error) }
  }
}

const installIn = (folder: string): Installation => {
  const [builds, tarballs, project] = ['built', 'tarballs', 'project'].map((name) => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }) as [string, string, string]
  build(builds)
  const packages = readdirSync(builds).map((name) => pack(name, join(builds, name), tarballs))
  // The dependencies come from node_modules, so that npm asks no registry.
  const ours = new Set(packages.map(({ manifest }) => manifest.name))
  const dependencies = new Set(
    packages.flatMap(({ manifest }) => Object.keys(manifest.dependencies)),
  )
  for (const name of dependencies) {
    if (ours.has(name)) continue
    npm(['pack', '--silent', '--ignore-scripts', join(ROOT, 'node_modules', name)], tarballs)
  }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const files = readdirSync(tarballs).map((name) => join(tarballs, name))
  npm(['install', '--offline', '--no-audit', '--no-fund', ...files], project)
  return { project, packages }
}

const build = (into: string): void => {
  const script = join(ROOT, 'scripts/build-packages.ts')
  const { status, stdout, stderr } = run(process.execPath, [script, '--into', into], ROOT)
  if (status !== 0 || stderr !== '')
    throw new Error(`the build failed or warned: ${stdout}${stderr}`)
}

const pack = (folder: string, built: string, tarballs: string): PublishedPackage => {
  const [packed] = JSON.parse(npm(['pack', '--json', built], tarballs)) as [
    { filename: string; size: number; unpackedSize: number },
  ]
  const manifest = JSON.parse(
    readFileSync(join(built, 'package.json'), 'utf8'),
  ) as PublishedPackage['manifest']
  return {
    folder,
    built,
    tarball: join(tarballs, packed.filename),
    packedSize: packed.size,
    unpackedSize: packed.unpackedSize,
    manifest,
  }
}

const npm = (args: string[], cwd: string): string => {
  const { status, stdout, stderr } = run('npm', args, cwd)
  if (status !== 0) throw new Error(`npm ${args[0]}: ${stderr}${stdout}`)
  return stdout
}

export type Ended = { status: number | null; stdout: string; stderr: string }

export const run = (
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Ended => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: COMMAND_TIMEOUT_MS,
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  if (error !== undefined) throw error
  return { status, stdout, stderr }
}

/** The same as `run`, without blocking this process. */
export const runInBackground = async (
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Ended> => {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: COMMAND_TIMEOUT_MS,
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { status, stdout, stderr }
}
