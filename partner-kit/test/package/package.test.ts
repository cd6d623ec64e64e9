/** The installed kit, run on every Node.js that it supports. The checks of all packages are in `scripts/packages`. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  COMMAND_TIMEOUT_MS,
  NODES,
  ROOT,
  installPackages,
  run,
  runInBackground,
} from '../../../scripts/packages/install.ts'
import type { Ended, Installation } from '../../../scripts/packages/install.ts'

/** What is read of vitest's JSON report. */
type Report = {
  numPassedTests: number
  testResults: {
    message: string
    assertionResults: { fullName: string; failureMessages: string[] }[]
  }[]
}

const folder = mkdtempSync(join(tmpdir(), 'wasl-kit-package-'))
let installed: Installation
/** The kit's own tests on the installed package, by Node.js and format; they run side by side. */
let ownTests: Map<string, Promise<Ended>>

beforeAll(async () => {
  installed = await installPackages(folder)
  ownTests = new Map(
    Object.entries(NODES).flatMap(([major, node]) =>
      formatsOn(major).map((format) => [`${major} ${format}`, runOwnTests(node, major, format)]),
    ),
  )
  for (const name of ['consumer.mjs', 'consumer.cjs', 'consumer-types.mts', 'consumer-types.cts']) {
    cpSync(join(import.meta.dirname, name), join(installed.project, name))
  }
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** On the oldest alone: newer ones run the same files, and the consumers below. */
const formatsOn = (major: string): string[] => (major === '20' ? ['esm', 'cjs'] : [])

const reportOf = (major: string, format: string): string =>
  join(folder, `report-${major}-${format}.json`)

const runOwnTests = (node: string, major: string, format: string): Promise<Ended> => {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const report = `--outputFile=${reportOf(major, format)}`
  const args = [vitest, 'run', '--config', config, '--no-isolate', '--reporter=json', report]
  return runInBackground(node, args, ROOT, { KIT_PROJECT: installed.project, KIT_FORMAT: format })
}

describe.each(Object.entries(NODES))('on Node.js %s', (major, node) => {
  test('is the version that it says', () => {
    expect(existsSync(node)).toBe(true)
    expect(run(node, ['--version'], folder).stdout).toMatch(new RegExp(`^v${major}\\.`))
  })

  test('a partner of ES modules imports the kit and serves with it', () => {
    const { stdout, stderr } = run(node, ['consumer.mjs'], installed.project)
    expect(stderr).toBe('')
    const refused = { status: 401, body: { error: 'UNAUTHORIZED' } }
    expect(JSON.parse(stdout)).toMatchObject({
      found: { status: 200, body: { reference: 'INV-1', total_amount: 599.8, details: [] } },
      missing: { status: 404, body: { error: 'NOT_FOUND' } },
      stranger: refused,
      forged: refused,
      delivered: { status: 200, body: { success: true } },
      again: { status: 200, body: { success: true } },
      runs: 1,
    })
  })

  test('a partner of CommonJS requires the kit and each of its entries', () => {
    const { stdout, stderr } = run(node, ['consumer.cjs'], installed.project)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({
      adapters: ['function', 'function', 'function', 'function', 'function'],
      status: 200,
      body: { reference: 'INV-1' },
      reason: 'missing_signature',
    })
  })

  test.each(formatsOn(major))(
    "the kit's own tests pass on the installed package (%s)",
    { timeout: COMMAND_TIMEOUT_MS },
    async (format) => {
      const ended = await ownTests.get(`${major} ${format}`)
      const { testResults, numPassedTests } = JSON.parse(
        readFileSync(reportOf(major, format), 'utf8'),
      ) as Report
      const brokenFiles = testResults.map(({ message }) => message).filter((text) => text !== '')
      const failed = testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .flatMap(({ fullName, failureMessages }) =>
          failureMessages.map((reason) => `${fullName}: ${reason}`),
        )
      expect(brokenFiles.concat(failed)).toEqual([])
      expect(ended?.status, `${ended?.stdout}${ended?.stderr}`).toBe(0)
      expect(numPassedTests).toBeGreaterThan(600)
    },
  )
})

describe('in TypeScript', () => {
  beforeAll(() => {
    const types = join(installed.project, 'node_modules/@types')
    if (!existsSync(types)) symlinkSync(join(ROOT, 'node_modules/@types'), types)
  })

  const compile = (options: string): string => {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const strict = `--checkers 1 --noEmit --strict --target es2022 --types node ${options}`
    const args = [tsc, ...strict.split(' ')]
    const { stdout, stderr } = run(process.execPath, args, installed.project)
    return stdout + stderr
  }

  test('the types are right for a strict consumer of ES modules', () => {
    expect(compile('--module nodenext consumer-types.mts')).toBe('')
  })

  test('the types are right for a strict consumer of CommonJS', () => {
    expect(compile('--module nodenext consumer-types.cts')).toBe('')
  })

  test('the command of the README compiles its first example', () => {
    const readme = readFileSync(join(ROOT, 'partner-kit/README.md'), 'utf8')
    const example = /```ts\n(.*?)```/s.exec(readme)?.[1] ?? ''
    const options = /tsc (--module.*) server\.ts/.exec(readme)?.[1] ?? ''
    writeFileSync(join(installed.project, 'server.ts'), example)
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const args = [tsc, ...options.split(' '), 'server.ts']
    const { status, stdout, stderr } = run(process.execPath, args, installed.project)
    expect(status, stdout + stderr).toBe(0)
    expect(readFileSync(join(installed.project, 'build/server.js'), 'utf8')).toContain(
      'createPartner(',
    )
  })

  test('the types are right for a bundler', () => {
    expect(compile('--module preserve --moduleResolution bundler consumer-types.mts')).toBe('')
  })
})
