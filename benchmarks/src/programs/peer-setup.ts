import { setTimeout as sleep } from 'node:timers/promises'
import type { PostingSetup } from './posting.ts'

export type PeerSetup = PostingSetup & {
  /** The peer's store: a database, or a Redis server. */
  url: string
  count: number
  /** `fill` puts the jobs in, `work` does them. */
  phase: 'fill' | 'work'
}

const PAUSE_MS = 10

/** Resolves when every job is done in the peer's own books, not only sent. */
export const untilDone = async (isDone: () => Promise<boolean>): Promise<void> => {
  while (!(await isDone())) await sleep(PAUSE_MS)
}

export function* chunksOf<Item>(count: number, size: number, make: (number: number) => Item) {
  for (let from = 0; from < count; from += size) {
    const length = Math.min(size, count - from)
    yield Array.from({ length }, (_, index) => make(from + index))
  }
}
