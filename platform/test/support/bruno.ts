/** Runs the collection in protocol/bruno with Bruno's own command line, against a platform. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

const COLLECTION = join(ROOT, 'protocol/bruno')

/** Its 250 packages are no dependencies of the project. */
const CLI = join(ROOT, 'scripts/bruno/cli/node_modules/.bin/bru')

/** @throws Error in CI, where everything is installed and nothing is excused. */
export const isBrunoMissing = (): boolean => {
  if (existsSync(CLI)) return false
  const text =
    'Missing: the command line of Bruno. Its test is left out. ' +
    'To run it: npm ci --prefix scripts/bruno/cli --ignore-scripts'
  if (process.env['CI'] !== undefined) throw new Error(text)
  console.warn(text)
  return true
}

/** The ids of the operations that have a request in the collection. */
export const collected = (): string[] =>
  globSync('*/*.bru', { cwd: COLLECTION })
    .map((file) => file.replace(/^.*\//, '').replace('.bru', ''))
    .filter((name) => name !== 'folder' && name !== 'local')

export type BrunoAnswer = {
  operationId: string
  status: number
  contentType: string
  body: unknown
  /** What Bruno itself says of the request: `pass` when it was sent and every assertion holds. */
  verdict: string
}

type Reported = {
  test: { filename: string }
  response: { status: number; headers?: Record<string, string>; data: unknown }
  assertionResults: readonly { status: string; error?: string }[]
  status: string
}

/** Sends every request of the collection, in its order; returns the answers. */
export const runBruno = async (
  variables: Readonly<Record<string, string>>,
): Promise<BrunoAnswer[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'wasl-bruno-'))
  try {
    const report = join(folder, 'report.json')
    const given = Object.entries(variables).flatMap(([name, value]) => [
      '--env-var',
      `${name}=${value}`,
    ])
    const args = ['run', '-r', '--env', 'local', ...given, '--reporter-json', report]
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: COLLECTION,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    await once(child, 'close')
    const text = await readFile(report, 'utf8').catch(() => null)
    if (text === null) throw new Error(`Bruno wrote no report: ${said}`)
    const [run] = JSON.parse(text) as [{ results: Reported[] }]
    return run.results.map(answerOf)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const answerOf = ({ test, response, assertionResults, status }: Reported): BrunoAnswer => ({
  operationId: test.filename.replace(/^.*\//, '').replace('.bru', ''),
  status: response.status,
  contentType: response.headers?.['content-type'] ?? '',
  body: response.data,
  verdict: verdictOf(status, assertionResults),
})

/** The request's own status does not say whether its assertions hold. */
const verdictOf = (status: string, assertions: Reported['assertionResults']): string => {
  if (assertions.length === 0) return 'nothing was expected'
  const failed = assertions.find((assertion) => assertion.status !== 'pass')
  return failed === undefined ? status : (failed.error ?? failed.status)
}
