import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'protocol/**/*.test.ts',
      'platform/**/*.test.ts',
      'partner-kit/**/*.test.ts',
      'reference-partner/**/*.test.ts',
      'conformance/**/*.test.ts',
      'cli/**/*.test.ts',
      'examples/**/*.test.ts',
      'benchmarks/**/*.test.ts',
      'scripts/**/*.test.ts',
      'deploy/**/*.test.ts',
    ],
    // One PostgreSQL for the whole run; each test file that wants a database clones its own.
    globalSetup: ['platform/test/support/global-setup.ts'],
    pool: 'forks',
    // Many stories wait more than they work; by default one of two cores would stand idle.
    maxWorkers: '100%',
    // These end what hangs, and assert no speed: longer than the longest wait of `until`.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
})
