import { setTimeout as sleep } from 'node:timers/promises'
import type { PostingSetup } from './posting.ts'

export type PeerSetup = PostingSetup & {
  /** The URL of the peer's database or Redis server. */
  url: string
  count: number
  /** `fill` adds the jobs, `work` runs them. */
  phase: 'fill' | 'work'
}

const PAUSE_MS = 10

/** Resolves when the peer has recorded every job as done, not only sent it. */
export const untilDone = async (isDone: () => Promise<boolean>): Promise<void> => {
  while (!(await isDone())) await sleep(PAUSE_MS)
}

export const chunksOf = function* <Item>(
  count: number,
  size: number,
  make: (number: number) => Item,
) {
  for (let from = 0; from < count; from += size) {
    const length = Math.min(size, count - from)
    yield Array.from({ length }, (_, index) => make(from + index))
  }
}
