import type { ErrorCode } from '@wasl/protocol'
import { ApiError } from '../../base/api-error.ts'

export type PartnerGate = {
  /**
   * Runs the work when the partner has a free place.
   *
   * @throws ApiError PARTNER_API429_TOO_MANY_AT_ONCE when too many requests of this partner wait
   *   already.
   */
  within<Result>(partnerId: number, work: () => Promise<Result>): Promise<Result>
  /**
   * Takes a place, for work that goes on after the handler. Returns what gives the place back.
   *
   * @throws ApiError as `within` does.
   */
  hold(partnerId: number): Promise<() => void>
}

export type PartnerGateLimits = {
  /** Concurrent requests of one partner, in each process. */
  inFlightMax: number
  /** Requests of one partner that wait for a place. More are refused. */
  waitingMax: number
  /** What more are refused with. */
  code?: ErrorCode
}

/**
 * A list takes some milliseconds. Two at once keep one program supplied; the waiting places are for
 * a second program, and for pages opened side by side.
 */
export const LIST_LIMITS: PartnerGateLimits = { inFlightMax: 2, waitingMax: 8 }

/** As many may wait as a partner may send at once (W69): a shop sets all its codes together. */
export const CHANGE_LIMITS: PartnerGateLimits = { inFlightMax: 2, waitingMax: 600 }

/** A second later, most of the waiting requests have ended. */
const RETRY_AFTER_SECONDS = 1

type Queue = { inFlight: number; waiting: (() => void)[] }

/**
 * Limits each partner to a few concurrent statements, so that one partner's requests never use up
 * the connections that the others need (W80).
 */
export const createPartnerGate = ({
  inFlightMax,
  waitingMax,
  code = 'PARTNER_API429_TOO_MANY_AT_ONCE',
}: PartnerGateLimits): PartnerGate => {
  const queues = new Map<number, Queue>()

  const enter = async (partnerId: number): Promise<Queue> => {
    const queue = queues.get(partnerId) ?? { inFlight: 0, waiting: [] }
    queues.set(partnerId, queue)
    if (queue.inFlight < inFlightMax) queue.inFlight += 1
    else if (queue.waiting.length < waitingMax) {
      // A request that ends hands its place over.
      await new Promise<void>((resolve) => queue.waiting.push(resolve))
    } else {
      throw new ApiError(code, {
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
    async hold(partnerId) {
      const queue = await enter(partnerId)
      let isHeld = true
      return () => {
        if (isHeld) leave(partnerId, queue)
        isHeld = false
      }
    },
  }
}
