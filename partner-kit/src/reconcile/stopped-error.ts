import type { ClientFailure } from '../client/result.ts'

/**
 * - `refused`: the platform refuses this client whatever it asks (wrong key, inactive partner).
 * - `unreachable`: one call after the other got no answer.
 * - `lost_place`: the list does not hold the reference at which the earlier run stopped.
 */
export type ReconcileStop = 'refused' | 'unreachable' | 'lost_place'

/** A run ended before its list did. What was done is saved; a later run goes on from there. */
export class ReconcileStoppedError extends Error {
  override readonly name = 'ReconcileStoppedError'
  readonly reason: ReconcileStop
  /** What the last call came to; null for `lost_place`. */
  readonly failure: ClientFailure | null

  constructor(reason: ReconcileStop, message: string, failure: ClientFailure | null = null) {
    super(message)
    this.reason = reason
    this.failure = failure
  }
}
