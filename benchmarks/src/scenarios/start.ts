import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchPlatform } from '../harness/platform.ts'
import { residentMib } from '../harness/resident-memory.ts'
import { atMost, median } from '../measure.ts'
import type { Bench, Row, Scenario } from '../scenario.ts'

const READY_GOAL_MS = 500
const NEW_GOAL_MS = 1_600
const MEMORY_GOAL_MIB = 150

/** What an idle platform uses: the garbage collector has freed the memory of the start. */
const IDLE_MS = 60_000
const IDLE_MS_QUICK = 3_000

/** How soon the platform is ready with its embedded database, and how much memory it uses when idle. */
export const start: Scenario = {
  name: 'start',
  about:
    'time until /readyz answers 200, with a new data directory and an existing one; memory of the ' +
    'platform that was idle for a minute',
  tools: [],
  run: (bench) => runStart(bench),
}

type Started = { newMs: number; readyMs: number; mib: number }

const runStart = async ({ cleanup, rounds, quick, measure, log }: Bench): Promise<Row[]> => {
  const round = async (): Promise<Started> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wasl-bench-start-'))
    cleanup.add(() => rmSync(dataDir, { recursive: true, force: true }))
    const launch = () => launchPlatform(cleanup, [], { WASL_DATA_DIR: dataDir })
    const first = await launch()
    await first.child.stop()
    const second = await launch()
    await sleep(quick ? IDLE_MS_QUICK : IDLE_MS)
    const mib = residentMib(second.child.process.pid)
    await second.child.stop()
    return { newMs: first.readyMs, readyMs: second.readyMs, mib }
  }
  // Compiles the bundle, as the first start of a release does.
  await round()
  const all: Started[] = []
  for (let number = 1; number <= rounds; number += 1) {
    const one = await measure(round)
    all.push(one)
    const { newMs, readyMs, mib } = one
    log(
      `round ${number}: ready after ${newMs.toFixed(0)} ms with a new directory, ` +
        `${readyMs.toFixed(0)} ms with an existing one; ${mib.toFixed(0)} MiB`,
    )
  }
  const newMs = median(all.map((one) => one.newMs))
  const readyMs = median(all.map((one) => one.readyMs))
  const mib = median(all.map((one) => one.mib))
  return [
    row('new data directory', `${newMs.toFixed(0)} ms`, atMost('1,600 ms', NEW_GOAL_MS, newMs)),
    row(
      'existing data directory',
      `${readyMs.toFixed(0)} ms`,
      atMost('500 ms', READY_GOAL_MS, readyMs),
    ),
    row(
      'memory of the platform, idle',
      `${mib.toFixed(0)} MiB`,
      atMost('150 MiB', MEMORY_GOAL_MIB, mib),
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
