/**
 * Mutation tests of the pure files: changes them in every small way that StrykerJS knows, and shows
 * the changes that no test beside the file notices.
 *
 *   npm run mutants                                      every pure file (an hour)
 *   npm run mutants -- platform/src/payments/payment.ts  one file, or several
 */
import { join } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { pureFiles, testOf } from './mutants/pure-files.ts'

const ROOT = join(import.meta.dirname, '..')

const pure = pureFiles(ROOT)
const asked = process.argv.slice(2)
const other = asked.filter((file) => !pure.includes(file))
if (other.length > 0) {
  console.error(`Expected pure files, received ${other.join(', ')}. The pure files are:`)
  console.error(pure.join('\n'))
  process.exit(2)
}

const mutate = asked.length > 0 ? asked : pure
// For vitest.config.ts: its processes see the changed files, from which the rule cannot be read.
process.env['WASL_MUTATED_TESTS'] = mutate.map(testOf).join()

const results = await new Stryker({
  mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'scripts/mutants/vitest.config.ts' },
  // Functions that make a message or a page are checked by the texts that matter, not by each word.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['/examples', '/docs', '/deploy', '/benchmarks', '/release', 'dist'],
  // It would read tsconfig.json through an interface that TypeScript 7 no longer has.
  tsconfigFile: 'none',
  disableTypeChecks: false,
  tempDirName: '.wasl/mutants',
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { reportTests: false, allowColor: process.stdout.isTTY },
  thresholds: { break: null },
  concurrency: 2,
}).runMutationTest()
process.exitCode = results.length > 0 ? 0 : 1
