/**
 * The kit's own tests against the kit as it was installed: what they import of `src` and of the
 * protocol is taken from the project in KIT_PROJECT, as the modules of KIT_FORMAT (esm or cjs).
 */
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const ROOT = join(import.meta.dirname, '../../..')
const SOURCES = join(ROOT, 'partner-kit/src/')
const PACKAGES = join(process.env['KIT_PROJECT'] ?? '', 'node_modules/@wasl')
const FORMAT = process.env['KIT_FORMAT'] ?? 'esm'

const built = (name: string, source: string) => ({
  id: join(PACKAGES, name, FORMAT, source.replace(/\.ts$/, '.js')),
  external: true,
})

export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'installed-kit',
      enforce: 'pre',
      resolveId: (source, importer) => {
        if (source === '@wasl/protocol') return built('protocol', 'index.ts')
        if (importer === undefined || !source.startsWith('.') || source.includes('.test.'))
          return null
        const path = resolve(importer, '..', source)
        return path.startsWith(SOURCES) ? built('partner-kit', path.slice(SOURCES.length)) : null
      },
    },
  ],
  test: {
    include: [
      'partner-kit/src/**/*.test.ts',
      'partner-kit/test/adapters/*.test.ts',
      'partner-kit/test/sql/statements.test.ts',
      'partner-kit/test/*.test.ts',
    ],
    // These run the sources as they are, which Node.js 20 cannot, and one builds a Next.js.
    exclude: ['partner-kit/test/*examples.test.ts', 'partner-kit/test/adapters/next.test.ts'],
    // Several runs go on at once.
    maxWorkers: 1,
    // The limits of the run of all tests.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
