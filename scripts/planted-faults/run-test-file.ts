import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * - `passed`: every test passed.
 * - `failed`: a test failed, or an error came that nobody caught; `title` is the first.
 * - `broken`: no test came to a verdict, so nothing was tested.
 */
export type TestRun =
  | { verdict: 'passed' }
  | { verdict: 'failed'; title: string }
  | { verdict: 'broken'; reason: string }

/** A run that takes longer hangs. */
const RUN_MS_MAX = 300_000

/** What the reporter of vitest writes, as far as it is read here. */
const reportSchema = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/** Runs one test file in a working copy until its first failure. */
export const runTestFile = async (folder: string, file: string): Promise<TestRun> => {
  const report = join(folder, 'planted-fault-report.json')
  rmSync(report, { force: true })
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${report}`,
      file,
    ],
    // A process group of its own: what hangs is ended with all that it started.
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, RUN_MS_MAX)
  const code = await new Promise((resolve) => {
    child.once('error', resolve).once('close', resolve)
  })
  clearTimeout(timer)
  if (isLate) return { verdict: 'broken', reason: `it did not end within ${RUN_MS_MAX / 1000} s` }
  if (!existsSync(report)) return { verdict: 'broken', reason: said.trim().slice(-200) }
  return verdictOf(readFileSync(report, 'utf8'), code === 0)
}

const verdictOf = (report: string, isWell: boolean): TestRun => {
  const { success, testResults } = reportSchema.parse(JSON.parse(report))
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.find(({ status }) => status === 'failed')
  if (failed) return { verdict: 'failed', title: failed.fullName }
  const reason = testResults.map(({ message }) => message ?? '').find((text) => text !== '')
  if (!tests.some(({ status }) => status === 'passed')) {
    return { verdict: 'broken', reason: (reason ?? 'no test ran').slice(0, 200) }
  }
  if (success && isWell) return { verdict: 'passed' }
  // A hook, or something that nobody waited for: the exit code alone tells of that.
  return { verdict: 'failed', title: (reason ?? 'an error nobody caught').slice(0, 200) }
}
