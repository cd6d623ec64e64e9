import { fork } from 'node:child_process'
import type { Share, WorkerResult } from './worker.ts'

export type Many = WorkerResult & { seconds: number }

export type ManyAsked = {
  workers: number
  from: number
  /** The last seed; null with a time at which it ends. */
  last: number | null
  untilMs: number | null
}

/**
 * Divides the seeds among some processes, each with a PostgreSQL of its own: the transactions of one
 * would decide how far the roll-up of another gets.
 */
export const runMany = async (asked: ManyAsked): Promise<Many> => {
  const { workers, from, last, untilMs } = asked
  const startMs = performance.now()
  const told = await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      runShare({
        first: from + index,
        stride: workers,
        last: last ?? Number.MAX_SAFE_INTEGER,
        untilMs,
      }),
    ),
  )
  const sum = (key: 'seeds' | 'operations' | 'turns'): number =>
    told.reduce((total, each) => total + each[key], 0)
  return {
    seeds: sum('seeds'),
    operations: sum('operations'),
    turns: sum('turns'),
    failures: told.flatMap(({ failures }) => failures),
    seconds: (performance.now() - startMs) / 1000,
  }
}

const runShare = (share: Share): Promise<WorkerResult> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL('worker.ts', import.meta.url), [JSON.stringify(share)], {
      // Not those of vitest: Node.js reads TypeScript by itself.
      execArgv: [],
    })
    let told: WorkerResult | undefined
    child.on('message', (message) => (told = message as WorkerResult))
    child.on('exit', (code) =>
      told === undefined
        ? reject(new Error(`a worker ended with code ${code} and no result`))
        : resolve(told),
    )
  })
