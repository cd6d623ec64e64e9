import { readFileSync, rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchPlatform } from '../harness/platform.ts'
import { atMost, median } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'

const READY_GOAL_MS = 1_500
const MEMORY_GOAL_MIB = 150

/** The garbage collector frees the memory of the start within this time. */
const SETTLE_MS = 3_000

/** How soon the platform is ready with its embedded database, and how much memory it uses when idle. */
export const start: Scenario = {
  name: 'start',
  about:
    'time until /readyz answers 200 on an existing data directory; memory of the idle platform',
  tools: [],
  run: (bench) => runStart(bench),
}

const runStart = async ({ cleanup, rounds, measure, log }: Bench): Promise<Row[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wasl-bench-start-'))
  cleanup.add(() => rmSync(dataDir, { recursive: true, force: true }))
  const environment = { WASL_DATA_DIR: dataDir }
  const startOnce = async (): Promise<{ ms: number; mib: number }> => {
    const { child, readyMs: ms } = await launchPlatform(cleanup, [], environment)
    await sleep(SETTLE_MS)
    const mib = residentMib(child.process.pid ?? 0)
    // Stopped before the next start, because they share the directory.
    await child.stop()
    return { ms, mib }
  }
  const first = await startOnce()
  const readyMs: number[] = []
  const memoryMib: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const { ms, mib } = await measure(startOnce)
    readyMs.push(ms)
    memoryMib.push(mib)
    log(`round ${round}: ready after ${ms.toFixed(0)} ms, ${mib.toFixed(0)} MiB`)
  }
  return [
    row('new data directory', `${first.ms.toFixed(0)} ms`, null),
    row(
      'existing data directory',
      `${median(readyMs).toFixed(0)} ms`,
      atMost('1,500 ms', READY_GOAL_MS, median(readyMs)),
    ),
    row(
      'memory of the platform, idle',
      `${median(memoryMib).toFixed(0)} MiB`,
      atMost('150 MiB', MEMORY_GOAL_MIB, median(memoryMib)),
    ),
  ]
}

const row = (contestant: string, result: string, goal: Row['goal']): Row => ({
  scenario: 'start',
  contestant,
  result,
  ratio: null,
  goal,
})

/** The resident set size on Linux. */
const residentMib = (pid: number): number => {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kib === undefined) throw new Error(`expected VmRSS in /proc/${pid}/status`)
  return Number(kib) / 1024
}
