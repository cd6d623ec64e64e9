import { setTimeout as pause } from 'node:timers/promises'
import type { Pipeline } from '../database/pipeline.ts'
import type { AttemptDeps } from './attempt.ts'
import { claimDeliveries, type ClaimedDelivery } from './claim.ts'
import { createPartnerRound } from './partner-round.ts'
import { createSender } from './sender.ts'

export type DispatcherOptions = AttemptDeps & {
  claims: Pipeline
  /** The slow poll behind the wake-ups: retries that come due, and leases of processes that died. */
  pollMs?: number
  inFlightMax?: number
}

export type Dispatcher = {
  start(): void
  /** Something may be due: look now. Cheap, and cheap to call often. */
  wake(): void
  /** Claims no more, and resolves when every attempt under way is settled. */
  stop(): Promise<void>
}

const POLL_MS = 1_000

/** Attempts under way in this process; slow partners need many, and waiting costs little. */
const IN_FLIGHT_MAX = 1_024

const CLAIM_MAX = 512

/** A claim for a handful of deliveries costs nearly as much as one for many. */
const CLAIM_MIN = 256

/** For the same reason places that fall free one by one are gathered for so long. */
const GATHER_MS = 10

/** After a failed claim (the database is away, say) the next one waits this long. */
const AFTER_FAILURE_MS = 500

/**
 * Claims what is due in batches, has each sent, and claims the next batch while attempts are under
 * way. Nothing is held over a call to a partner: no transaction, no connection.
 */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { claims, log, inFlightMax = IN_FLIGHT_MAX } = options
  const round = createPartnerRound()
  let claiming: Promise<void> | null = null
  let stopped = true
  let poll: NodeJS.Timeout | undefined
  let gathering: NodeJS.Timeout | undefined

  const gather = (): void => {
    if (stopped) return
    gathering ??= setTimeout(() => {
      gathering = undefined
      wake()
    }, GATHER_MS)
  }

  const sender = createSender(options, gather)

  const free = (): number => inFlightMax - sender.underway()

  const claim = async (): Promise<void> => {
    const limit = Math.min(CLAIM_MAX, free())
    const { deliveries, leftOff } = await claimDeliveries(claims, {
      limit,
      afterPartner: round.next(),
      partnerLimit: sender.roomAtFirst,
      free: sender.room(),
    })
    sender.send(deliveries)
    if (deliveries.length < limit) return round.passed(leftOff)
    round.passed(lastPartner(deliveries))
    // A full claim has left some over, with the partners that it served too.
    round.begin()
  }

  const run = (): void => {
    if (stopped || claiming || round.isOver() || free() < CLAIM_MIN) return
    claiming = claim()
      .catch((error: unknown) => {
        log.error({ err: error }, 'webhook deliveries could not be claimed')
        return pause(AFTER_FAILURE_MS)
      })
      .finally(() => {
        claiming = null
        run()
      })
  }

  const wake = (): void => {
    round.begin()
    run()
  }

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
      clearTimeout(gathering)
      await claiming
      await sender.stop()
    },
  }
}

const lastPartner = (deliveries: ClaimedDelivery[]): number =>
  Math.max(0, ...deliveries.map(({ partner_id }) => partner_id))
