import type { ReconcileBookmark } from './bookmark.ts'

/**
 * Where the progress of a run is kept: `fileProgress('reconcile.json')`, or a row of your database.
 * A bookmark is JSON of a few kilobytes at most, whatever the number of references.
 *
 * One store belongs to one list of references, and to one process at a time.
 */
export type ReconcileStore = {
  /** The bookmark saved last, or null. */
  load: () => Promise<unknown>
  /** Whole or not at all: what is half written may not be loaded later. */
  save: (bookmark: ReconcileBookmark) => Promise<void>
  /** The run is complete: the next one begins at the start. */
  clear: () => Promise<void>
}

/** Keeps the progress in this process: a run that was stopped can go on until the process ends. */
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
