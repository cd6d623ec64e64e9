import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a file without I/O may import from outside its workspace. */
const WITHOUT_IO = new Set(['node:buffer', 'node:crypto', 'node:net', 'node:util', 'zod'])

const WAITS = /\b(async|await|Promise|setTimeout|setInterval|performance\.now|Date\.now)\b/

/**
 * The pure files: source files with a test file beside them that do no I/O, by themselves or through
 * what they import, wait for nothing and read no clock.
 */
export const pureFiles = (root: string): string[] =>
  globSync('{protocol,platform,partner-kit,conformance,cli}/src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && existsSync(join(root, testOf(file))))
    .filter((file) => !WAITS.test(readFileSync(join(root, file), 'utf8')))
    .filter((file) => isWithoutIo(join(root, file), new Set()))
    .toSorted()

export const testOf = (file: string): string => file.replace(/\.ts$/, '.test.ts')

const isWithoutIo = (path: string, seen: Set<string>): boolean => {
  if (seen.has(path)) return true
  seen.add(path)
  return importsOf(path).every((specifier) =>
    specifier.startsWith('.')
      ? isWithoutIo(join(dirname(path), specifier), seen)
      : WITHOUT_IO.has(specifier) || specifier === '@wasl/protocol',
  )
}

/** What the file imports or passes on; imports of types alone vanish before it runs. */
const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(IMPORT)].flatMap(({ 1: specifier }) => specifier ?? [])

const IMPORT = /^(?:import|export)(?! type)[^'";=]*from '([^']+)'|\bimport\('([^']+)'\)/gm
