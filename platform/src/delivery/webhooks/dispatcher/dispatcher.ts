import type { AttemptDeps } from './make-attempt.ts'
import { createClaimLoop, type ClaimLoopDeps } from './claim-loop.ts'
import { gather } from './gather.ts'
import { createRecovery } from './recovery.ts'
import { createSender } from './sender.ts'
import { every, type Timer } from '../../../base/chance.ts'

export type DispatcherOptions = Omit<AttemptDeps, 'onEnded'> &
  ClaimLoopDeps & {
    /**
     * The interval of the poll behind the wake-ups, for retries that become due and leases of
     * processes that died.
     */
    pollMs?: number
    /** Whether this process polls for all processes, for deliveries that woke no dispatcher (W168). */
    isLeading?: () => boolean
  }

export type Dispatcher = {
  start(): void
  /** This process has made something due: claim now. Cheap enough to call often. */
  wake(): void
  /** Another process has more due than it can send. */
  wakeForOthers(): void
  /** A process without a dispatcher has made something due. One dispatcher claims it. */
  wakeForNew(): void
  /** Stops claiming, and resolves when the results of all attempts under way are recorded. */
  stop(): Promise<void>
}

const POLL_MS = 1_000

/**
 * A claim for a few costs nearly as much as one for many, so free places are combined for this
 * long.
 */
const GATHER_MS = 10

/**
 * The dispatcher sends what is due, from `start()` until `stop()`. In it, a delivery has these
 * states:
 *
 * - *claimed* by the claim loop: it is leased to this process, and its attempt is stored;
 * - *under way* as soon as its partner has a free place; until then it *waits* in the partner's
 *   queue;
 * - *recorded*: the attempt's result is written, and the lease ends. A delivery that has waited too
 *   long, or that waits when the dispatcher stops, is *handed back* instead, with its due time
 *   unchanged.
 *
 * The next batch is claimed while attempts are under way. No transaction and no connection is held
 * over a call to a partner.
 */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  let stopped = true
  let poll: Timer | undefined
  const look = (): void => {
    if (!stopped) claimLoop.begin(false)
  }
  const wake = (): void => {
    if (stopped) options.tellOthers?.('new')
    else claimLoop.begin(true)
  }
  const recovery = createRecovery(options.claims, options.log, wake)
  const attempts: AttemptDeps = {
    ...options,
    onEnded: recovery.ended,
    onRecorded(result, delivery) {
      recovery.recorded(result)
      options.onRecorded?.(result, delivery)
    },
  }
  const room = gather(GATHER_MS, look)
  const sender = createSender(attempts, (mayBeDue) => {
    if (!stopped && (mayBeDue || claimLoop.isUnfinished())) room.soon()
  })
  const claimLoop = createClaimLoop(options, sender)
  const leads = (): boolean => options.isLeading?.() ?? true

  return {
    wake,
    wakeForOthers: look,
    wakeForNew() {
      if (!stopped && leads()) claimLoop.begin(true)
    },
    start() {
      stopped = false
      poll = every(options.pollMs ?? POLL_MS, () => {
        // One that sends looks by itself: it was woken because the leader cannot take everything.
        if (leads() || sender.underway() > 0) claimLoop.beginAll()
      })
      claimLoop.beginAll()
    },
    async stop() {
      stopped = true
      poll?.cancel()
      room.cancel()
      await claimLoop.stop()
      await sender.stop()
      await recovery.stop()
    },
  }
}
