import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Pipeline } from '../database/pipeline.ts'
import { IN_FLIGHT_MAX, planSlow, planUsual, type Places, type PlannedClaim } from './claim-plan.ts'
import { claimDeliveries, type ClaimedDelivery } from './claim.ts'
import { gather } from './gather.ts'
import { createPartnerRound, type PartnerRound } from './partner-round.ts'
import type { Sender } from './sender.ts'

export type ClaimingDeps = { claims: Pipeline; log: Logger; inFlightMax?: number }

export type Claiming = {
  /** Something may be due to any partner. */
  begin(): void
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
export const createClaiming = (
  { claims, log, inFlightMax = IN_FLIGHT_MAX }: ClaimingDeps,
  sender: Sender,
): Claiming => {
  const usual: Lane = { round: createPartnerRound(), plan: planUsual }
  const slow: Lane = { round: createPartnerRound(), plan: planSlow }
  /** They take turns, so that neither waits for the end of the other's work. */
  let lanes = [usual, slow]
  let underway: Promise<void> | null = null
  let stopped = false
  const slowSoon = gather(GATHER_SLOW_MS, () => {
    slow.round.begin()
    run()
  })

  const run = (): void => {
    if (stopped || underway || lanes.every(({ round }) => round.isOver())) return
    const places = { free: inFlightMax - sender.underway(), ...sender.places() }
    for (const lane of lanes) {
      const planned = lane.round.isOver() ? null : lane.plan(places)
      if (planned === null) continue
      lanes = lanes.toReversed()
      return start(lane, planned)
    }
  }

  const start = ({ round }: Lane, planned: PlannedClaim): void => {
    underway = claim(round, planned)
      .catch((error: unknown) => {
        log.error({ err: error }, 'webhook deliveries could not be claimed')
        return pause(AFTER_FAILURE_MS)
      })
      .finally(() => {
        underway = null
        run()
      })
  }

  const claim = async (round: PartnerRound, planned: PlannedClaim): Promise<void> => {
    const request = { ...planned, afterPartner: round.next() }
    const { deliveries, leftOff } = await claimDeliveries(claims, request)
    sender.send(deliveries)
    if (deliveries.length < planned.limit) return round.passed(leftOff)
    round.passed(lastPartner(deliveries))
    // A full claim has left some over, with the partners that it served too.
    round.begin()
  }

  return {
    begin() {
      if (stopped) return
      usual.round.begin()
      slowSoon.soon()
      run()
    },
    async stop() {
      stopped = true
      slowSoon.cancel()
      await underway
    },
  }
}

const lastPartner = (deliveries: ClaimedDelivery[]): number =>
  Math.max(0, ...deliveries.map(({ partner_id }) => partner_id))
