/**
 * `npm run check`: everything that must hold for the files, before the tests. `-- --changed` checks only
 * what differs from `origin/main`, without the generated files: for every minute, not for a pull request.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '..')

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

const hasBranch = (name: string): boolean => git('branch', '--all', '--list', name).length > 0

/** Files that differ from what everybody has, and new ones. */
const changedFiles = (): string[] => {
  const base = hasBranch('origin/main') ? git('merge-base', 'origin/main', 'HEAD')[0] : 'HEAD'
  const differing = git('diff', '--name-only', base ?? 'HEAD')
  const added = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...differing, ...added])].filter((path) => existsSync(join(ROOT, path)))
}

type Step = [name: string, file: string, ...args: string[]]

const OXFMT = 'node_modules/oxfmt/bin/oxfmt'
const OXLINT = 'node_modules/oxlint/bin/oxlint'
const TSC = 'node_modules/typescript/bin/tsc'

/** What `npm run types` checks, with what the last run knows. */
const typesOf = (project: string): Step => {
  const known = `.wasl/types/${project.replaceAll('/', '-')}.tsbuildinfo`
  const name = `types of ${project}`
  return [name, TSC, '--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', known]
}

const RECEIPT_PAGE = 'platform/src/http/pages/receipt-check/browser/tsconfig.json'
const SCRIPT = /\.(?:ts|tsx|mjs|js)$/

export const stepsFor = (files: readonly string[]): Step[] => {
  const scripts = files.filter((path) => SCRIPT.test(path))
  if (files.length === 0) return []
  const steps: Step[] = [
    ['format', OXFMT, '--check', '--no-error-on-unmatched-pattern', ...files],
    ['words', 'scripts/plain-words.ts'],
  ]
  if (scripts.length === 0) return steps
  const isOfScreens = scripts.some((path) => /^(?:web|protocol)\//.test(path))
  const isOfOthers = scripts.some((path) => !path.startsWith('web/'))
  return [
    ...steps,
    [
      'lint',
      OXLINT,
      '--type-aware',
      '--deny-warnings',
      '--no-error-on-unmatched-pattern',
      ...scripts,
    ],
    ...(isOfOthers ? [typesOf('tsconfig.json')] : []),
    ...(scripts.some((path) => path.includes('receipt-check')) ? [typesOf(RECEIPT_PAGE)] : []),
    ...(isOfScreens ? [typesOf('web/tsconfig.json')] : []),
  ]
}

const runStep = async ([name, ...words]: Step): Promise<boolean> => {
  const start = performance.now()
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (code === 0) console.log(`${name}: right (${seconds} s)`)
  else console.error(`The ${name} must be fixed (${seconds} s).`)
  return code === 0
}

const EVERYTHING = ['format:check', 'lint', 'types', 'words', 'api:lint', 'generated:check']

const main = async (): Promise<void> => {
  const { values } = parseArgs({ options: { changed: { type: 'boolean' } } })
  if (values.changed !== true) {
    for (const name of EVERYTHING) {
      execFileSync('npm', ['run', '--silent', name], { cwd: ROOT, stdio: 'inherit' })
    }
    return
  }
  const done = await Promise.all(stepsFor(changedFiles()).map(runStep))
  if (done.includes(false)) process.exitCode = 1
}

if (import.meta.main) await main()
