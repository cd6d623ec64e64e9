import type { Lead, Work } from './lead.ts'
import type { Periodic, TaskAge } from './schedule.ts'

/** Tasks that run only while this process leads their work. */
export type LedTasks = { ages(): TaskAge[]; stop(): Promise<void> }

/**
 * @param begin starts the tasks. It is called again when the work comes back to this process, and not
 *   before the tasks of the last time have ended: no task runs twice at the same time in one process.
 */
export const whileLeading = (lead: Lead, work: Work, begin: () => Periodic[]): LedTasks => {
  let running: Periodic[] = []
  let turn = Promise.resolve()
  let isStopped = false

  const end = (): void => {
    const ending = running
    running = []
    turn = turn.then(() => stopAll(ending))
  }

  lead.watch(work, {
    begin() {
      turn = turn.then(() => {
        if (lead.holds(work) && !isStopped && running.length === 0) running = begin()
      })
    },
    end,
  })
  return {
    ages: () => running.map((task) => task.age()),
    async stop() {
      isStopped = true
      end()
      await turn
    },
  }
}

const stopAll = async (tasks: Periodic[]): Promise<void> => {
  await Promise.all(tasks.map((task) => task.stop()))
}
