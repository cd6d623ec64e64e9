import { median, medianRatio, perSecond } from '../measure.ts'
import type { Goal, Row } from '../scenario.ts'

/** Deliveries per second of each contestant in one round. */
export type DispatchRun = {
  raw: number
  wasl: number
  graphile: number
  boss: number
  bullmq: number
}

const FLOOR_GOAL = 0.45

/** How many times each peer's rate the platform must reach, although it alone records attempts. */
const PEER_GOALS = { graphile: 1.5, boss: 1.2, bullmq: 1.5 } as const

const PEER_NAMES = {
  graphile: 'graphile-worker, tuned',
  boss: 'pg-boss, 4 × 2,000',
  bullmq: 'BullMQ on Redis',
} as const

const NOTE =
  'dispatch: the goals are for partners that answer at once. A goal beside a peer says how many times its rate Wasl must reach, and what Wasl reached.'

export const dispatchRows = (
  delayMs: number,
  concurrency: number,
  rounds: DispatchRun[],
): Row[] => {
  const scenario = `dispatch, partners of ${delayMs} ms, ${concurrency} at a time`
  const isGoal = delayMs === 0
  const ratesOf = (name: keyof DispatchRun): number[] => rounds.map((round) => round[name])
  const row = (name: keyof DispatchRun, contestant: string, goal: Goal | null): Row => ({
    scenario,
    contestant,
    result: perSecond(median(ratesOf(name))),
    ratio: medianRatio(ratesOf(name), ratesOf('raw')),
    goal,
    note: NOTE,
  })
  const ours = medianRatio(ratesOf('wasl'), ratesOf('raw'))
  const floorGoal = { text: `≥ ${FLOOR_GOAL} of the floor`, met: ours >= FLOOR_GOAL }
  return [
    row('raw', 'undici POST loop (floor)', null),
    row('wasl', 'Wasl', isGoal ? floorGoal : null),
    ...(['graphile', 'boss', 'bullmq'] as const).map((peer) => {
      const ahead = medianRatio(ratesOf('wasl'), ratesOf(peer))
      const text = `Wasl ≥ ${PEER_GOALS[peer]} × it (${ahead.toFixed(2)} ×)`
      return row(peer, PEER_NAMES[peer], isGoal ? { text, met: ahead >= PEER_GOALS[peer] } : null)
    }),
  ]
}
