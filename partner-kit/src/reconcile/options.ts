import type { Client } from '../client/client.ts'
import type { ReferenceToCheck } from './difference.ts'
import type { ReconcileStore } from './store.ts'

export type References = Iterable<ReferenceToCheck> | AsyncIterable<ReferenceToCheck>

export type ReconcileProgress = {
  /** References that were answered or given up, those of the runs that this one resumes included. */
  checked: number
  findings: number
  /** References without an answer so far, to be asked again. */
  deferred: number
  /** The last reference taken from the list. */
  last: string | null
  /** Whether this run goes on where another stopped. */
  resumed: boolean
  /** How long nothing will be asked from now; 0 when it goes on at once. */
  waitingMs: number
}

/** Time as the reconciler sees it, for tests that cannot wait a minute. */
export type ReconcileClock = {
  /** Milliseconds that never go back. */
  nowMs: () => number
  /** Resolves after the time, or as soon as the signal is aborted; never rejects. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export type ReconcileOptions = {
  /** Asks the platform: `createClient(…)`. */
  client: Pick<Client, 'status'>
  /**
   * What to compare, one after the other: an array, a generator, rows of a cursor. Only the one
   * under way is held in memory.
   *
   * A function is called with the last reference that an earlier run took, or null, and gives those
   * after it. That is the right form for a list that changes: `where reference > $1 order by reference`.
   * Otherwise the earlier run's last reference is looked for, and the list goes on behind it.
   */
  references: References | ((after: string | null) => References | Promise<References>)
  /**
   * How many of the partner's 60 calls in 60 seconds this run may use, 1 to 60; 50 unless given. The
   * rest is left to other processes with keys of the same partner (D5).
   */
  perMinute?: number | undefined
  /** Where the progress is kept; without it a run that was stopped begins again. */
  store?: ReconcileStore | undefined
  /** Told at the start, after each reference, and before each wait. */
  onProgress?: ((progress: ReconcileProgress) => void) | undefined
  /** Ends the run. What was done is saved. */
  signal?: AbortSignal | undefined
  /** The machine's own unless given. */
  clock?: ReconcileClock | undefined
}
