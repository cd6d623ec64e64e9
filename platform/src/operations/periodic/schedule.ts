import type { Logger } from 'pino'
import { after, monotonicMs, type Timer } from '../../base/chance.ts'
import { levelOfFailure } from '../../base/database/fenced.ts'

export type TaskAge = {
  /** The name in the log. */
  task: string
  /**
   * Seconds since the task last succeeded in this process or, before that, since it was started.
   */
  ageSeconds: number
  pauseSeconds: number
}

export type Periodic = { age(): TaskAge; stop(): Promise<void> }

/**
 * Runs a task at once and again after each pause, never twice at the same time. A failed run is
 * logged, and the task runs again after the pause.
 *
 * @param task returns true when more work is due right now.
 * @param nowMs milliseconds of a monotonic clock; for tests.
 */
export const periodic = (
  name: string,
  pauseMs: number,
  log: Logger,
  task: () => Promise<boolean | void>,
  nowMs = monotonicMs,
): Periodic => {
  let succeededMs = nowMs()
  let timer: Timer | undefined
  let stopped = false

  const run = async (): Promise<void> => {
    let again = false
    try {
      again = (await task()) === true
      succeededMs = nowMs()
    } catch (error) {
      const line = { err: error, task: name }
      log[levelOfFailure(error)](line, 'a periodic task failed and will be tried again')
    }
    if (!stopped) timer = after(again ? 0 : pauseMs, start)
  }
  let running = Promise.resolve()
  const start = (): void => {
    running = run()
  }

  start()
  return {
    age: () => ({
      task: name,
      ageSeconds: (nowMs() - succeededMs) / 1000,
      pauseSeconds: pauseMs / 1000,
    }),
    async stop() {
      stopped = true
      timer?.cancel()
      await running
    },
  }
}
