import { setTimeout as pause } from 'node:timers/promises'
import type { Pipeline } from '../database/pipeline.ts'
import type { AttemptDeps } from './attempt.ts'
import { IN_FLIGHT_MAX, planSlow, planUsual, type Places, type PlannedClaim } from './claim-plan.ts'
import { claimDeliveries, type ClaimedDelivery } from './claim.ts'
import { gather } from './gather.ts'
import { createPartnerRound, type PartnerRound } from './partner-round.ts'
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

/** A claim for few costs nearly as much as one for many: places that fall free are gathered for so long. */
const GATHER_MS = 10

/** The same for slow partners, who do not notice it. */
const GATHER_SLOW_MS = 100

/** After a failed claim (the database is away, say) the next one waits this long. */
const AFTER_FAILURE_MS = 500

/** Claims of one kind, which go round their partners. */
type Lane = { round: PartnerRound; plan(places: Places): PlannedClaim | null }

/**
 * Claims what is due in batches, has each sent, and claims the next batch while attempts are under
 * way. Nothing is held over a call to a partner: no transaction, no connection. Slow partners are
 * claimed for apart, within places of their own, so that they cost the others nothing (W73).
 */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { claims, log, inFlightMax = IN_FLIGHT_MAX } = options
  const usual: Lane = { round: createPartnerRound(), plan: planUsual }
  const slow: Lane = { round: createPartnerRound(), plan: planSlow }
  let claiming: Promise<void> | null = null
  let stopped = true
  let poll: NodeJS.Timeout | undefined
  const room = gather(GATHER_MS, () => wake())
  const slowRoom = gather(GATHER_SLOW_MS, () => {
    slow.round.begin()
    run()
  })
  const sender = createSender(options, () => !stopped && room.soon())

  const claim = async (round: PartnerRound, planned: PlannedClaim): Promise<void> => {
    const request = { ...planned, afterPartner: round.next() }
    const { deliveries, leftOff } = await claimDeliveries(claims, request)
    sender.send(deliveries)
    if (deliveries.length < planned.limit) return round.passed(leftOff)
    round.passed(lastPartner(deliveries))
    // A full claim has left some over, with the partners that it served too.
    round.begin()
  }

  /** The lanes take turns, so that neither waits for the end of the other's work. */
  let lanes = [usual, slow]

  const run = (): void => {
    if (stopped || claiming || lanes.every(({ round }) => round.isOver())) return
    const places = { free: inFlightMax - sender.underway(), ...sender.places() }
    for (const lane of lanes) {
      const planned = lane.round.isOver() ? null : lane.plan(places)
      if (planned === null) continue
      lanes = lanes.toReversed()
      return begin(lane, planned)
    }
  }

  const begin = ({ round }: Lane, planned: PlannedClaim): void => {
    claiming = claim(round, planned)
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
    if (stopped) return
    usual.round.begin()
    slowRoom.soon()
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
      room.cancel()
      slowRoom.cancel()
      await claiming
      await sender.stop()
    },
  }
}

const lastPartner = (deliveries: ClaimedDelivery[]): number =>
  Math.max(0, ...deliveries.map(({ partner_id }) => partner_id))
