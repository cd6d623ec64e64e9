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

/** A claim for few costs nearly as much as one for many: places that fall free are gathered for so long. */
const GATHER_MS = 10

/**
 * Claims what is due in batches, has each sent, and claims the next batch while attempts are under
 * way. Nothing is held over a call to a partner: no transaction, no connection.
 */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  let stopped = true
  let poll: NodeJS.Timeout | undefined
  const look = (): void => {
    if (!stopped) claiming.begin(false)
  }
  const wake = (): void => {
    if (stopped) options.tellOthers?.()
    else claiming.begin(true)
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
    if (!stopped && (mayBeDue || claiming.isUnfinished())) room.soon()
  })
  const claiming = createClaimLoop(options, sender)

  return {
    wake,
    wakeForOthers: look,
    start() {
      stopped = false
      poll = setInterval(look, options.pollMs ?? POLL_MS)
      look()
    },
    async stop() {
      stopped = true
      clearInterval(poll)
      room.cancel()
      await claiming.stop()
      await sender.stop()
      await recovery.stop()
    },
  }
}
