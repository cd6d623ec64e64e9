import type { ClientFailure } from '../client/result.ts'
import { expectFunction } from '../option-checks.ts'
import type { Finding } from './finding.ts'
import type { ReconcileOptions, ReconcileProgress } from './options.ts'
import { reconcile } from './reconcile.ts'
import { ReconcileStoppedError } from './stopped-error.ts'
import type { ReconcileStop } from './stopped-error.ts'

export type ReconcileOutcome =
  | { ok: true; progress: ReconcileProgress }
  | {
      ok: false
      stopped: ReconcileStop | 'aborted'
      message: string
      failure: ClientFailure | null
      progress: ReconcileProgress
    }

/**
 * `reconcile` with a callback: calls `onFinding` with one finding at a time and returns the final
 * progress.
 *
 * @throws any error of `onFinding`; the next run with the same store yields that finding again.
 */
export const runReconcile = async (
  options: ReconcileOptions & { onFinding: (finding: Finding) => void | Promise<void> },
): Promise<ReconcileOutcome> => {
  const { onFinding, signal } = options
  expectFunction('runReconcile', 'onFinding', onFinding)
  let progress: ReconcileProgress = {
    checked: 0,
    findings: 0,
    deferred: 0,
    last: null,
    resumed: false,
    waitingMs: 0,
  }
  // Returns the hook's value, so that a rejected promise is handled.
  const onProgress = (now: ReconcileProgress): unknown => {
    progress = { ...now, waitingMs: 0 }
    return options.onProgress?.(now)
  }
  try {
    for await (const finding of reconcile({ ...options, onProgress })) await onFinding(finding)
    return { ok: true, progress }
  } catch (error) {
    if (error instanceof ReconcileStoppedError) {
      const { reason: stopped, message, failure } = error
      return { ok: false, stopped, message, failure, progress }
    }
    if (signal?.aborted !== true || error !== signal.reason) throw error
    const message = 'reconcile: the signal aborted the run.'
    return { ok: false, stopped: 'aborted', message, failure: null, progress }
  }
}
