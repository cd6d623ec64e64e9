import type { ReconcileBookmark } from './bookmark.ts'

/**
 * Keeps the progress of a run: `fileProgress('reconcile.json')`, or a row in your database. A bookmark
 * is at most a few kilobytes of JSON, however many references there are.
 *
 * Use one store for one list of references, and in one process at a time.
 */
export type ReconcileStore = {
  /** The last saved bookmark, or null. */
  load: () => Promise<unknown>
  /** Saves atomically: a partly written bookmark must never be loaded. */
  save: (bookmark: ReconcileBookmark) => Promise<void>
  /** Called at the end of a run. The next run starts over. */
  clear: () => Promise<void>
}

/** Keeps the progress in memory: a stopped run can continue until the process ends. */
export const memoryProgress = (): ReconcileStore => {
  let saved: string | null = null
  return {
    load: () => Promise.resolve(saved === null ? null : JSON.parse(saved)),
    save(bookmark) {
      saved = JSON.stringify(bookmark)
      return Promise.resolve()
    },
    clear() {
      saved = null
      return Promise.resolve()
    },
  }
}
