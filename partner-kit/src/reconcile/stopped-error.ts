import type { ClientFailure } from '../client/result.ts'

/**
 * - `refused`: the platform refuses every call (wrong key, inactive partner).
 * - `unreachable`: too many consecutive calls got no answer.
 * - `lost_place`: the list does not have the reference where the earlier run stopped.
 */
export type ReconcileStop = 'refused' | 'unreachable' | 'lost_place'

/** The run stopped before the end of its list. A later run continues from there. */
export class ReconcileStoppedError extends Error {
  override readonly name = 'ReconcileStoppedError'
  readonly reason: ReconcileStop
  /** The failure of the last call; null for `lost_place`. */
  readonly failure: ClientFailure | null

  constructor(reason: ReconcileStop, message: string, failure: ClientFailure | null = null) {
    super(message)
    this.reason = reason
    this.failure = failure
  }
}
