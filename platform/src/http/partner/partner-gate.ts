import { ApiError } from '../server/api-error.ts'

export type PartnerGate = {
  /**
   * Runs the work when the partner has a place for it.
   *
   * @throws ApiError PARTNER_API429_TOO_MANY_AT_ONCE when too much of this partner's waits already.
   */
  within<Result>(partnerId: number, work: () => Promise<Result>): Promise<Result>
}

export type PartnerGateLimits = {
  /** Work of one partner under way at once, in each process. */
  inFlightMax: number
  /** Work of one partner that waits for a place; more is refused. */
  waitingMax: number
}

/**
 * Lists take some milliseconds each. Two at once keep one program's pages coming; the rest is for a
 * second program and for pages that are opened side by side.
 */
export const LIST_LIMITS: PartnerGateLimits = { inFlightMax: 2, waitingMax: 8 }

/** As many may wait as a partner may send at once (W69): a shop sets all its codes in one go. */
export const CHANGE_LIMITS: PartnerGateLimits = { inFlightMax: 2, waitingMax: 600 }

/** A second on, most of what was under way has ended. */
const RETRY_AFTER_SECONDS = 1

type Queue = { inFlight: number; waiting: (() => void)[] }

/**
 * Lets each partner have a few statements under way at once, so that one partner's requests never take
 * all the connections that the others need (W80).
 */
export const createPartnerGate = ({ inFlightMax, waitingMax }: PartnerGateLimits): PartnerGate => {
  const queues = new Map<number, Queue>()

  const enter = async (partnerId: number): Promise<Queue> => {
    const queue = queues.get(partnerId) ?? { inFlight: 0, waiting: [] }
    queues.set(partnerId, queue)
    if (queue.inFlight < inFlightMax) queue.inFlight += 1
    else if (queue.waiting.length < waitingMax) {
      // Whoever leaves hands over its place.
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    } else {
      throw new ApiError('PARTNER_API429_TOO_MANY_AT_ONCE', {
        headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
      })
    }
    return queue
  }

  const leave = (partnerId: number, queue: Queue): void => {
    const next = queue.waiting.shift()
    if (next) return next()
    queue.inFlight -= 1
    if (queue.inFlight === 0) queues.delete(partnerId)
  }

  return {
    async within(partnerId, work) {
      const queue = await enter(partnerId)
      try {
        return await work()
      } finally {
        leave(partnerId, queue)
      }
    },
  }
}
