import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Pipeline } from '../../database/pipeline.ts'
import { IN_FLIGHT_MAX, planSlow, planUsual, type Places, type PlannedClaim } from './claim-plan.ts'
import { NO_TRACING, type Tracing } from '../../tracing.ts'
import { claimDeliveries, type ClaimedDelivery } from '../queue/claim.ts'
import { gather } from './gather.ts'
import { createPartnerRound, type PartnerRound } from './partner-round.ts'
import type { Sender } from './sender.ts'

export type ClaimLoopDeps = {
  claims: Pipeline
  log: Logger
  tracing?: Tracing
  inFlightMax?: number
  /** Tells the other processes that more is due than this one can take at once (W75). */
  tellOthers?: () => void
}

export type ClaimLoop = {
  /** Something may be due to any partner. `isNew`: no other process has been told of it. */
  begin(isNew: boolean): void
  /** Whether partners are left that were not looked at since then. */
  isUnfinished(): boolean
  /** Claims no more, and resolves when the claim under way has ended. */
  stop(): Promise<void>
}

/** Slow partners do not notice that what is due to them is gathered for so long. */
const GATHER_SLOW_MS = 100

/** After a failed claim (the database is away, say) the next one waits this long. */
const AFTER_FAILURE_MS = 500

/** Claims of one kind, which go round their partners. */
type Lane = { round: PartnerRound; plan(places: Places): PlannedClaim | null }

/**
 * Claims what is due, one batch after another, and hands it to the sender. Slow partners are claimed
 * for apart, within places of their own, so that they cost the others nothing (W73).
 */
export const createClaimLoop = (
  { claims, log, tracing = NO_TRACING, inFlightMax = IN_FLIGHT_MAX, tellOthers }: ClaimLoopDeps,
  sender: Sender,
): ClaimLoop => {
  const usual: Lane = { round: createPartnerRound(), plan: planUsual }
  const slow: Lane = { round: createPartnerRound(), plan: planSlow }
  /** They take turns, so that neither waits for the end of the other's work. */
  let lanes = [usual, slow]
  let underway: Promise<void> | null = null
  let stopped = false
  let isUntold = false
  const slowSoon = gather(GATHER_SLOW_MS, () => {
    slow.round.begin()
    run()
  })

  /** This process cannot take all that is due at once. */
  const tell = (): void => {
    if (isUntold) tellOthers?.()
    isUntold = false
  }

  const run = (): void => {
    if (stopped || underway || lanes.every(({ round }) => round.isOver())) return
    const places = { free: inFlightMax - sender.underway(), ...sender.places() }
    for (const lane of lanes) {
      const planned = lane.round.isOver() ? null : lane.plan(places)
      if (planned === null) continue
      lanes = lanes.toReversed()
      return start(lane, planned)
    }
    if (!usual.round.isOver()) tell()
  }

  const start = ({ round }: Lane, planned: PlannedClaim): void => {
    underway = claim(round, planned)
      .catch((error: unknown) => {
        log.error({ err: error }, 'webhook deliveries could not be claimed')
        tell()
        return pause(AFTER_FAILURE_MS)
      })
      .finally(() => {
        underway = null
        run()
      })
  }

  const claim = async (round: PartnerRound, planned: PlannedClaim): Promise<void> => {
    const request = { ...planned, afterPartner: round.next() }
    const startedMs = performance.now()
    const { deliveries, leftOff } = await claimDeliveries(claims, request)
    tracing.claimed(deliveries, startedMs)
    sender.send(planned, deliveries)
    if (deliveries.length < planned.limit) return round.passed(leftOff)
    tell()
    round.passed(lastPartner(deliveries))
    // A full claim has left some over, with the partners that it served too.
    round.begin()
  }

  return {
    begin(isNew) {
      if (stopped) return
      isUntold ||= isNew
      usual.round.begin()
      slowSoon.soon()
      run()
    },
    isUnfinished: () => !usual.round.isOver(),
    async stop() {
      stopped = true
      slowSoon.cancel()
      await underway
    },
  }
}

const lastPartner = (deliveries: ClaimedDelivery[]): number =>
  Math.max(0, ...deliveries.map(({ partner_id }) => partner_id))
