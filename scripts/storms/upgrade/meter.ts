/** How long calls took and what they were answered, phase by phase. */
import type { PlatformProcess } from '../../../platform/test/support/platform-process.ts'
import type { Answer } from '../../../platform/test/support/node.ts'

export type Phase = 'before' | 'quiet' | 'during'

export type Measured = {
  answered: number
  /** Calls that a process which ended did not answer; another one was asked then. */
  unanswered: number
  /** Answers 5xx, with their code. */
  failures: string[]
  p50Ms: number
  p99Ms: number
}

export type Meter = {
  enter(phase: Phase): void
  /** The same process; each call through it counts in the phase in which it began. */
  over(node: PlatformProcess): PlatformProcess
  of(phase: Phase): Measured
}

type Tally = { timesMs: number[]; unanswered: number; failures: string[] }

export const createMeter = (): Meter => {
  const empty = (): Tally => ({ timesMs: [], unanswered: 0, failures: [] })
  const tallies = { before: empty(), quiet: empty(), during: empty() }
  let phase: Phase = 'before'

  const timed =
    <Args extends unknown[]>(ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      const tally = tallies[phase]
      const startMs = performance.now()
      try {
        const answer = await ask(...args)
        tally.timesMs.push(performance.now() - startMs)
        if (answer.status >= 500)
          tally.failures.push(`${answer.status} ${answer.body?.error ?? ''}`)
        return answer
      } catch (error) {
        tally.unanswered += 1
        throw error
      }
    }
  return {
    enter: (next) => void (phase = next),
    over: (node) => ({
      ...node,
      call: timed(node.call),
      open: timed(node.open),
      change: timed(node.change),
      payment: timed(node.payment),
      refund: timed(node.refund),
      status: timed(node.status),
    }),
    of(one) {
      const { timesMs, unanswered, failures } = tallies[one]
      const sorted = timesMs.toSorted((a, b) => a - b)
      const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0
      return { answered: timesMs.length, unanswered, failures, p50Ms: at(0.5), p99Ms: at(0.99) }
    },
  }
}
