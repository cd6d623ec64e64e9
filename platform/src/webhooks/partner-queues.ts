import type { ClaimedDelivery } from './claim.ts'
import {
  claimableIn,
  closeAttempt,
  hasFreePlace,
  isForgettable,
  openWindow,
  type DeliveryWindow,
} from './delivery-window.ts'

/**
 * A delivery that has waited longer since its claim is not sent on it: of its lease (30 s) there must
 * be left what an attempt (10 s) and its settlement, put off by a database that is away, can take.
 */
const WAIT_MS_MAX = 5_000

type Waiting = { delivery: ClaimedDelivery; sinceMs: number }

type PartnerQueue = { window: DeliveryWindow; waiting: Waiting[] }

export type PartnerQueues = ReturnType<typeof createPartnerQueues>

/**
 * What is claimed and not yet under way, by partner: when a place falls free the next delivery is at
 * hand, and the place does not wait for a claim. Remembers only partners with something claimed, or
 * with a window that is not the usual one.
 */
export const createPartnerQueues = () => {
  const queues = new Map<number, PartnerQueue>()

  const queueOf = (partnerId: number): PartnerQueue => {
    const known = queues.get(partnerId)
    if (known) return known
    const queue = { window: openWindow(), waiting: [] }
    queues.set(partnerId, queue)
    return queue
  }

  return {
    /** How many more of each of these partners' deliveries may be claimed; of others, `atFirst`. */
    room: (): Map<number, number> =>
      new Map([...queues].map(([partnerId, queue]) => [partnerId, roomIn(queue)])),
    atFirst: claimableIn(openWindow()),

    /** Has a claimed delivery take a free place, or else wait for one: true when it may be sent now. */
    enter(delivery: ClaimedDelivery): boolean {
      const queue = queueOf(delivery.partner_id)
      if (hasFreePlace(queue.window)) {
        queue.window.inFlight += 1
        return true
      }
      queue.waiting.push({ delivery, sinceMs: performance.now() })
      return false
    },

    /** The partner's next delivery, which takes a place; undefined when none waits or none is free. */
    next(partnerId: number): ClaimedDelivery | undefined {
      const queue = queues.get(partnerId)
      if (!queue || queue.waiting.length === 0 || !hasFreePlace(queue.window)) return undefined
      queue.window.inFlight += 1
      return queue.waiting.shift()?.delivery
    },

    /** An attempt is over. Returns what has waited too long by now to be sent on its claim. */
    end(partnerId: number, answeredMs: number | null): ClaimedDelivery[] {
      const queue = queueOf(partnerId)
      closeAttempt(queue.window, answeredMs)
      const stale = staleIn(queue)
      if (queue.waiting.length === 0 && isForgettable(queue.window)) queues.delete(partnerId)
      return stale
    },

    /** Whether so few wait that the partner's places may soon have nothing to send. */
    isLow(partnerId: number): boolean {
      const queue = queues.get(partnerId)
      return !queue || queue.waiting.length <= queue.window.size / 2
    },

    /** Everything that waits, of all partners. */
    takeAll: (): ClaimedDelivery[] =>
      [...queues.values()].flatMap(({ waiting }) => deliveriesOf(waiting.splice(0))),
  }
}

/** Takes out what has waited too long: those at the front. */
const staleIn = ({ waiting }: PartnerQueue): ClaimedDelivery[] => {
  const oldestMs = performance.now() - WAIT_MS_MAX
  if (waiting[0] === undefined || waiting[0].sinceMs >= oldestMs) return []
  const fresh = waiting.findIndex(({ sinceMs }) => sinceMs >= oldestMs)
  return deliveriesOf(waiting.splice(0, fresh === -1 ? waiting.length : fresh))
}

const deliveriesOf = (waiting: Waiting[]): ClaimedDelivery[] =>
  waiting.map(({ delivery }) => delivery)

const roomIn = ({ window, waiting }: PartnerQueue): number =>
  Math.max(0, claimableIn(window) - window.inFlight - waiting.length)
