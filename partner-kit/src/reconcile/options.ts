import type { Client } from '../client/client.ts'
import type { ReferenceToCheck } from './difference.ts'
import type { ReconcileStore } from './store.ts'

export type References = Iterable<ReferenceToCheck> | AsyncIterable<ReferenceToCheck>

export type ReconcileProgress = {
  /** References that were answered or given up, including those of earlier runs that this one resumes. */
  checked: number
  findings: number
  /** References without an answer, to be retried. */
  deferred: number
  /** The last reference read from the list. */
  last: string | null
  /** Whether this run continues an earlier one. */
  resumed: boolean
  /** The time until the next call; 0 without a pause. */
  waitingMs: number
}

/** A replaceable clock, so that tests need not wait a minute. */
export type ReconcileClock = {
  /** Monotonic milliseconds. */
  nowMs: () => number
  /** Resolves after the time, or when the signal aborts. Never rejects. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export type ReconcileOptions = {
  /** `createClient(…)`. */
  client: Pick<Client, 'status'> & Partial<Pick<Client, 'listPayments'>>
  /**
   * The references to compare: an array, a generator, rows of a cursor. The run holds one at a time in
   * memory.
   *
   * A function is called with the last reference that an earlier run read, or null, and returns those
   * after it. Use it for a list that changes: `where reference > $1 order by reference`. Without a
   * function, the run searches the list for that reference and continues after it.
   */
  references: References | ((after: string | null) => References | Promise<References>)
  /**
   * How many of the partner's 60 calls in 60 seconds this run may use. Default: 50. The rest is for the
   * partner's other processes (D5).
   */
  perMinute?: number | undefined
  /**
   * The first business date of the list of payments, such as `2026-11-01`. While a run waits for the
   * quota of the status, it reads this list, and then asks only for the references that seem to differ
   * (W125). Without a date the list is read from the first payment on. With one, references without a
   * payment since then are asked for too.
   */
  since?: string | undefined
  /** Keeps the progress. Without it, a stopped run starts over. */
  store?: ReconcileStore | undefined
  /** Called at the start, after each reference, and before each wait. */
  onProgress?: ((progress: ReconcileProgress) => void) | undefined
  /** Ends the run. The progress is saved. */
  signal?: AbortSignal | undefined
  /** Default: the system clock. */
  clock?: ReconcileClock | undefined
}
