/** The kit as partners get it: built, packed, and installed into a folder of its own by npm. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const TIMEOUT_MS = 240_000

export const ROOT = join(import.meta.dirname, '../../..')

export type Installed = {
  /** A project that has the kit among its node_modules. */
  project: string
  tarballs: { kit: string; protocol: string }
}

export const installKit = (folder: string): Installed => {
  const packages = join(folder, 'packages')
  mkdirSync(packages)
  for (const name of ['protocol', 'partner-kit']) {
    const build = join(ROOT, 'scripts/build-package.ts')
    expectQuiet(run(process.execPath, [build, name, join(folder, name)], ROOT))
  }
  // The protocol's one dependency comes along, so that nothing is asked of a registry.
  const sources = [
    join(folder, 'protocol'),
    join(folder, 'partner-kit'),
    join(ROOT, 'node_modules/zod'),
  ]
  npm(['pack', '--silent', ...sources], packages)
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const tarballs = readdirSync(packages).map((name) => join(packages, name))
  npm(['install', '--offline', '--no-audit', '--no-fund', ...tarballs], project)
  const tarballOf = (name: string): string =>
    tarballs.find((path) => path.includes(name)) ?? expectTarball(name)
  return {
    project,
    tarballs: { kit: tarballOf('wasl-partner-kit'), protocol: tarballOf('wasl-protocol') },
  }
}

/** The Node.js versions that the kit supports. */
export const NODES: Readonly<Record<number, string>> = {
  20: join(ROOT, 'scripts/runtimes/node-20/node_modules/.bin/node'),
  22: join(ROOT, 'scripts/runtimes/node-22/node_modules/.bin/node'),
  24: process.execPath,
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
    timeout: TIMEOUT_MS,
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  if (error !== undefined) throw error
  return { status, stdout, stderr }
}

/** The same, beside whatever else goes on. */
export const runBeside = async (
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Ended> => {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { status, stdout, stderr }
}

const npm = (args: string[], cwd: string): void => {
  const ended = run('npm', args, cwd)
  if (ended.status !== 0) throw new Error(`npm ${args[0]}: ${ended.stderr}${ended.stdout}`)
}

const expectQuiet = ({ status, stdout, stderr }: Ended): void => {
  if (status !== 0 || stdout + stderr !== '') throw new Error(`the build said: ${stdout}${stderr}`)
}

const expectTarball = (name: string): never => {
  throw new Error(`expected npm pack to make a tarball of ${name}`)
}
