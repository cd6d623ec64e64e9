import { setTimeout as sleep } from 'node:timers/promises'
import { foreignShare, processorTime } from './harness/processor-time.ts'

/** The share of the machine that other programs may take in a round that counts. */
const SHARE_MAX = 0.1

/** How often a round is measured at most. The least disturbed measurement counts. */
const TRIES_MAX = 3

/** How long a round waits at most until the machine is quiet. */
const WAIT_MS_MAX = 60_000
const LOOK_MS = 500

export type Undisturbed = {
  /** Runs a round, and repeats it when other programs took too much of the machine. */
  measure: <Result>(round: () => Promise<Result>) => Promise<Result>
  /** The largest share, from 0 to 1, that other programs took in a round that counts. */
  worstShare(): number
}

export const createUndisturbed = (isPatient: boolean, log: (line: string) => void): Undisturbed => {
  let worst = 0
  return {
    worstShare: () => worst,
    async measure(round) {
      let best: { result: Awaited<ReturnType<typeof round>>; share: number } | null = null
      for (let attempt = 1; attempt <= (isPatient ? TRIES_MAX : 1); attempt += 1) {
        if (isPatient) await untilQuiet()
        const before = processorTime()
        const result = await round()
        const share = foreignShare(before, processorTime())
        if (best === null || share < best.share) best = { result, share }
        if (share <= SHARE_MAX) break
        log(`other programs took ${(share * 100).toFixed(0)} % of the machine in this round`)
      }
      if (best === null) throw new Error('no round was measured')
      worst = Math.max(worst, best.share)
      return best.result
    },
  }
}

const untilQuiet = async (): Promise<void> => {
  const deadline = performance.now() + WAIT_MS_MAX
  while (performance.now() < deadline) {
    const before = processorTime()
    await sleep(LOOK_MS)
    if (foreignShare(before, processorTime()) <= SHARE_MAX) return
  }
}
