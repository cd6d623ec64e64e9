import { defineConfig } from 'vitest/config'

/** The tests beside the files that are mutated: they need no database. */
export default defineConfig({
  test: {
    include: (process.env['WASL_MUTATED_TESTS'] ?? '').split(','),
    testTimeout: 180_000,
  },
})
