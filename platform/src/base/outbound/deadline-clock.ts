import { createDeadlineTime } from './deadline-time.ts'
import type { OriginPools } from './origin-pools.ts'

export type DeadlineClock = {
  /** Starts watching deadlines; stops when no call is left. */
  start(): void
  /** Resolves when no call is left. */
  stopped(): Promise<void>
}

// How late a call may end. One timer serves all calls: a timer for each would cost more than all
// other bookkeeping of a call.
const SWEEP_MS = 20
// Pools that were not used for a minute are closed, which frees their parsers' memory.
const UNUSED_SWEEP_MS = 30_000
const UNUSED_MS_MAX = 60_000

/** Ends calls at their deadlines, and closes unused pools. */
export const createDeadlineClock = (pools: OriginPools): DeadlineClock => {
  let sweeper: NodeJS.Timeout | null = null
  let whenIdle: (() => void)[] = []
  const time = createDeadlineTime(SWEEP_MS)
  const unusedSweeper = setInterval(() => {
    pools.closeUnused(performance.now() - UNUSED_MS_MAX)
  }, UNUSED_SWEEP_MS).unref()

  const sweep = (): void => {
    pools.sweep(time.passed(performance.now()))
    const { inFlight, waiting } = pools.stats()
    if (sweeper === null || inFlight + waiting > 0) return
    clearInterval(sweeper)
    sweeper = null
    for (const callback of whenIdle) callback()
    whenIdle = []
  }

  return {
    start() {
      if (sweeper !== null) return
      time.start(performance.now())
      sweeper = setInterval(sweep, SWEEP_MS)
    },
    stopped() {
      clearInterval(unusedSweeper)
      if (sweeper === null) return Promise.resolve()
      return new Promise((resolve) => whenIdle.push(resolve))
    },
  }
}
