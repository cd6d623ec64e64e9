/** What is done about a reference that got no answer (W53). */
import type { ClientFailure } from '../client/result.ts'
import type { ReferenceToCheck } from './difference.ts'
import type { Run } from './run.ts'
import { ReconcileStoppedError } from './stopped-error.ts'

/** So many calls in a row without an answer say that it is not about the references. */
const FAILURES_IN_A_ROW_MAX = 10

const PAUSE_BASE_MS = 1_000
const PAUSE_MAX_MS = 60_000

/** The same would be answered whatever the reference. */
const REFUSES_ALL = new Set([
  'PARTNER_API401_UNAUTHORIZED',
  'PARTNER_API403_MERCHANT_INACTIVE',
  'ROUTE404_NOT_FOUND',
])

/** @throws ReconcileStoppedError when asking on has no use; the reference is asked by the next run. */
export const throwIfRefused = (failure: ClientFailure): void => {
  if (!REFUSES_ALL.has(failure.error)) return
  const message = `reconcile: the platform refuses every call (${failure.error}): ${failure.message}`
  throw new ReconcileStoppedError('refused', message, failure)
}

/** @throws ReconcileStoppedError when the platform answers nothing at all. */
export const throwIfUnreachable = (run: Run, failure: ClientFailure): void => {
  if (run.failuresInARow < FAILURES_IN_A_ROW_MAX) return
  const message = `reconcile: ${run.failuresInARow} calls in a row got no answer (${failure.error}): ${failure.message}`
  throw new ReconcileStoppedError('unreachable', message, failure)
}

/**
 * Puts the reference back and makes a pause that grows while nothing is answered. Tells whether it
 * will be asked again: not when it is none, and not after its fifth failure.
 *
 * @param tries how often it was asked in vain by now.
 */
export const noteFailure = (
  run: Run,
  here: ReferenceToCheck,
  tries: number,
  failure: ClientFailure,
): boolean => {
  // The platform is there; it is the reference that is wrong.
  if (failure.error === 'VALIDATION400') {
    run.deferred.drop(here)
    return false
  }
  const nowMs = run.settings.clock.nowMs()
  // References that nothing can be said of come back together; their answers, bad as they are, do
  // not tell that the platform is away.
  if (tries === 1 || isAway(failure)) {
    run.failuresInARow += 1
    const bound = Math.min(PAUSE_MAX_MS, PAUSE_BASE_MS * 2 ** (run.failuresInARow - 1))
    const pauseMs = bound * (0.5 + Math.random() / 2)
    run.pausedUntilMs = Math.max(run.pausedUntilMs, nowMs + pauseMs)
  }
  return run.deferred.defer(here, tries, nowMs)
}

const isAway = ({ error, status }: ClientFailure): boolean =>
  error === 'network' || error === 'timeout' || (status !== null && status >= 502)
