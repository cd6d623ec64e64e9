import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first. One of them begun last would hold up the end alone. */
const LONGEST = [
  'web/test/every-screen.test.ts',
  'platform/test/storms/closing-days.test.ts',
  'scripts/integrate-guide.test.ts',
  'partner-kit/test/package/package.test.ts',
  'scripts/packages/packages.test.ts',
  'platform/test/storms/kills.test.ts',
  'partner-kit/test/adapters/next.test.ts',
  'conformance/test/broken-webhooks.test.ts',
  'conformance/test/broken-lookups.test.ts',
  'scripts/start-cells.test.ts',
  'scripts/proof/short-forms.test.ts',
  'web/test/finance-cash.test.ts',
  'cli/test/dev.test.ts',
  'cli/test/commands.test.ts',
  'cli/test/dev-start.test.ts',
  'platform/test/start-and-stop.test.ts',
  'platform/test/storms/opposite-orders.test.ts',
  'web/test/webhook-outage.test.ts',
  'web/test/console-payments.test.ts',
  'platform/src/moves/model.test.ts',
  'platform/test/simulation/simulation.test.ts',
  'scripts/start.test.ts',
  'platform/test/echoes.test.ts',
  'platform/test/storms/statements.test.ts',
  'scripts/set-amounts-guide.test.ts',
  'deploy/release.test.ts',
  'platform/test/docs-page.test.ts',
  'platform/test/partner-moves.test.ts',
  'platform/test/cells/moved-home.test.ts',
  'platform/test/storms/refund-kills.test.ts',
  'platform/test/pages-in-browser.test.ts',
  'platform/test/month/month.test.ts',
  'scripts/take-payments-guide.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification): number => {
      const index = LONGEST.findIndex((name) => moduleId.endsWith(name))
      // A shared process ends when the next file is not for it.
      const isShared = project.config.isolate ? 0 : 1
      return isShared * (LONGEST.length + 1) + (index === -1 ? LONGEST.length : index)
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's, not an array's
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

const FILES = [
  'protocol/**/*.test.ts',
  'embedded-postgres/**/*.test.ts',
  'platform/**/*.test.ts',
  'partner-kit/**/*.test.ts',
  'kits/**/*.test.ts',
  'reference-partner/**/*.test.ts',
  'conformance/**/*.test.ts',
  'cli/**/*.test.ts',
  'examples/**/*.test.ts',
  'benchmarks/**/*.test.ts',
  'scripts/**/*.test.ts',
  'deploy/**/*.test.ts',
  'web/**/*.test.ts',
]

/**
 * Every other file shares a process with files that run before and after it, so that the platform is loaded
 * a few times and not once for each file. It leaves nothing behind there: no global, no environment variable.
 */
const IN_A_PROCESS_OF_ITS_OWN = [
  // The document has every schema that was given a name in its process.
  'protocol/src/**/openapi.test.ts',
  // Its world has a time and a chance of its own.
  'platform/test/simulation/*.test.ts',
  // Each loads another test file, which may have run in a shared process before.
  'platform/test/cells/{partner-webhooks,payment-status}-in-cells.test.ts',
  // Frameworks change what is global.
  'partner-kit/test/adapters/*.test.ts',
  // They change the umask of their process.
  'embedded-postgres/**/*.test.ts',
]

const EACH = {
  pool: 'forks',
  // Two more than there are cores: many stories wait more than they work.
  maxWorkers: availableParallelism() + 2,
  // These end what hangs, and assert no speed: longer than the longest wait of `until`. A test has a limit of
  // its own only where it grows with what it is told to do: another one would only end it on a slow machine.
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 120_000 } },
  setupFiles: 'platform/test/support/show-logged-errors.ts',
} as const

export default defineConfig({
  test: {
    ...EACH,
    include: FILES,
    // One PostgreSQL for the whole run; each test file that wants a database clones its own.
    globalSetup: ['platform/test/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: false,
        test: {
          ...EACH,
          name: 'alone',
          include: IN_A_PROCESS_OF_ITS_OWN,
          exclude: ['**/node_modules/**'],
        },
      },
      {
        extends: false,
        test: {
          ...EACH,
          name: 'shared',
          include: FILES,
          exclude: [...IN_A_PROCESS_OF_ITS_OWN, '**/node_modules/**'],
          isolate: false,
        },
      },
    ],
  },
})
