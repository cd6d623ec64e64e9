import type { Dedupe } from './dedupe.ts'
import { createTurns } from './in-turn.ts'

export type MemoryDedupeOptions = {
  /** How many handled events to remember; 10 000 unless given. The oldest are forgotten first. */
  capacity?: number
}

/**
 * Remembers in this process alone: good for trying things out and for handlers that may run twice
 * without harm. A restart forgets everything, and a second process knows nothing of the first; the
 * platform sends an event for three days, so keep the record in your database (see `Dedupe`) when a
 * second run would cost something.
 */
export const memoryDedupe = ({ capacity = 10_000 }: MemoryDedupeOptions = {}): Dedupe => {
  if (!Number.isSafeInteger(capacity) || capacity < 1) {
    throw new TypeError(
      `memoryDedupe: capacity: expected an integer of at least 1, received ${capacity}`,
    )
  }
  const handled = new Set<string>()
  // One iterator for good: a new one would first pass over all that was deleted before it.
  const oldestFirst = handled.values()
  const inTurn = createTurns()

  function remember(key: string): void {
    handled.add(key)
    if (handled.size <= capacity) return
    // A Set iterates in the order of insertion, and each is deleted as it is met.
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
