/**
 * The claim loop claims what is due, one batch after another, and hands it to the sender. It has
 * four states:
 *
 * - `idle`: no claim is under way. Either every partner was looked at, or this process has no free
 *   place. A wake-up or a free place leads to `claiming`.
 * - `claiming`: one claim is under way. It ends in `idle`, and the loop continues at once if more
 *   is left to look at; or in `pausing` when it failed.
 * - `pausing`: for instance, the database is unavailable. After a moment the loop is `idle` again
 *   and continues.
 * - `stopped`: for good.
 *
 * Its work is divided into lanes, which take turns so that none waits for another's work. Slow
 * partners have a lane with places of its own, so that they cost the others nothing (W73). Nearly
 * everything that is due to the others belongs to recent payments, so wake-ups lead to claims for
 * those only, which read one or two monthly partitions. Deliveries of older payments (sent again on
 * request, or refunds) are found by a lane that looks at all months: each second, and again as long
 * as it finds any (W75).
 */
import type { Logger } from 'pino'
import { levelOfFailure } from '../../../base/database/fenced.ts'
import type { Pipeline } from '../../../base/database/pipeline.ts'
import {
  IN_FLIGHT_MAX,
  isSlowFull,
  planSlow,
  planUsual,
  type Places,
  type PlannedClaim,
} from './claim-plan.ts'
import { NO_TRACING, type Tracing } from '../../tracing.ts'
import { ANY_ID, idsOf, type IdRange } from '../../../base/database/id-range.ts'
import { after, periodAt, startOf } from '../../../base/database/period.ts'
import { claimDeliveries, type ClaimedDelivery } from '../queue/claim.ts'
import { gather } from './gather.ts'
import { createPartnerRound, type PartnerRound } from './partner-round.ts'
import type { Sender } from './sender.ts'
import { monotonicMs, pause, wallClock } from '../../../base/chance.ts'

/**
 * Tells the dispatchers of other processes: all of them that there is `more` than this process can take
 * at once (W75), or one of them that something `new` is due that this process does not send at all.
 */
export type TellOthers = (what: 'more' | 'new') => void

export type ClaimLoopDeps = {
  claims: Pipeline
  log: Logger
  tracing?: Tracing
  inFlightMax?: number
  tellOthers?: TellOthers
}

export type ClaimLoop = {
  /** Something may be due to any partner. `isNew`: no other process knows of it yet. */
  begin(isNew: boolean): void
  /** The same, for payments of any age; maybe no other process looks for these. */
  beginAll(): void
  /** Whether some partners have not been looked at since then. */
  isUnfinished(): boolean
  /** Claims no more, and resolves when the claim under way has ended. */
  stop(): Promise<void>
}

type State = 'idle' | 'claiming' | 'pausing' | 'stopped'

const NEXT_STATES: Record<State, State[]> = {
  idle: ['claiming', 'stopped'],
  claiming: ['idle', 'pausing', 'stopped'],
  pausing: ['idle', 'stopped'],
  stopped: ['stopped'],
}

/** Deliveries to slow partners are combined for this long, which these partners do not notice. */
const GATHER_SLOW_MS = 100

/** The pause after a failed claim, for instance while the database is unavailable. */
const AFTER_FAILURE_MS = 500

const DAY_MS = 86_400_000

/** Longer than a lock (a day) and a whole retry schedule (three days) take together. */
const LATELY_MS = 8 * DAY_MS

/**
 * The ids of recent events: those of one or two months. They end with the month of tomorrow, because this
 * machine's clock may be behind the database's.
 */
const recentEvents = (): { ids: IdRange; idsEndAt: Date } => {
  const nowMs = wallClock().getTime()
  const idsEndAt = startOf(after(periodAt(new Date(nowMs + DAY_MS), 'month'), 1))
  return { ids: idsOf(new Date(nowMs - LATELY_MS), idsEndAt), idsEndAt }
}

/** Claims of one kind, with their own round over the partners. */
type Lane = {
  round: PartnerRound
  plan(places: Places): PlannedClaim | null
  /** The age of the payments it looks at: `any, when polled` continues only while it finds old ones. */
  age: 'recent' | 'any' | 'any, when polled'
  /** Whether the last such claim found a delivery of an old payment. */
  hasFoundOld: boolean
  /** Whether the database's clock was ahead of this machine's by more than a day at the last claim. */
  isClockAhead: boolean
}

const createLane = (plan: Lane['plan'], age: Lane['age']): Lane => ({
  round: createPartnerRound(),
  plan,
  age,
  hasFoundOld: false,
  isClockAhead: false,
})

/** Holds the state; only `enter` changes it. */
const createLoopState = () => {
  let state: State = 'idle'
  return {
    is: (asked: State): boolean => state === asked,
    enter(next: State): void {
      if (!NEXT_STATES[state].includes(next)) {
        throw new Error(`the claim loop is ${state} and cannot be ${next} next`)
      }
      state = next
    },
  }
}

export const createClaimLoop = (deps: ClaimLoopDeps, sender: Sender): ClaimLoop => {
  const { inFlightMax = IN_FLIGHT_MAX } = deps
  const usual = createLane(planUsual, 'recent')
  const slow = createLane(planSlow, 'any')
  const old = createLane(planUsual, 'any, when polled')
  /** The next lane comes first. */
  let lanes = [usual, slow, old]
  const state = createLoopState()
  let underway: Promise<void> | null = null
  let isUntold = false

  const slowSoon = gather(GATHER_SLOW_MS, () => {
    slow.round.begin()
    run()
  })

  /** This process cannot take all that is due at once. */
  const tell = (): void => {
    if (isUntold) deps.tellOthers?.('more')
    isUntold = false
  }

  const run = (): void => {
    if (!state.is('idle') || lanes.every(({ round }) => round.isOver())) return
    const places = { free: inFlightMax - sender.underway(), ...sender.places() }
    for (const lane of lanes) {
      const planned = lane.round.isOver() ? null : lane.plan(places)
      if (planned === null) continue
      lanes = [...lanes.filter((other) => other !== lane), lane]
      return start(lane, planned)
    }
    if (!usual.round.isOver() || (!slow.round.isOver() && isSlowFull(places))) tell()
  }

  const start = (lane: Lane, planned: PlannedClaim): void => {
    state.enter('claiming')
    sender.claimBegins()
    underway = claimIn(lane, planned, deps, sender)
      .then((isFull) => {
        if (isFull) tell()
      })
      .catch((error: unknown) => {
        deps.log[levelOfFailure(error)]({ err: error }, 'webhook deliveries could not be claimed')
        tell()
        if (state.is('claiming')) state.enter('pausing')
        return pause(AFTER_FAILURE_MS)
      })
      .finally(() => {
        underway = null
        if (!state.is('stopped')) state.enter('idle')
        run()
      })
  }

  const begin = (isNew: boolean): void => {
    if (state.is('stopped')) return
    isUntold ||= isNew
    usual.round.begin()
    if (old.hasFoundOld) old.round.begin()
    slowSoon.soon()
    run()
  }

  return {
    begin,
    beginAll() {
      old.round.begin()
      begin(true)
    },
    isUnfinished: () => !usual.round.isOver() || old.hasFoundOld,
    async stop() {
      state.enter('stopped')
      slowSoon.cancel()
      await underway
    },
  }
}

/** Makes the next claim of a lane; resolves with whether it was full. */
const claimIn = async (
  lane: Lane,
  planned: PlannedClaim,
  { claims, tracing = NO_TRACING }: ClaimLoopDeps,
  sender: Sender,
): Promise<boolean> => {
  const { round, age } = lane
  const { ids, idsEndAt } = recentEvents()
  const [lately] = ids
  const isBounded = age === 'recent' && !lane.isClockAhead
  const request = {
    ...planned,
    afterPartner: round.next(),
    ids: age === 'recent' ? ([lately, isBounded ? ids[1] : ANY_ID[1]] as const) : ANY_ID,
    idsEndAt,
  }
  const startedMs = monotonicMs()
  const { deliveries, leftOff, isPastIds } = await claimDeliveries(claims, request)
  tracing.claimed(deliveries, startedMs)
  sender.send(planned, deliveries)
  lane.hasFoundOld = deliveries.some(({ event_id }) => event_id < lately)
  const isFull = deliveries.length >= planned.limit
  round.passed(isFull ? lastPartner(deliveries) : leftOff)
  lane.isClockAhead = isPastIds
  // The newest events were left out.
  if (isBounded && isPastIds) round.begin()
  // A full claim has left deliveries over, also of the partners that it served.
  if (isFull && (age !== 'any, when polled' || lane.hasFoundOld)) round.begin()
  return isFull
}

const lastPartner = (deliveries: ClaimedDelivery[]): number =>
  Math.max(0, ...deliveries.map(({ partner_id }) => partner_id))
