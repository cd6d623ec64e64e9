import { handBack, makeAttempt, type AttemptDeps } from './make-attempt.ts'
import { NO_TRACING } from '../../tracing.ts'
import type { Places, PlannedClaim } from './claim-plan.ts'
import type { ClaimedDelivery } from '../queue/claim.ts'
import type { AttemptEnd } from './delivery-window.ts'
import { createPartnerQueues } from './partner-queues.ts'

export type Sender = {
  /**
   * Attempts whose results are not recorded yet. Deliveries that wait for a place do not count,
   * because a silent partner would stop the others with them. They are limited too: deliveries wait
   * only behind a full window.
   */
  underway(): number
  /** Starts a claim: how many more deliveries may be claimed, for each pace of partners. */
  places(): Omit<Places, 'free'>
  /** A claim begins: it may not see what is recorded from now on. */
  claimBegins(): void
  /** Makes the attempts of what a claim found as the partners have places, and records each result. */
  send(request: PlannedClaim, deliveries: ClaimedDelivery[]): void
  /**
   * Sends nothing more, hands back waiting deliveries, and resolves when every result is recorded.
   */
  stop(): Promise<void>
}

/**
 * @param onRoom called when more may be claimed than a moment ago: a partner has a free place and
 *   few deliveries wait for it. `mayBeDue`: the last claim may have left something.
 */
export const createSender = (deps: AttemptDeps, onRoom: (mayBeDue: boolean) => void): Sender => {
  const { tracing = NO_TRACING } = deps
  const queues = createPartnerQueues()
  const underway = new Set<Promise<void>>()
  let stopped = false
  /** Claims that have begun. */
  let claims = 0

  const follow = (work: Promise<boolean>, claimsBefore: () => number): void => {
    const followed = work.then((freed) => {
      underway.delete(followed)
      // A claim that began while this was recorded may have missed what it frees.
      onRoom(freed || claims !== claimsBefore())
    })
    underway.add(followed)
  }

  const giveBack = (deliveries: ClaimedDelivery[]): void => {
    for (const delivery of deliveries) follow(handBack(deps, delivery), () => -1)
  }

  const begin = (delivery: ClaimedDelivery): void => {
    const partnerId = delivery.partner_id
    let claimsBefore = -1
    // The partner's place is free once it has answered, before the result is recorded.
    const onEnd = (end: AttemptEnd): void => {
      claimsBefore = claims
      giveBack(queues.end(partnerId, end))
      for (let next = queues.next(partnerId); next; next = queues.next(partnerId)) begin(next)
      if (queues.isLow(partnerId)) onRoom(queues.hasMore(partnerId))
    }
    const attempt = () => makeAttempt(deps, delivery, onEnd, () => stopped)
    follow(tracing.delivering(delivery, attempt), () => claimsBefore)
  }

  return {
    underway: () => underway.size,
    places: queues.places,
    claimBegins() {
      claims += 1
    },
    send(request, deliveries) {
      queues.claimed(request, deliveries)
      for (const delivery of deliveries) if (queues.enter(delivery)) begin(delivery)
    },
    async stop() {
      stopped = true
      giveBack(queues.takeAll())
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}
