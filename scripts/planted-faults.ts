/**
 * Proves the tests: takes one defence after another out of the code, in memory alone, and expects a
 * test to fail.
 *
 *   npm run faults                 every fault of planted-faults/*.yaml
 *   npm run faults -- outbound     those with a word in their name, file or test
 *   npm run faults -- 2/40         a fortieth of them, as CI tries in each run
 *
 * A fault is *caught* when its test fails because of it. It is MISSED when the test passes, when no
 * test comes to a verdict, or when the test does not pass without the fault.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { obstacle, readFaults, type Fault } from './planted-faults/fault.ts'
import { openLane, type Lane, type TestRun } from './planted-faults/lane.ts'

const ROOT = join(import.meta.dirname, '..')

type Finding = { fault: Fault; verdict: 'caught' | 'MISSED' | 'cannot be planted'; reason: string }

const main = async (): Promise<void> => {
  const asked = process.argv.slice(2)
  const words = asked.filter((one) => !SHARE.test(one))
  const [, part = 1, of = 1] = asked.map((one) => SHARE.exec(one)).find(Boolean) ?? []
  const startMs = performance.now()
  const faults = readFaults()
    .filter((fault) => words.every((word) => isAbout(fault, word)))
    .filter((_, index) => index % Number(of) === Number(part) - 1)
  const obstacles = faults.map((fault) => obstacle(ROOT, fault))
  const findings: Finding[] = faults.flatMap((fault, index) => {
    const reason = obstacles[index]
    return reason ? [show({ fault, verdict: 'cannot be planted', reason })] : []
  })
  findings.push(...(await tryAll(faults.filter((_, index) => obstacles[index] === null))))
  summarize(findings, performance.now() - startMs)
}

/** A part of all, such as 2/40. */
const SHARE = /^([1-9]\d?)\/([1-9]\d?)$/

const isAbout = ({ name, file, testFile, test }: Fault, word: string): boolean =>
  [name, file, testFile, test].some((text) => text.includes(word))

/**
 * Each lane takes the next test file with all its faults. There is one lane more than there are
 * cores, because many tests wait.
 */
const tryAll = async (faults: Fault[]): Promise<Finding[]> => {
  const byTestFile = Map.groupBy(faults, ({ testFile }) => testFile)
  const longestFirst = [...byTestFile].toSorted(([, a], [, b]) => b.length - a.length).values()
  const findings: Finding[] = []
  const lanes = Array.from({ length: availableParallelism() + 1 }, async () => {
    const lane = await openLane(ROOT)
    for (const [testFile, group] of longestFirst) {
      for (const [title, sameTest] of Map.groupBy(group, ({ test }) => test)) {
        // Alone, as with the fault: a test that needs another one would fail with any fault.
        const sound = await lane.run(null, testFile, title)
        const isSound = sound.passed.length > 0 && sound.failed.length === 0
        for (const fault of sameTest) {
          findings.push(show(isSound ? await judge(lane, fault) : unsound(fault, sound)))
        }
      }
    }
    await lane.close()
  })
  await Promise.all(lanes)
  return findings
}

const unsound = (fault: Fault, { failed, errors }: TestRun): Finding => {
  const [test = 'no test ran'] = failed
  const [error = 'no error'] = errors
  return { fault, verdict: 'MISSED', reason: `without the fault too: ${test}: ${error}` }
}

const judge = async (lane: Lane, fault: Fault): Promise<Finding> => {
  const startMs = performance.now()
  const { passed, failed, errors } = await lane.run(fault, fault.testFile, fault.test)
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  const [first] = failed
  if (first !== undefined) return { fault, verdict: 'caught', reason: `${first} (${seconds} s)` }
  const reason = passed.length > 0 ? 'the test passes' : `the test does not run: ${errors[0]}`
  return { fault, verdict: 'MISSED', reason }
}

const VERDICT_WIDTH = 'cannot be planted'.length

const show = (finding: Finding): Finding => {
  const { verdict, fault, reason } = finding
  console.log(`${verdict.padEnd(VERDICT_WIDTH)}  ${fault.name}\n${' '.repeat(19)}${reason}`)
  return finding
}

const summarize = (findings: Finding[], tookMs: number): void => {
  const wrong = findings.filter(({ verdict }) => verdict !== 'caught')
  const caught = findings.length - wrong.length
  const seconds = Math.round(tookMs / 1000)
  console.log(`\n${caught} of ${findings.length} planted faults were caught in ${seconds} s.`)
  for (const { verdict, fault, reason } of wrong) {
    console.log(`${verdict}: ${fault.name} (${fault.file}): ${reason}`)
  }
  process.exitCode = wrong.length === 0 && findings.length > 0 ? 0 : 1
}

await main()
