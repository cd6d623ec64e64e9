/**
 * Long proofs, in units of some minutes, on a machine that does nothing else:
 *
 *   npm run proof -- --minutes 60           goes on with those that are furthest behind
 *   npm run proof -- kills --minutes 60     goes on with one, or several
 *   npm run proof -- status                 what was promised, what is done, on which commits
 *
 * Each unit is written into `proofs/` when it ends, so that a proof goes on where it stopped, also on
 * another machine: commit these files. Exits with 1 when anything is violated.
 */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PROOFS, type Proof } from './proof/promises.ts'
import { runProofs } from './proof/run-proofs.ts'
import { runUnit } from './proof/run-unit.ts'
import { proofsReference, standings, statusTable } from './proof/tables.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'proofs')
const REFERENCE = join(ROOT, 'docs/reference/proofs.md')

const MINUTES = 60

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()

/** The commit that is proved; what is proved beside it is marked with `+`. */
const commitHere = (): string => {
  const changes = git('status', '--porcelain', '--', '.', ':!proofs', ':!docs/reference/proofs.md')
  return `${git('rev-parse', '--short=10', 'HEAD')}${changes === '' ? '' : '+'}`
}

/** Null when one of the names is unknown: then it says so. */
const proofsNamed = (names: readonly string[]): readonly Proof[] | null => {
  const unknown = names.filter((name) => !PROOFS.some((proof) => proof.name === name))
  if (unknown.length === 0)
    return names.length === 0 ? PROOFS : PROOFS.filter(({ name }) => names.includes(name))
  const known = PROOFS.map(({ name }) => name).join(', ')
  console.error(`Expected names of proofs (${known}) or status, received ${unknown.join(', ')}.`)
  return null
}

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: 'string' } },
  })
  if (positionals[0] === 'status') {
    console.log(statusTable(standings(FOLDER)))
    return 0
  }
  const proofs = proofsNamed(positionals)
  const minutes = Number(values.minutes ?? MINUTES)
  if (!(minutes > 0)) console.error(`Expected minutes above 0, received ${values.minutes}.`)
  if (proofs === null || !(minutes > 0)) return 2
  const untilMs = performance.now() + minutes * 60_000
  const isKept = await runProofs(proofs, {
    folder: FOLDER,
    commit: commitHere(),
    run: runUnit,
    say: (line) => console.log(line),
    now: () => new Date(),
    isTimeOver: () => performance.now() >= untilMs,
    onWritten: () => writeFile(REFERENCE, proofsReference(FOLDER)),
  })
  console.log(`\n${statusTable(standings(FOLDER))}`)
  return isKept ? 0 : 1
}

process.exitCode = await main()
