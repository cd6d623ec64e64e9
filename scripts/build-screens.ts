/**
 * Builds the screens into web/dist, unless they are built from the same sources: `npm run build:web`,
 * and before whatever shows them. Several processes may ask at once; one builds, the others wait.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')

const DIST = join(ROOT, 'web/dist')

const MARK = join(DIST, 'built-from')

const LOCK = join(ROOT, 'web/.building')

/** A build takes seconds; the lock of a process that was killed in one is older. */
const STALE_LOCK_MS = 180_000

export type Building = {
  /** Called before a build, which takes some seconds. */
  onBuild?: () => void
}

/** Resolves when web/dist is built from the sources of this checkout. */
export const buildScreens = async ({ onBuild }: Building = {}): Promise<void> => {
  const wanted = await hashOfSources()
  while (!(await isBuiltFrom(wanted))) {
    if (await takeLock()) {
      try {
        if (await isBuiltFrom(wanted)) return
        onBuild?.()
        await build(wanted)
      } finally {
        await rm(LOCK, { recursive: true, force: true })
      }
    } else await sleep(100)
  }
}

const isBuiltFrom = async (wanted: string): Promise<boolean> =>
  (await readFile(MARK, 'utf8').catch(() => '')) === wanted

const takeLock = async (): Promise<boolean> => {
  try {
    await mkdir(LOCK)
    return true
  } catch {
    const taken = await stat(LOCK).catch(() => null)
    const isStale = taken !== null && Date.now() - taken.mtimeMs > STALE_LOCK_MS
    if (isStale) await rm(LOCK, { recursive: true, force: true })
    return false
  }
}

/** Into a folder beside it, so that a reader never finds half of a build. */
const build = async (wanted: string): Promise<void> => {
  const next = `${DIST}.next`
  await rm(next, { recursive: true, force: true })
  await run(['node_modules/vite/bin/vite.js', 'build', 'web', '--outDir', next])
  await writeFile(join(next, 'built-from'), wanted)
  await rm(DIST, { recursive: true, force: true })
  await rename(next, DIST)
}

const run = async (args: string[]): Promise<void> => {
  const child = spawn(process.execPath, [...args, '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve)
  })
  if (code !== 0) throw new Error(`the screens cannot be built:\n${output}`)
}

const hashOfSources = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const folder of ['web/src', 'web/pages', 'web/public', 'protocol/src']) {
    const entries = await readdir(join(ROOT, folder), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => [])
    const paths = entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
    for (const path of paths) hash.update(path.slice(ROOT.length)).update(await readFile(path))
  }
  for (const path of ['web/vite.config.ts', 'web/package.json', 'package-lock.json']) {
    hash.update(await readFile(join(ROOT, path)))
  }
  return hash.digest('hex')
}

if (import.meta.main) {
  // oxlint-disable-next-line no-console -- a command's output
  await buildScreens({ onBuild: () => console.log('Building the screens …') })
}
