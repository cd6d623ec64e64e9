import type { AttemptDeps } from './attempt.ts'
import { createClaiming, type ClaimingDeps } from './claiming.ts'
import { gather } from './gather.ts'
import { createRecovery } from './recovery.ts'
import { createSender } from './sender.ts'

export type DispatcherOptions = Omit<AttemptDeps, 'onEnded'> &
  ClaimingDeps & {
    /** The slow poll behind the wake-ups: retries that come due, and leases of processes that died. */
    pollMs?: number
  }

export type Dispatcher = {
  start(): void
  /** Something may be due: look now. Cheap, and cheap to call often. */
  wake(): void
  /** Claims no more, and resolves when every attempt under way is settled. */
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
  const wake = (): void => {
    if (!stopped) claiming.begin()
  }
  const recovery = createRecovery(options.claims, options.log, wake)
  const attempts: AttemptDeps = {
    ...options,
    onEnded: recovery.ended,
    onSettled(settlement, delivery) {
      recovery.recorded(settlement)
      options.onSettled?.(settlement, delivery)
    },
  }
  const room = gather(GATHER_MS, wake)
  const sender = createSender(attempts, () => {
    if (!stopped) room.soon()
  })
  const claiming = createClaiming(options, sender)

  return {
    wake,
    start() {
      stopped = false
      poll = setInterval(wake, options.pollMs ?? POLL_MS)
      wake()
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
