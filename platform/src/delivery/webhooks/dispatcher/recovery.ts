import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Pipeline } from '../../../base/database/pipeline.ts'
import { bringForward } from '../queue/bring-forward.ts'
import { gather } from './gather.ts'
import type { AttemptResult } from '../queue/record.ts'
import { monotonicMs } from '../../../base/chance.ts'

export type Recovery = {
  /** An attempt ended; remembers whether it failed because of the partner. */
  ended(result: AttemptResult): void
  /**
   * A result is recorded. An acknowledgement brings forward the deliveries that the partner's
   * trouble postponed.
   */
  recorded(result: AttemptResult): void
  /** Resolves when no work is under way. */
  stop(): Promise<void>
}

/**
 * Acknowledgements within this time are combined; then the partner's next deliveries are brought
 * forward.
 */
const PAUSE_MS = 500

/**
 * A partner that acknowledged another event this recently is not in trouble: the failure belongs to
 * the event, and the next acknowledgement would prove nothing.
 */
const ACKNOWLEDGED_LATELY_MS = 10_000

/** The number of partners whose last acknowledgement is remembered. */
const REMEMBERED_MAX = 10_000

/**
 * After an outage, a partner's deliveries wait for minutes or hours. As soon as it acknowledges
 * one, the others are brought forward in batches, as long as acknowledgements come (W74).
 *
 * @param onBroughtForward called when something has become due.
 */
export const createRecovery = (
  connection: Pipeline,
  log: Logger,
  onBroughtForward: () => void,
): Recovery => {
  const acknowledgedLately = new LRUCache<number, true>({
    max: REMEMBERED_MAX,
    ttl: ACKNOWLEDGED_LATELY_MS,
    ttlResolution: 0,
    // Read at each call, so that tests can replace the clock.
    perf: { now: monotonicMs },
  })
  const answering = new Set<number>()
  let working = Promise.resolve()
  let stopped = false

  const work = async (partnerIds: number[]): Promise<void> => {
    try {
      if ((await bringForward(connection, partnerIds)) > 0) onBroughtForward()
    } catch (error) {
      log.warn(
        { err: error },
        'postponed webhooks were not brought forward; they stay due as before',
      )
    }
  }

  const check = gather(PAUSE_MS, () => {
    const partnerIds = [...answering]
    answering.clear()
    working = working.then(() => work(partnerIds))
  })

  return {
    ended(result) {
      const { outcome, partnerId } = result
      if (outcome === 'acknowledged') acknowledgedLately.set(partnerId, true)
      else {
        result.isPartnerInTrouble = outcome !== 'not_sent' && !acknowledgedLately.has(partnerId)
      }
    },
    recorded({ outcome, partnerId }) {
      if (outcome !== 'acknowledged' || stopped) return
      answering.add(partnerId)
      check.soon()
    },
    async stop() {
      stopped = true
      check.cancel()
      await working
    },
  }
}
