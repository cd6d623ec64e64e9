import type { Logger } from 'pino'

export type Periodic = { stop(): Promise<void> }

/**
 * Runs a task now and again after each pause, never twice at once. A failing task is logged and
 * tried again: what it does is due all the same.
 *
 * @param task returns true when there is more to do right now.
 */
export const periodic = (
  name: string,
  pauseMs: number,
  log: Logger,
  task: () => Promise<boolean | void>,
): Periodic => {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const run = async (): Promise<void> => {
    let again = false
    try {
      again = (await task()) === true
    } catch (error) {
      log.error({ err: error, task: name }, 'a periodic task failed and will be tried again')
    }
    if (!stopped) timer = setTimeout(start, again ? 0 : pauseMs)
  }
  let running = Promise.resolve()
  const start = (): void => {
    running = run()
  }

  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
