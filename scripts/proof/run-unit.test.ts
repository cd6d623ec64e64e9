import { expect, test } from 'vitest'
import { processorTime } from '../../benchmarks/src/harness/processor-time.ts'
import { hasAdopter, run } from './run-unit.ts'

const BURN_MS = 1_000

/** Uses a processor beside its parent, which ends at once; and is waited for by nobody. */
const ORPHAN = `
  while (process.cpuUsage().user < ${BURN_MS * 1_000}) Math.sqrt(2)
`
const LEAVES_AN_ORPHAN = `pid=$("$0" -e "$1" >/dev/null 2>&1 & echo $!); while kill -0 $pid; do sleep 0.05; done`

test.runIf(hasAdopter)(
  'what a program leaves running is its own, not another program',
  async () => {
    const before = processorTime()
    const { exitCode } = await run(['sh', '-c', LEAVES_AN_ORPHAN, process.execPath, ORPHAN])
    const usedMs = (processorTime().own - before.own) * 10
    expect(exitCode).toBe(0)
    expect(usedMs).toBeGreaterThan(BURN_MS / 4)
  },
)
