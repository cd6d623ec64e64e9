import type { OriginPools } from './origin-pools.ts'

export type DeadlineClock = {
  /** Sees to it that deadlines are watched from now on, until no call is left. */
  start(): void
  /** Resolves when no call is left, and watches nothing afterwards. */
  stopped(): Promise<void>
}

// How late a call may end. One timer looks after all of them: setting and clearing one for each
// would cost more than the rest of a call's bookkeeping.
const SWEEP_MS = 20
// Pools nobody has used for a minute are closed, their parsers' memory with them.
const UNUSED_SWEEP_MS = 30_000
const UNUSED_MS_MAX = 60_000

/** Ends calls at their deadlines, and closes pools that are out of use. */
export function createDeadlineClock(pools: OriginPools): DeadlineClock {
  let sweeper: NodeJS.Timeout | null = null
  let whenIdle: (() => void)[] = []
  const unusedSweeper = setInterval(() => {
    pools.closeUnused(performance.now() - UNUSED_MS_MAX)
  }, UNUSED_SWEEP_MS).unref()

  function sweep(): void {
    pools.sweep(performance.now())
    const { inFlight, waiting } = pools.stats()
    if (sweeper === null || inFlight + waiting > 0) return
    clearInterval(sweeper)
    sweeper = null
    for (const callback of whenIdle) callback()
    whenIdle = []
  }

  return {
    start() {
      sweeper ??= setInterval(sweep, SWEEP_MS)
    },
    stopped() {
      clearInterval(unusedSweeper)
      if (sweeper === null) return Promise.resolve()
      return new Promise((resolve) => whenIdle.push(resolve))
    },
  }
}
