/**
 * Makes the bundle that this checkout keeps (W225), unless it has a fresh one. It is run after an
 * installation, in the background after a start from changed sources, and once by a run of the tests.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { KEPT } from './entries.mjs'
import {
  freshBundle,
  hashOf,
  keptIn,
  lockMaking,
  removeOldBundles,
  replaceFile,
  ROOT,
  stampOf,
} from './kept.mjs'
import { makeBundle } from './make-bundle.ts'

/** They decide what an import means. */
const SETTINGS = [
  'package-lock.json',
  'tsconfig.json',
  'protocol/package.json',
  'platform/package.json',
  'cli/package.json',
  'partner-kit/package.json',
  'reference-partner/package.json',
  'conformance/package.json',
  'embedded-postgres/package.json',
  'scripts/bundle/entries.mjs',
  'scripts/bundle/keep-places.ts',
  'scripts/bundle/make-bundle.ts',
]

/** The clock of files is a few milliseconds behind. */
const CLOCK_STEP_MS = 20

/** From node_modules/.cache/wasl-bundle/NAME. */
const HOME = '../../../..'

/** Compiled code of earlier sources, which nothing else removes. */
const COMPILED = ['wasl-tests', 'wasl-compiled']

/** @throws Error when the sources cannot be bundled, or change all the time. */
export const keepBundle = async (root: string = ROOT): Promise<void> => {
  const { place, current, failed } = keptIn(root)
  const unlock = lockMaking(place)
  if (unlock === null) return
  try {
    if (freshBundle(root) !== null) return
    for (let tries = 0; tries < 2; tries += 1) {
      const startedMs = Date.now()
      const name = `b-${randomBytes(6).toString('hex')}`
      const draft = join(place, `draft-${name}`)
      const entries = KEPT.filter((entry) => existsSync(join(root, entry)))
      const files = await makeBundle({ root, entries, into: draft, home: HOME })
      const inputs = recordOf(root, files, startedMs)
      if (inputs === null) {
        rmSync(draft, { recursive: true, force: true })
        continue
      }
      renameSync(draft, join(place, name))
      replaceFile(current, JSON.stringify({ name, inputs }))
      rmSync(failed, { force: true })
      removeOldBundles(place, name)
      for (const folder of COMPILED)
        rmSync(join(place, '..', folder), { recursive: true, force: true })
      return
    }
    throw new Error('the sources changed while they were bundled')
  } catch (error) {
    writeFileSync(failed, String(error instanceof Error ? error.stack : error))
    throw error
  } finally {
    unlock()
  }
}

type Input = { path: string; stamp: string; hash: string }

/** Null when a file may have changed after it was read. */
const recordOf = (root: string, files: string[], startedMs: number): Input[] | null => {
  const settings = SETTINGS.map((path) => join(root, path)).filter((path) => existsSync(path))
  const inputs = [...new Set([...files, ...settings])].map((file) => ({
    path: relative(root, file),
    stamp: stampOf(file),
    hash: hashOf(file),
  }))
  const isOld = ({ stamp }: Input): boolean =>
    Number(stamp.split(' ')[1]) < startedMs - CLOCK_STEP_MS
  return inputs.every(isOld) ? inputs : null
}

if (import.meta.main) {
  // A program that somebody waits for comes first.
  if (process.argv.includes('--background')) setPriority(10)
  await keepBundle()
}
