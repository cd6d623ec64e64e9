/** Handles calls without an answer (W53). */
import type { ClientFailure } from '../client/result.ts'
import type { ReferenceToCheck } from './difference.ts'
import type { Run } from './run.ts'
import { ReconcileStoppedError } from './stopped-error.ts'

/** After this many consecutive failures, the platform is unreachable. */
const FAILURES_IN_A_ROW_MAX = 10

const PAUSE_BASE_MS = 1_000
const PAUSE_MAX_MS = 60_000

/** Errors that do not depend on the reference. */
const REFUSES_ALL = new Set([
  'PARTNER_API401_UNAUTHORIZED',
  'PARTNER_API403_MERCHANT_INACTIVE',
  'ROUTE404_NOT_FOUND',
])

/** @throws ReconcileStoppedError when the platform refuses every call. */
export const throwIfRefused = (failure: ClientFailure): void => {
  if (!REFUSES_ALL.has(failure.error)) return
  const message = `reconcile: the platform refuses every call (${failure.error}): ${failure.message}`
  throw new ReconcileStoppedError('refused', message, failure)
}

/** @throws ReconcileStoppedError when the platform is unreachable. */
export const throwIfUnreachable = (run: Run, failure: ClientFailure): void => {
  if (run.failuresInARow < FAILURES_IN_A_ROW_MAX) return
  const message = `reconcile: ${run.failuresInARow} consecutive calls got no answer (${failure.error}): ${failure.message}`
  throw new ReconcileStoppedError('unreachable', message, failure)
}

/**
 * Defers the reference and pauses the run, longer after each failure. Returns whether the reference
 * will be retried: not if it is invalid, and not after its fifth failure.
 *
 * @param tries the number of its calls without an answer.
 */
export const noteFailure = (
  run: Run,
  here: ReferenceToCheck,
  tries: number,
  failure: ClientFailure,
): boolean => {
  // The platform answered: the reference is invalid.
  if (failure.error === 'VALIDATION400') {
    run.deferred.drop(here)
    return false
  }
  const nowMs = run.settings.clock.nowMs()
  // Deferred references are retried together. Their error answers do not mean that the platform is
  // down.
  if (tries === 1 || isUnavailable(failure)) {
    run.failuresInARow += 1
    const bound = Math.min(PAUSE_MAX_MS, PAUSE_BASE_MS * 2 ** (run.failuresInARow - 1))
    const pauseMs = bound * (0.5 + Math.random() / 2)
    run.pausedUntilMs = Math.max(run.pausedUntilMs, nowMs + pauseMs)
  }
  return run.deferred.defer(here, tries, nowMs)
}

const isUnavailable = ({ error, status }: ClientFailure): boolean =>
  error === 'network' || error === 'timeout' || (status !== null && status >= 502)
