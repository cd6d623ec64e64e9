import type { Dedupe } from './dedupe.ts'
import { createTurns } from './in-turn.ts'

export type MemoryDedupeOptions = {
  /** How many handled events to keep; drops the oldest first. Default: 10 000. */
  capacity?: number
}

/**
 * Records handled events in this process only. Use it for tests, or for handlers that may safely run
 * twice: a restart loses the record, and processes do not share it. The platform retries an event for
 * three days, so otherwise keep the record in your database (see `Dedupe`).
 */
export const memoryDedupe = ({ capacity = 10_000 }: MemoryDedupeOptions = {}): Dedupe => {
  if (!Number.isSafeInteger(capacity) || capacity < 1) {
    throw new TypeError(
      `memoryDedupe: capacity: expected an integer of at least 1, received ${capacity}`,
    )
  }
  const handled = new Set<string>()
  // One iterator for the lifetime of the set: a new one would skip all deleted entries first.
  const oldestFirst = handled.values()
  const inTurn = createTurns()

  const remember = (key: string): void => {
    handled.add(key)
    if (handled.size <= capacity) return
    const { value: oldest } = oldestFirst.next()
    if (oldest !== undefined) handled.delete(oldest)
  }

  return {
    once: (key, run) =>
      inTurn(key, async () => {
        if (handled.has(key)) return 'duplicate'
        await run(undefined)
        remember(key)
        return 'ran'
      }),
  }
}
