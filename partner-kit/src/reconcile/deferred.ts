/** References that got no answer, kept to be asked again (W53). Bounded, and saved with the run. */
import type { ReferenceToCheck } from './difference.ts'

/** More than these are not kept; until one of them is settled, no new reference is taken. */
export const DEFERRED_MAX = 100

/** How long a reference waits after its first failure, its second and so on; then it is given up. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000]

export type Deferred = {
  here: ReferenceToCheck
  /** How often it was asked in vain. */
  tries: number
  dueMs: number
}

export type DeferredList = {
  /** The one that is due first, or null when there is none. It stays until it is dropped. */
  first: () => Deferred | null
  isFull: () => boolean
  /** Notes a failure of a reference that may be on the list already; false when it is given up. */
  defer: (here: ReferenceToCheck, tries: number, nowMs: number) => boolean
  drop: (here: ReferenceToCheck) => void
  all: () => readonly Deferred[]
}

/** @param earlier what another run left behind: due at once. */
export const createDeferredList = (earlier: readonly Deferred[]): DeferredList => {
  const list = earlier.slice()
  const drop = (here: ReferenceToCheck): void => {
    const at = list.findIndex((deferred) => deferred.here === here)
    if (at !== -1) list.splice(at, 1)
  }
  return {
    first() {
      let first: Deferred | null = null
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
