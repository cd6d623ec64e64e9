/**
 * Proves the tests: takes one defence after another out of a throw-away copy of the working tree and
 * expects the named test files to fail.
 *
 *   npm run faults                 every fault of planted-faults.json
 *   npm run faults -- outbound     those with a word in their name, file or tests
 *
 * A fault is *caught* when a test fails because of it. It is MISSED when all tests pass, or when the
 * test file cannot be judged: it fails without the fault too, or not one of its tests runs with it.
 */
import { join } from 'node:path'
import { obstacle, readFaults, type Fault } from './planted-faults/fault.ts'
import { runTestFile } from './planted-faults/run-test-file.ts'
import { makeWorkingCopy, type WorkingCopy } from './planted-faults/working-copy.ts'

/** Each run has a PostgreSQL of its own; more at once would only wait for each other. */
const COPIES = 2

const ROOT = join(import.meta.dirname, '..')

type Finding = {
  fault: Fault
  verdict: 'caught' | 'MISSED' | 'did not apply'
  explanation: string
}

const main = async (): Promise<void> => {
  const words = process.argv.slice(2)
  const faults = readFaults(ROOT).filter((fault) => words.every((word) => isAbout(fault, word)))
  const findings: Finding[] = []
  const applicable: Fault[] = []
  for (const fault of faults) {
    const explanation = obstacle(ROOT, fault)
    if (explanation === null) applicable.push(fault)
    else findings.push(told({ fault, verdict: 'did not apply', explanation }))
  }
  findings.push(...(await inCopies((copies) => tryAll(copies, applicable))))
  summarize(findings)
}

const isAbout = ({ name, file, tests }: Fault, word: string): boolean =>
  [name, file, ...tests].some((text) => text.includes(word))

const inCopies = async <Result>(
  callback: (copies: WorkingCopy[]) => Promise<Result>,
): Promise<Result> => {
  const copies = Array.from({ length: COPIES }, () => makeWorkingCopy(ROOT))
  const remove = (): void => {
    for (const copy of copies) copy.remove()
  }
  process.once('exit', remove)
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  return callback(copies)
}

const tryAll = async (copies: WorkingCopy[], faults: Fault[]): Promise<Finding[]> => {
  const files = [...new Set(faults.flatMap(({ tests }) => tests))]
  const sound = new Map<string, string | null>()
  await inTurn(copies, files, async (copy, file) => {
    sound.set(file, await problemWithout(copy, file))
  })
  const findings: Finding[] = []
  await inTurn(copies, faults, async (copy, fault) => {
    const unsound = fault.tests.map((file) => sound.get(file)).find((problem) => problem)
    findings.push(
      told(
        unsound
          ? { fault, verdict: 'MISSED', explanation: unsound }
          : await copy.withFault(fault, () => judge(copy, fault)),
      ),
    )
  })
  return findings
}

/** Each copy takes the next item as soon as it has done the one before. */
const inTurn = async <Item>(
  copies: WorkingCopy[],
  items: Item[],
  work: (copy: WorkingCopy, item: Item) => Promise<void>,
): Promise<void> => {
  const rest = items.values()
  await Promise.all(
    copies.map(async (copy) => {
      for (const item of rest) await work(copy, item)
    }),
  )
}

/** A test that fails anyway proves nothing. */
const problemWithout = async (copy: WorkingCopy, file: string): Promise<string | null> => {
  const run = await runTestFile(copy.folder, file)
  switch (run.verdict) {
    case 'passed':
      return null
    case 'failed':
      return `${file} fails without the fault too: ${run.title}`
    case 'broken':
      return `${file} does not run: ${run.reason}`
    default:
      return run satisfies never
  }
}

const judge = async (copy: WorkingCopy, fault: Fault): Promise<Finding> => {
  const titles: string[] = []
  for (const file of fault.tests) {
    const run = await runTestFile(copy.folder, file)
    switch (run.verdict) {
      case 'passed':
        return { fault, verdict: 'MISSED', explanation: `${file} passes` }
      case 'broken':
        return { fault, verdict: 'MISSED', explanation: `${file} does not run: ${run.reason}` }
      case 'failed':
        titles.push(run.title)
        break
      default:
        return run satisfies never
    }
  }
  return { fault, verdict: 'caught', explanation: titles.join('; ') }
}

const VERDICT_WIDTH = 'did not apply'.length

const told = (finding: Finding): Finding => {
  const { verdict, fault, explanation } = finding
  console.log(`${verdict.padEnd(VERDICT_WIDTH)}  ${fault.name}\n${' '.repeat(15)}${explanation}`)
  return finding
}

const summarize = (findings: Finding[]): void => {
  const wrong = findings.filter(({ verdict }) => verdict !== 'caught')
  console.log(
    `\n${findings.length - wrong.length} of ${findings.length} planted faults were caught.`,
  )
  for (const { verdict, fault, explanation } of wrong) {
    console.log(`${verdict.padEnd(VERDICT_WIDTH)}  ${fault.name} (${fault.file}): ${explanation}`)
  }
  process.exitCode = wrong.length === 0 && findings.length > 0 ? 0 : 1
}

await main()
