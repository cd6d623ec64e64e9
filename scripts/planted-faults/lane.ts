import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createVitest, type TestSpecification, type CliOptions, type Vitest } from 'vitest/node'
import { planted, type Fault } from './fault.ts'

/**
 * Runs tests on the code with one fault in it. The fault is planted while vitest loads the file: the
 * file on the disk stays as it is, and one vitest with its PostgreSQL serves fault after fault.
 */
export type Lane = {
  /** Runs the tests with these titles; `fault` null runs them on the code as it is. */
  run(fault: Fault | null, testFile: string, titles: string[]): Promise<TestRun>
  close(): Promise<void>
}

/** The full names of the tests that passed and failed, and what went wrong outside them. */
export type TestRun = { passed: string[]; failed: string[]; errors: string[] }

/**
 * How long a test waits for what does not come, where most tests are expected to fail. Longer than the five
 * seconds for which an overview is kept.
 */
const PATIENCE_MS = 6_000

/** A run that takes longer hangs. */
const RUN_MS_MAX = 60_000

const SETTINGS: CliOptions = {
  watch: false,
  reporters: [{}],
  bail: 1,
  maxWorkers: 1,
  // The cache on the disk finds a file by its text there, which lacks the fault.
  fsModuleCache: false,
  env: { WASL_TEST_PATIENCE_MS: String(PATIENCE_MS) },
  testTimeout: 5 * PATIENCE_MS,
  hookTimeout: 5 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
}

export const openLane = async (root: string): Promise<Lane> => {
  let current: Fault | null = null
  const vitest = await createVitest(
    { ...SETTINGS, root },
    {
      plugins: [
        {
          name: 'planted-fault',
          enforce: 'pre',
          // One project alone, with a process for each run: a shared one would keep the last fault.
          config: (config) => {
            delete config.test?.projects
            // Vitest loads these itself, so that a fault can be planted in them too.
            return { test: { server: { deps: { inline: [/openid-client/, /oauth4webapi/] } } } }
          },
          transform: (text, id) =>
            current !== null && id === join(root, current.file) ? planted(text, current) : null,
        },
      ],
    },
  )
  const forget = (fault: Fault | null): void => {
    if (fault !== null) vitest.invalidateFile(join(root, fault.file))
  }
  return {
    async run(fault, testFile, titles) {
      current = fault
      forget(fault)
      vitest.getRootProject().config.env['NODE_OPTIONS'] =
        fault === null ? '' : forChildren(root, fault)
      const specification = vitest
        .getRootProject()
        .createSpecification(join(root, testFile), { testNamePattern: endingIn(titles) })
      try {
        return await runTests(vitest, specification)
      } finally {
        current = null
        forget(fault)
      }
    },
    close: () => vitest.close(),
  }
}

/** Full names that end in one of the titles; "%s" in a title of `test.each` stands for any text. */
export const endingIn = (titles: string[]): RegExp =>
  new RegExp(`(?:${titles.map(patternOf).join('|')})$`)

const patternOf = (title: string): string =>
  title.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/%[a-z]/g, '.*')

/** What plants the fault in the processes that a test starts: vitest does not load their files. */
const forChildren = (root: string, { file, find, replace }: Fault): string => {
  const hook = pathToFileURL(join(import.meta.dirname, 'plant.mjs'))
  hook.search = encodeURIComponent(
    JSON.stringify({ url: pathToFileURL(join(root, file)).href, find, replace }),
  )
  return `--import=${hook.href}`
}

const runTests = async (vitest: Vitest, specification: TestSpecification): Promise<TestRun> => {
  const timer = setTimeout(() => void vitest.cancelCurrentRun('keyboard-input'), RUN_MS_MAX)
  const { unhandledErrors } = await vitest.runTestSpecifications([specification])
  clearTimeout(timer)
  const module = specification.testModule
  const tests = [...(module?.children.allTests() ?? [])]
  const inState = (state: string): string[] =>
    tests.filter((test) => test.result().state === state).map((test) => test.fullName)
  return {
    passed: inState('passed'),
    failed: inState('failed'),
    errors: [...(module?.errors() ?? []), ...unhandledErrors].map(messageOf),
  }
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : 'an error without a message'
