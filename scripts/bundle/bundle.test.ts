/** The bundle that a checkout keeps, on a small checkout. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { until } from '../../platform/test/support/wait.ts'
import { PLATFORM } from './entries.mjs'
import { keepBundle } from './keep.ts'
import { freshBundle, keptIn, programOf } from './kept.mjs'

let root = ''

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const MAIN = `import { place, say } from './words.ts'
console.log(say(), place())
if (process.argv[2] === 'fail') (await import('./fail.ts')).fail()
`

const WORDS = `import { readFileSync } from 'node:fs'
import { join } from 'node:path'
export const say = (): string => 'first'
export const place = (): string => readFileSync(join(import.meta.dirname, 'place.txt'), 'utf8')
`

const FAIL = `type Never = never

export const fail = (): Never => {
  throw new Error('planted')
}
`

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), `wasl-test-${process.pid}-bundle-`))
  write('package.json', '{ "type": "module" }')
  write(PLATFORM, MAIN)
  write('platform/src/run/words.ts', WORDS)
  write('platform/src/run/fail.ts', FAIL)
  write('platform/src/run/place.txt', 'beside the source')
  await filesAreOld()
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A file that changed while it was bundled is not trusted, and the clock of files is coarse. */
const filesAreOld = async (): Promise<void> => {
  const fromMs = Date.now()
  await until('the files to be old', () => Date.now() - fromMs > 50)
}

type Ended = { program: string; out: string; err: string }

/** Runs the platform of this checkout as `npm run platform` does. */
const run = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const program = programOf(join(root, PLATFORM), root)
    execFile(process.execPath, [program, ...args], (_error, out, err) =>
      resolve({ program, out, err }),
    )
  })

const isBundled = ({ program }: Ended): boolean => program.endsWith('/platform.src.run.main.js')

describe('the bundle of a checkout', () => {
  test('runs the program, which finds the files beside its source', async () => {
    expect(isBundled(await run())).toBe(false)
    await keepBundle(root)
    const ended = await run()
    expect(isBundled(ended)).toBe(true)
    expect(ended.out).toBe('first beside the source\n')
    // Elsewhere too: nothing names the folder in which it was made.
    const moved = `${root}-moved`
    cpSync(root, moved, { recursive: true, preserveTimestamps: true })
    rmSync(root, { recursive: true })
    root = moved
    const again = await run()
    expect([isBundled(again), again.out]).toEqual([true, 'first beside the source\n'])
  })

  test('is never older than its sources', async () => {
    await keepBundle(root)
    write('platform/src/run/words.ts', WORDS.replace('first', 'second'))
    const edited = await run()
    expect([isBundled(edited), edited.out]).toEqual([false, 'second beside the source\n'])
    await filesAreOld()
    await keepBundle(root)
    const bundled = await run()
    expect([isBundled(bundled), bundled.out]).toEqual([true, 'second beside the source\n'])
  })

  test('notices an edit of the same size that keeps the time of the file', async () => {
    await keepBundle(root)
    const file = join(root, 'platform/src/run/words.ts')
    const { atime, mtime, size } = statSync(file)
    writeFileSync(file, WORDS.replace('first', 'again'))
    utimesSync(file, atime, mtime)
    expect(statSync(file).size).toBe(size)
    expect((await run()).out).toBe('again beside the source\n')
  })

  test('is kept while only the times of its sources change', async () => {
    await keepBundle(root)
    utimesSync(join(root, PLATFORM), new Date(), new Date())
    expect(isBundled(await run())).toBe(true)
  })

  test('gives way to the sources while a fault is planted in them', async () => {
    await keepBundle(root)
    const plant = pathToFileURL(join(import.meta.dirname, '../planted-faults/plant.mjs'))
    const url = pathToFileURL(join(root, 'platform/src/run/words.ts')).href
    plant.search = encodeURIComponent(JSON.stringify({ url, find: 'first', replace: 'wrong' }))
    vi.stubEnv('NODE_OPTIONS', `--import=${plant.href}`)
    const planted = await run()
    vi.unstubAllEnvs()
    expect([isBundled(planted), planted.out]).toEqual([false, 'wrong beside the source\n'])
    expect(isBundled(await run())).toBe(true)
  })

  test('names our file and line in a stack trace', async () => {
    const expected =
      /Error: planted\n +at (?:Module\.)?fail \(.*\/platform\/src\/run\/fail\.ts:4:9\)/
    expect((await run('fail')).err).toMatch(expected)
    await keepBundle(root)
    const ended = await run('fail')
    expect(isBundled(ended)).toBe(true)
    expect(ended.err).toMatch(expected)
    expect(ended.err).toMatch(/platform\/src\/run\/main\.ts:3:\d+/)
  })

  test('stays as long as a process uses it, and no longer', async () => {
    await keepBundle(root)
    const first = freshBundle(root) ?? ''
    for (const text of ['second', 'third']) {
      write('platform/src/run/words.ts', WORDS.replace('first', text))
      await filesAreOld()
      await keepBundle(root)
      // This process has asked for it, and would load the rest of it later.
      expect(existsSync(first)).toBe(true)
    }
    rmSync(join(first, `used-by-${process.pid}`))
    write('platform/src/run/words.ts', WORDS)
    await filesAreOld()
    await keepBundle(root)
    expect(existsSync(first)).toBe(false)
  })

  test('is not made of sources that do not parse, and says why', async () => {
    write('platform/src/run/words.ts', 'export const say = ')
    await filesAreOld()
    await expect(keepBundle(root)).rejects.toThrow()
    const { place, failed } = keptIn(root)
    expect(readFileSync(failed, 'utf8')).toContain('words.ts')
    expect(readdirSync(place)).not.toContain('current.json')
  })

  test('is refused when a program starts another one that it would not have', async () => {
    write(
      'platform/src/run/words.ts',
      `${WORDS}export const other = join(import.meta.dirname, 'other.ts')\n`,
    )
    await filesAreOld()
    await expect(keepBundle(root)).rejects.toThrow('name it in scripts/bundle/entries.mjs')
  })
})
