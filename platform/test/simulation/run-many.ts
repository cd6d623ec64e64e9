import { fork } from 'node:child_process'
import type { Replayed, Replays } from './replay-worker.ts'
import type { Share, WorkerResult } from './worker.ts'

export type Many = WorkerResult & { seconds: number }

export type ManyAsked = {
  workers: number
  from: number
  /** The last seed; null with a time at which it ends. */
  last: number | null
  chapters?: number
  untilMs: number | null
}

/**
 * Divides the seeds among some processes, each with a PostgreSQL of its own: the transactions of one
 * would decide how far the roll-up of another gets.
 */
export const runMany = async (asked: ManyAsked): Promise<Many> => {
  const { workers, from, last, untilMs, chapters = 1 } = asked
  const startMs = performance.now()
  const told = await Promise.all(
    Array.from({ length: workers }, (_, index) =>
      runShare({
        first: from + index,
        stride: workers,
        last: last ?? Number.MAX_SAFE_INTEGER,
        chapters,
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

/** Replays a seed by several processes at once: with many of them, on a machine that is as busy as they are. */
export const replayMany = async (
  { seed, chapters, times }: Replays,
  workers: number,
): Promise<Replayed> => {
  const told = await Promise.all(
    Array.from({ length: workers }, (_, index) => {
      const share = Math.floor((times + index) / workers)
      return runWorker<Replayed>('replay-worker.ts', { seed, chapters, times: share })
    }),
  )
  return {
    times: told.reduce((sum, each) => sum + each.times, 0),
    states: [...new Set(told.flatMap(({ states }) => states))],
    violated: told.find(({ violated }) => violated !== null)?.violated ?? null,
  }
}

const runShare = (share: Share): Promise<WorkerResult> => runWorker('worker.ts', share)

const runWorker = <Result>(file: string, asked: object): Promise<Result> =>
  new Promise((resolve, reject) => {
    const child = fork(new URL(file, import.meta.url), [JSON.stringify(asked)], {
      // Not those of vitest: Node.js reads TypeScript by itself.
      execArgv: [],
    })
    let told: Result | undefined
    child.on('message', (message) => (told = message as Result))
    child.on('exit', (code) =>
      told === undefined
        ? reject(new Error(`a worker ended with code ${code} and no result`))
        : resolve(told),
    )
  })
