/** How clients of a storm get their answers although processes and the database are away for a while. */
import { setTimeout as pause } from 'node:timers/promises'
import type { PlatformProcess } from '../../platform/test/support/platform-process.ts'
import type { Answer } from '../../platform/test/support/node.ts'
import type { Ask } from '../../platform/test/storms/support/recorded-calls.ts'

const AGAIN_MS = 40

/**
 * Asks one process after another until one answers; null when the storm is over and none is left.
 *
 * While the database is away a process answers 503, which leaves open what happened. The call is then
 * repeated, but only when the process is ready again: clients that called all the time would leave
 * hundreds of calls open in the history of one subject, and those that went on to the next subject would
 * never learn what became of this one.
 *
 * @param processes may change meanwhile.
 */
export const createInsist =
  (processes: readonly PlatformProcess[], isOver: () => boolean) =>
  async (ask: Ask): Promise<Answer | null> => {
    for (let turn = 0; ; turn += 1) {
      const node = processes[turn % processes.length]
      const answer = node === undefined ? null : await ask(node).catch(() => null)
      const isAway = answer?.body?.error === 'SERVER503_UNAVAILABLE'
      if (answer !== null && !isAway) return answer
      if (isOver() && processes.length === 0) return null
      await pause(AGAIN_MS)
      if (node !== undefined && isAway) await untilReady(node)
    }
  }

/** A process that has ended is not waited for. */
const untilReady = async (node: PlatformProcess): Promise<void> => {
  for (;;) {
    const answer = await node.call('GET', '/readyz', { key: null }).catch(() => null)
    if (answer?.status !== 503) return
    await pause(AGAIN_MS)
  }
}
