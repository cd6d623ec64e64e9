/** One run of the reconciler: its state, and how it waits and saves. */
import { readBookmark } from './bookmark.ts'
import type { ReconcileBookmark } from './bookmark.ts'
import { createDeferredList } from './deferred.ts'
import type { DeferredList } from './deferred.ts'
import { createPaymentList } from './payment-list.ts'
import type { PaymentList } from './payment-list.ts'
import { createPacer } from './pacer.ts'
import type { Pacer } from './pacer.ts'
import type { ReconcileSettings } from './settings.ts'

export type Run = {
  readonly settings: ReconcileSettings
  readonly pacer: Pacer
  readonly deferred: DeferredList
  readonly list: PaymentList
  /** References recorded since the progress was last saved. */
  unsaved: number
  last: string | null
  checked: number
  findings: number
  resumed: boolean
  /** Calls that this run may make in 60 s; fewer while others use the quota. */
  allowed: number
  /** No call before this time: the platform asked for a pause, or is down. */
  pausedUntilMs: number
  /** Consecutive calls without an answer. */
  failuresInARow: number
}

/** Starts a new run, or continues from the bookmark in the store. */
export const startRun = async (settings: ReconcileSettings): Promise<Run> => {
  const bookmark = readBookmark(await settings.store.load())
  const nowMs = settings.clock.nowMs()
  return {
    settings,
    pacer: createPacer(settings.perMinute, earlierEndings(bookmark, nowMs)),
    deferred: createDeferredList(
      (bookmark?.deferred ?? []).map(({ here, tries }) => ({ here, tries, dueMs: nowMs })),
    ),
    list: createPaymentList(settings),
    unsaved: 0,
    last: bookmark?.last ?? null,
    checked: bookmark?.checked ?? 0,
    findings: bookmark?.findings ?? 0,
    resumed: bookmark !== null,
    allowed: settings.perMinute,
    pausedUntilMs: nowMs,
    failuresInARow: 0,
  }
}

/**
 * The calls of the earlier run that still count in the platform's window, and one more that may have
 * been running when that run was killed.
 */
const earlierEndings = (bookmark: ReconcileBookmark | null, nowMs: number): number[] => {
  if (bookmark === null) return []
  const presentMs = Date.now()
  // If the clock was set back, no call may end in the future.
  const endings = bookmark.calledAtMs.map((atMs) => nowMs - Math.max(0, presentMs - atMs))
  return [...endings.toSorted((a, b) => a - b), nowMs]
}

export const saveRun = async (run: Run): Promise<void> => {
  const { settings, pacer, deferred, last, checked, findings } = run
  const nowMs = settings.clock.nowMs()
  const presentMs = Date.now()
  await settings.store.save({
    version: 1,
    last,
    checked,
    findings,
    deferred: deferred.all().map(({ here, tries }) => ({ here, tries })),
    calledAtMs: pacer.endings(nowMs).map((endMs) => Math.round(presentMs - (nowMs - endMs))),
  })
  run.unsaved = 0
}

/** Reports the progress and waits. @throws the signal's reason. */
export const pauseRun = async (run: Run, ms: number): Promise<void> => {
  const { clock, signal } = run.settings
  if (ms > 0) {
    reportProgress(run, ms)
    await clock.sleep(ms, signal)
  }
  signal?.throwIfAborted()
}

export const reportProgress = (run: Run, waitingMs: number): void => {
  const { checked, findings, deferred, last, resumed, settings } = run
  settings.onProgress({
    checked,
    findings,
    deferred: deferred.all().length,
    last,
    resumed,
    waitingMs,
  })
}
