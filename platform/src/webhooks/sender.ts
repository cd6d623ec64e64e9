import { handBack, makeAttempt, type AttemptDeps } from './attempt.ts'
import type { Places } from './claim-plan.ts'
import type { ClaimedDelivery } from './claim.ts'
import type { AttemptEnd } from './delivery-window.ts'
import { createPartnerQueues } from './partner-queues.ts'

export type Sender = {
  /**
   * Attempts that are not settled yet. What waits for a place does not count: a partner that falls
   * silent would keep others from being served with it. It is bounded all the same, because only
   * behind a full window does anything wait.
   */
  underway(): number
  /** How many more deliveries may be claimed, by the pace of the partners. */
  places(): Omit<Places, 'free'>
  /** Makes the attempts of what was claimed as the partners have places, and settles each as it ends. */
  send(deliveries: ClaimedDelivery[]): void
  /** Sends nothing more, hands back what waits, and resolves when every attempt is settled. */
  stop(): Promise<void>
}

/**
 * @param onRoom called when more may be claimed than a moment ago: a partner's place fell free and
 * little waits for it, or what was settled frees the next event of the same payment.
 */
export const createSender = (deps: AttemptDeps, onRoom: () => void): Sender => {
  const queues = createPartnerQueues()
  const underway = new Set<Promise<void>>()
  let stopped = false

  const tellRoom = (partnerId: number): void => {
    if (queues.isLow(partnerId)) onRoom()
  }

  const follow = (work: Promise<void>, partnerId: number): void => {
    const followed = work.then(() => {
      underway.delete(followed)
      tellRoom(partnerId)
    })
    underway.add(followed)
  }

  const giveBack = (deliveries: ClaimedDelivery[]): void => {
    for (const delivery of deliveries) follow(handBack(deps, delivery), delivery.partner_id)
  }

  const begin = (delivery: ClaimedDelivery): void => {
    const partnerId = delivery.partner_id
    // The partner has a free place from its answer on, whenever that is written down.
    const onEnd = (end: AttemptEnd): void => {
      giveBack(queues.end(partnerId, end))
      for (let next = queues.next(partnerId); next; next = queues.next(partnerId)) begin(next)
      tellRoom(partnerId)
    }
    follow(
      makeAttempt(deps, delivery, onEnd, () => stopped),
      partnerId,
    )
  }

  return {
    underway: () => underway.size,
    places: () => queues.places(),
    send(deliveries) {
      for (const delivery of deliveries) if (queues.enter(delivery)) begin(delivery)
    },
    async stop() {
      stopped = true
      giveBack(queues.takeAll())
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}
