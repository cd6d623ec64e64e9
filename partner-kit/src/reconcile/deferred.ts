/** References without an answer, to be retried (W53). The list is bounded and saved with the run. */
import type { ReferenceToCheck } from './difference.ts'

/** When the list is full, the run reads no new reference until one is resolved. */
export const DEFERRED_MAX = 100

/** The waits after each failure of a reference. After the last one it is given up. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000]

export type DeferredReference = {
  here: ReferenceToCheck
  /** The number of calls without an answer. */
  tries: number
  dueMs: number
}

export type DeferredList = {
  /** The reference that is due first, or null. It stays on the list until `drop`. */
  first: () => DeferredReference | null
  isFull: () => boolean
  /** Records a failure of a reference, new or already on the list; false when it is given up. */
  defer: (here: ReferenceToCheck, tries: number, nowMs: number) => boolean
  drop: (here: ReferenceToCheck) => void
  all: () => readonly DeferredReference[]
}

/** @param earlier the list of an earlier run, due at once. */
export const createDeferredList = (earlier: readonly DeferredReference[]): DeferredList => {
  const list = earlier.slice()
  const drop = (here: ReferenceToCheck): void => {
    const at = list.findIndex((deferred) => deferred.here === here)
    if (at !== -1) list.splice(at, 1)
  }
  return {
    first() {
      let first: DeferredReference | null = null
      for (const deferred of list) {
        if (first === null || deferred.dueMs < first.dueMs) first = deferred
      }
      return first
    },
    isFull: () => list.length >= DEFERRED_MAX,
    defer(here, tries, nowMs) {
      drop(here)
      const waitMs = WAITS_MS[tries - 1]
      if (waitMs === undefined) return false
      list.push({ here, tries, dueMs: nowMs + waitMs })
      return true
    },
    drop,
    all: () => list,
  }
}
