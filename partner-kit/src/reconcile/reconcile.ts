import type { StatusResult } from '../client/result.ts'
import { askPlatform } from './ask.ts'
import type { ReferenceToCheck } from './difference.ts'
import { noteFailure, throwIfRefused, throwIfUnreachable } from './failure.ts'
import { findingsOf, unanswered } from './finding.ts'
import type { Finding } from './finding.ts'
import type { ReconcileOptions } from './options.ts'
import { startRun, pauseRun, saveRun, reportProgress } from './run.ts'
import type { Run } from './run.ts'
import { checkReconcileOptions } from './settings.ts'
import type { ReconcileSettings } from './settings.ts'
import { openSource } from './source.ts'
import type { Source } from './source.ts'
import { ReconcileStoppedError } from './stopped-error.ts'

/**
 * Compares the partner's records with the platform's, one reference at a time, within the quota of
 * section 8, and yields the differences. Webhooks are the primary signal; this is the safety net.
 *
 * A finding counts as handled when the caller requests the next one. If the process is killed before
 * that, the next run with the same store yields the finding again. Breaking out of the loop ends the
 * run and saves its progress.
 *
 * @throws TypeError when an option or an item of the list is invalid.
 * @throws ReconcileStoppedError from the loop, when the run cannot continue; the signal's reason, when
 *   it aborts. In both cases the next run continues from there.
 * @example
 * for await (const finding of reconcile({ client, references: openInvoices() })) {
 *   if (finding.difference === 'paid_there_not_here') await markPaid(finding.reference)
 * }
 */
export const reconcile = (options: ReconcileOptions): AsyncGenerator<Finding, void, undefined> =>
  findings(checkReconcileOptions(options))

const findings = async function* (
  settings: ReconcileSettings,
): AsyncGenerator<Finding, void, undefined> {
  const run = await startRun(settings)
  const source = await openSourceOf(run)
  reportProgress(run, 0)
  try {
    for (let next = await takeNext(run, source); next; next = await takeNext(run, source)) {
      const result = await askPlatform(run, next.here)
      if (result === null) await recordAgreed(run, next)
      else yield* recordResult(run, next, result)
    }
  } finally {
    if (run.unsaved > 0) await saveRun(run)
    await source.close()
  }
  await settings.store.clear()
}

type NextReference = {
  here: ReferenceToCheck
  /** The number of calls without an answer. */
  tries: number
  isNew: boolean
}

const openSourceOf = async (run: Run): Promise<Source> => {
  const { references, store } = run.settings
  const opened = await openSource(references, run.last)
  if (opened.found) return opened.source
  // Start over: checking a reference twice is harmless, skipping one is not.
  await store.clear()
  if (!opened.canBeReadAgain) {
    const message =
      `reconcile: the list no longer has ${JSON.stringify(run.last)}, where the earlier run stopped, ` +
      'and it cannot be read twice. The next run starts over. To continue after a missing reference, ' +
      'give references as a function.'
    throw new ReconcileStoppedError('lost_place', message)
  }
  Object.assign(run, { last: null, checked: 0, findings: 0, resumed: false })
  return openSourceOf(run)
}

/** A due deferred reference, or else a new one. Takes no new one while the deferred list is full. */
const takeNext = async (run: Run, source: Source): Promise<NextReference | null> => {
  const { clock, signal } = run.settings
  for (;;) {
    signal?.throwIfAborted()
    const first = run.deferred.first()
    if (first !== null && first.dueMs <= clock.nowMs()) {
      return { here: first.here, tries: first.tries, isNew: false }
    }
    if (!run.deferred.isFull()) {
      const here = await source.next()
      if (here !== null) return { here, tries: 0, isNew: true }
    }
    if (first === null) return null
    await pauseRun(run, first.dueMs - clock.nowMs())
  }
}

/** After this many references that the list answered, the progress is saved. */
const UNSAVED_MAX = 500

/** A reference that agrees with the list of payments. To check it twice after a kill is harmless. */
const recordAgreed = async (run: Run, { here, isNew }: NextReference): Promise<void> => {
  run.deferred.drop(here)
  run.checked += 1
  if (isNew) run.last = here.reference
  run.unsaved += 1
  if (run.unsaved >= UNSAVED_MAX) await saveRun(run)
  reportProgress(run, 0)
}

/** Yields the findings of a reference, and saves the run after the caller handled them. */
const recordResult = async function* (
  run: Run,
  { here, tries, isNew }: NextReference,
  result: StatusResult,
): AsyncGenerator<Finding, void, undefined> {
  if (!result.ok) throwIfRefused(result)
  const willRetry = !result.ok && noteFailure(run, here, tries + 1, result)
  const found = result.ok ? findingsOf(here, result.data) : [unanswered(here, result, willRetry)]
  yield* found
  if (result.ok) {
    run.failuresInARow = 0
    run.deferred.drop(here)
  }
  run.findings += found.length
  if (!willRetry) run.checked += 1
  if (isNew) run.last = here.reference
  await saveRun(run)
  reportProgress(run, 0)
  if (!result.ok) throwIfUnreachable(run, result)
}
