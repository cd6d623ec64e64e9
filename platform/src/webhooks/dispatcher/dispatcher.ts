import type { AttemptDeps } from './make-attempt.ts'
import { createClaimLoop, type ClaimLoopDeps } from './claim-loop.ts'
import { gather } from './gather.ts'
import { createRecovery } from './recovery.ts'
import { createSender } from './sender.ts'

export type DispatcherOptions = Omit<AttemptDeps, 'onEnded'> &
  ClaimLoopDeps & {
    /** The slow poll behind the wake-ups: retries that come due, and leases of processes that died. */
    pollMs?: number
  }

export type Dispatcher = {
  start(): void
  /** This process has made something due: look now. Cheap, and cheap to call often. */
  wake(): void
  /** Another process has more due than it can take. */
  wakeForOthers(): void
  /** Claims no more, and resolves when the results of all attempts under way are recorded. */
  stop(): Promise<void>
}

const POLL_MS = 1_000

/** A claim for few costs nearly as much as one for many, so places that fall free are gathered this long. */
const GATHER_MS = 10

/**
 * The dispatcher sends what is due, from `start()` until `stop()`. A delivery passes through these states
 * in it:
 *
 * - *claimed* by the claim loop: leased to this process, and its attempt is on record;
 * - *under way* as soon as its partner has a free place; until then it *waits* in the partner's queue;
 * - *recorded*: the result of the attempt is written, and the lease ends. What has waited too long, or
 *   waits when the dispatcher stops, is *handed back* instead, and is due as before.
 *
 * The next batch is claimed while attempts are under way. Nothing is held over a call to a partner: no
 * transaction, no connection.
 */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  let stopped = true
  let poll: NodeJS.Timeout | undefined
  const look = (): void => {
    if (!stopped) claimLoop.begin(false)
  }
  const wake = (): void => {
    if (stopped) options.tellOthers?.()
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

  return {
    wake,
    wakeForOthers: look,
    start() {
      stopped = false
      poll = setInterval(() => claimLoop.beginAll(), options.pollMs ?? POLL_MS)
      claimLoop.beginAll()
    },
    async stop() {
      stopped = true
      clearInterval(poll)
      room.cancel()
      await claimLoop.stop()
      await sender.stop()
      await recovery.stop()
    },
  }
}
