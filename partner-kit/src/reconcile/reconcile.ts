import type { StatusResult } from '../client/result.ts'
import { askStatus } from './ask.ts'
import type { ReferenceToCheck } from './difference.ts'
import { noteFailure, throwIfRefused, throwIfUnreachable } from './failure.ts'
import { findingsOf, unanswered } from './finding.ts'
import type { Finding } from './finding.ts'
import type { ReconcileOptions } from './options.ts'
import { beginRun, pauseRun, saveRun, tellProgress } from './run.ts'
import type { Run } from './run.ts'
import { checkReconcileOptions } from './settings.ts'
import type { ReconcileSettings } from './settings.ts'
import { openSource } from './source.ts'
import type { Source } from './source.ts'
import { ReconcileStoppedError } from './stopped-error.ts'

/**
 * Compares the partner's records with the platform's, one reference after the other, within the
 * quota of section 8, and gives what differs. Webhooks are the primary signal; this is the net
 * beneath them.
 *
 * A finding counts as taken when the next one is asked for: a process that is killed while it works
 * on a finding gets it again from the next run with the same store. Breaking out of the loop ends
 * the run; its progress is saved.
 *
 * @throws TypeError when an option is wrong, or an item of the list is none.
 * @throws ReconcileStoppedError from the loop, when asking on has no use; the signal's reason, when
 *   it is aborted. Either way the next run goes on from there.
 * @example
 * for await (const finding of reconcile({ client, references: openInvoices() })) {
 *   if (finding.difference === 'paid_there_not_here') await markPaid(finding.reference)
 * }
 */
export const reconcile = (options: ReconcileOptions): AsyncGenerator<Finding, void, undefined> =>
  findings(checkReconcileOptions(options))

async function* findings(settings: ReconcileSettings): AsyncGenerator<Finding, void, undefined> {
  const run = await beginRun(settings)
  const source = await openWhereItStopped(run)
  tellProgress(run, 0)
  try {
    for (let taken = await take(run, source); taken !== null; taken = await take(run, source)) {
      yield* settle(run, taken, await askStatus(run, taken.here.reference))
    }
  } finally {
    await source.close()
  }
  await settings.store.clear()
}

type Taken = {
  here: ReferenceToCheck
  /** How often it was asked in vain. */
  tries: number
  isNew: boolean
}

const openWhereItStopped = async (run: Run): Promise<Source> => {
  const { references, store } = run.settings
  const opened = await openSource(references, run.last)
  if (opened.found) return opened.source
  // Asking twice does no harm, but leaving a reference out would.
  await store.clear()
  if (!opened.canBeReadAgain) {
    const message =
      `reconcile: the list does not hold ${JSON.stringify(run.last)}, at which the earlier run ` +
      'stopped, and it cannot be read again. The next run begins at the start; give the references ' +
      'as a function to go on behind a reference that is gone.'
    throw new ReconcileStoppedError('lost_place', message)
  }
  Object.assign(run, { last: null, checked: 0, findings: 0, resumed: false })
  return openWhereItStopped(run)
}

/** What was put back comes first once it is due. New references wait while too many are put back. */
const take = async (run: Run, source: Source): Promise<Taken | null> => {
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

/** Tells what came of a reference, and saves only after the findings were taken. */
async function* settle(
  run: Run,
  { here, tries, isNew }: Taken,
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
  tellProgress(run, 0)
  if (!result.ok) throwIfUnreachable(run, result)
}
