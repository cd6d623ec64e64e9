import type { Places, PlannedClaim } from './claim-plan.ts'
import type { ClaimedDelivery } from '../queue/claim.ts'
import {
  claimableIn,
  closeAttempt,
  hasFreePlace,
  openAttempt,
  openWindow,
  paceOf,
  type AttemptEnd,
  type DeliveryWindow,
} from './delivery-window.ts'
import { monotonicMs } from '../../../base/chance.ts'

/**
 * The longest wait between a claim and its attempt. The rest of the lease (30 s) must be enough for
 * an attempt (10 s) and for recording its result, also when the database is unavailable for a
 * while.
 */
const WAIT_MS_MAX = 5_000

type Waiting = { delivery: ClaimedDelivery; sinceMs: number }

type PartnerQueue = {
  window: DeliveryWindow
  waiting: Waiting[]
  /** Whether more may be due than the last claim could take. */
  hasMore: boolean
}

/**
 * How long a window is kept after the partner's last attempt. It must outlast the moments without
 * any attempt under way, which follow each batch that ends together.
 */
const KEPT_MS = 600_000

/** The number of windows kept for partners with nothing under way. Each claim names them all. */
const KEPT_MAX = 1_000

const ROOM_AT_FIRST = claimableIn(openWindow())

type KeptQueue = { queue: PartnerQueue; sinceMs: number }

export type PartnerQueues = ReturnType<typeof createPartnerQueues>

/** Queues by partner: those with a claimed delivery, and those that had an attempt recently. */
const createStore = () => {
  const busy = new Map<number, PartnerQueue>()
  /** The least recently used first. */
  const kept = new Map<number, KeptQueue>()

  const forgetOld = (): void => {
    const oldestMs = monotonicMs() - KEPT_MS
    for (const [partnerId, { sinceMs }] of kept) {
      if (sinceMs >= oldestMs && kept.size <= KEPT_MAX) return
      kept.delete(partnerId)
    }
  }

  return {
    busy,
    /** The partner's queue, which has a claimed delivery from now on. */
    use(partnerId: number): PartnerQueue {
      const known = busy.get(partnerId)
      if (known) return known
      forgetOld()
      const queue = kept.get(partnerId)?.queue ?? newQueue()
      kept.delete(partnerId)
      busy.set(partnerId, queue)
      return queue
    },
    /** The partner has no claimed delivery any more. */
    keep(partnerId: number, queue: PartnerQueue): void {
      busy.delete(partnerId)
      kept.set(partnerId, { queue, sinceMs: monotonicMs() })
      forgetOld()
    },
    find: (partnerId: number): PartnerQueue | undefined =>
      busy.get(partnerId) ?? kept.get(partnerId)?.queue,
    each(visit: (partnerId: number, queue: PartnerQueue) => void): void {
      forgetOld()
      for (const [partnerId, { queue }] of kept) visit(partnerId, queue)
      for (const [partnerId, queue] of busy) visit(partnerId, queue)
    },
  }
}

const newQueue = (): PartnerQueue => ({ window: openWindow(), waiting: [], hasMore: false })

/**
 * Deliveries that are claimed and not yet under way, by partner: when a place becomes free, the
 * next delivery is ready without another claim. Keeps the windows of partners that had an attempt
 * recently.
 */
export const createPartnerQueues = () => {
  const store = createStore()

  return {
    /** How many more deliveries may be claimed, and how many attempts are under way. */
    places(): Omit<Places, 'free'> {
      const nowMs = monotonicMs()
      const group = () => ({ room: new Map<number, number>(), underway: 0 })
      const groups = { quick: group(), unproven: group(), slow: group() }
      store.each((partnerId, queue) => {
        const of = groups[paceOf(queue.window, nowMs)]
        of.room.set(partnerId, roomIn(queue))
        of.underway += queue.window.inFlight
      })
      return { groups, roomAtFirst: ROOM_AT_FIRST }
    },

    /** Adds the deliveries that a claim found. */
    claimed({ free, partnerLimit }: PlannedClaim, deliveries: ClaimedDelivery[]): void {
      const counts = new Map<number, number>()
      for (const { partner_id: id } of deliveries) counts.set(id, (counts.get(id) ?? 0) + 1)
      for (const partnerId of counts.keys()) store.use(partnerId)
      store.each((partnerId, queue) => {
        queue.hasMore = (counts.get(partnerId) ?? 0) >= (free.get(partnerId) ?? partnerLimit)
      })
    },

    /**
     * Gives a claimed delivery a free place, or lets it wait for one: true when it may be sent now.
     */
    enter(delivery: ClaimedDelivery): boolean {
      const queue = store.use(delivery.partner_id)
      if (hasFreePlace(queue.window)) {
        openAttempt(queue.window, monotonicMs())
        return true
      }
      queue.waiting.push({ delivery, sinceMs: monotonicMs() })
      return false
    },

    /**
     * The partner's next delivery, which takes a place; undefined when none waits or no place is
     * free.
     */
    next(partnerId: number): ClaimedDelivery | undefined {
      const queue = store.busy.get(partnerId)
      if (!queue || queue.waiting.length === 0 || !hasFreePlace(queue.window)) return undefined
      openAttempt(queue.window, monotonicMs())
      return queue.waiting.shift()?.delivery
    },

    /**
     * Ends an attempt. Returns the deliveries that have waited too long to be sent on this claim.
     */
    end(partnerId: number, end: AttemptEnd): ClaimedDelivery[] {
      const queue = store.use(partnerId)
      closeAttempt(queue.window, end, monotonicMs())
      const stale = staleIn(queue)
      if (queue.waiting.length === 0 && queue.window.inFlight === 0) store.keep(partnerId, queue)
      return stale
    },

    /** Whether so few deliveries wait that the partner's places may soon be idle. */
    isLow(partnerId: number): boolean {
      const queue = store.busy.get(partnerId)
      return !queue || queue.waiting.length <= queue.window.size / 2
    },

    /** Whether more may be due to the partner than the last claim could take. */
    hasMore: (partnerId: number): boolean => store.find(partnerId)?.hasMore ?? true,

    /** Removes and returns all waiting deliveries. */
    takeAll: (): ClaimedDelivery[] =>
      [...store.busy.values()].flatMap(({ waiting }) => deliveriesOf(waiting.splice(0))),
  }
}

/** Removes and returns the deliveries that have waited too long, which are at the front. */
const staleIn = ({ waiting }: PartnerQueue): ClaimedDelivery[] => {
  const oldestMs = monotonicMs() - WAIT_MS_MAX
  if (waiting[0] === undefined || waiting[0].sinceMs >= oldestMs) return []
  const fresh = waiting.findIndex(({ sinceMs }) => sinceMs >= oldestMs)
  return deliveriesOf(waiting.splice(0, fresh === -1 ? waiting.length : fresh))
}

const deliveriesOf = (waiting: Waiting[]): ClaimedDelivery[] =>
  waiting.map(({ delivery }) => delivery)

const roomIn = ({ window, waiting }: PartnerQueue): number =>
  Math.max(0, claimableIn(window) - window.inFlight - waiting.length)
