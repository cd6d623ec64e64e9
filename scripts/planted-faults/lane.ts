import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createVitest, type TestSpecification, type CliOptions, type Vitest } from 'vitest/node'
import { planted, type Fault } from './fault.ts'

/**
 * Runs tests on the code with one fault in it. The fault is planted while vitest loads the file: the
 * file on the disk stays as it is, and one vitest with its PostgreSQL serves fault after fault.
 */
export type Lane = {
  /** Runs the tests with this title; `fault` null runs them on the code as it is. */
  run(fault: Fault | null, testFile: string, title: string): Promise<TestRun>
  close(): Promise<void>
}

/** The full names of the tests that passed and failed, and what went wrong: in the tests first. */
export type TestRun = { passed: string[]; failed: string[]; errors: string[] }

/**
 * How long a test waits for what does not come, where most tests are expected to fail. Longer than the five
 * seconds for which an overview is kept.
 */
const PATIENCE_MS = 6_000

/** Ends what hangs because of a fault. Longer than any test takes: what only is slow is no caught fault. */
const HANGS_AFTER_MS = 120_000

/** Without a fault, tests have the limits that they have elsewhere. */
const WITH_FAULT = {
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
}

/** A run that takes longer hangs; the first one also starts PostgreSQL, and loads all that the tests need. */
const RUN_MS_MAX = 300_000

const SETTINGS: CliOptions = {
  watch: false,
  reporters: [{}],
  bail: 1,
  maxWorkers: 1,
  // The cache on the disk finds a file by its text there, which lacks the fault.
  fsModuleCache: false,
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
  const project = vitest.getRootProject()
  const { testTimeout, hookTimeout, expect } = project.config
  const forget = (fault: Fault | null): void => {
    if (fault !== null) vitest.invalidateFile(join(root, fault.file))
  }
  return {
    async run(fault, testFile, title) {
      current = fault
      forget(fault)
      Object.assign(
        project.config,
        fault === null ? { testTimeout, hookTimeout, expect } : WITH_FAULT,
      )
      project.config.env = fault === null ? {} : envOf(root, fault)
      const specification = project.createSpecification(join(root, testFile), {
        testNamePattern: endingIn(title),
      })
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

/** Full names that end in the title; "%s" in a title of `test.each` stands for any text. */
const endingIn = (title: string): RegExp => new RegExp(`(?:${patternOf(title)})$`)

const patternOf = (title: string): string =>
  title.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replace(/%[a-z]/g, '.*')

/**
 * The shorter patience, and what plants the fault in the processes that a test starts: vitest does not load
 * their files.
 */
const envOf = (root: string, { file, find, replace }: Fault): Record<string, string> => {
  const hook = pathToFileURL(join(import.meta.dirname, 'plant.mjs'))
  hook.search = encodeURIComponent(
    JSON.stringify({ url: pathToFileURL(join(root, file)).href, find, replace }),
  )
  return { WASL_TEST_PATIENCE_MS: String(PATIENCE_MS), NODE_OPTIONS: `--import=${hook.href}` }
}

const runTests = async (vitest: Vitest, specification: TestSpecification): Promise<TestRun> => {
  const errors: unknown[] = []
  const timer = setTimeout(() => {
    errors.push(new Error(`the run was stopped after ${RUN_MS_MAX / 1000} s`))
    void vitest.cancelCurrentRun('keyboard-input')
  }, RUN_MS_MAX)
  const { unhandledErrors } = await vitest.runTestSpecifications([specification])
  clearTimeout(timer)
  const module = specification.testModule
  const tests = [...(module?.children.allTests() ?? [])]
  for (const suite of module?.children.allSuites() ?? []) errors.push(...suite.errors())
  const inState = (state: string): string[] =>
    tests.filter((test) => test.result().state === state).map((test) => test.fullName)
  const inTests = tests.flatMap((test) => test.result().errors ?? [])
  return {
    passed: inState('passed'),
    failed: inState('failed'),
    errors: [...inTests, ...errors, ...(module?.errors() ?? []), ...unhandledErrors].map(messageOf),
  }
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : 'an error without a message'
