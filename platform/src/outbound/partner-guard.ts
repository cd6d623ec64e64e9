import {
  admit,
  type Breaker,
  type BreakerLimits,
  createBreaker,
  record,
} from './circuit-breaker.ts'
import { failure } from './exchange.ts'
import type {
  FailureReason,
  OutboundAnswer,
  OutboundFailure,
  OutboundRequest,
  Send,
} from './outbound-types.ts'

export type PartnerGuardOptions = {
  /** Calls of one partner in flight at the same time, 16 by default. */
  callsMax?: number
  /** Failures in a row after which a partner is left alone for a while, 5 by default. */
  failuresMax?: number
  /** For how long it is left alone, 10 s by default. */
  openMs?: number
  /** Milliseconds on a clock that never goes back; for tests. */
  now?: () => number
}

/** `breaker_open`: the partner failed too often in a row, and nothing was sent. */
export type GuardedFailure = OutboundFailure<FailureReason | 'breaker_open'>

export type GuardedSend = (request: OutboundRequest) => Promise<OutboundAnswer | GuardedFailure>

/** How many partners' circuit breakers are in each state; all others are closed. */
export type BreakerCounts = { open: number; half_open: number }

export type PartnerGuard = {
  send: GuardedSend
  /** Partners whose calls are turned away, for the metrics. */
  breakers(): BreakerCounts
  /** For tests: partners whose calls are turned away, calls in flight, and partners remembered. */
  stats(): { openBreakers: number; inFlight: number; remembered: number }
}

type Watched = { inFlightCount: number; breaker: Breaker }

/** What says that a partner cannot be reached, in contrast to one that answers badly. */
const UNREACHABLE: ReadonlySet<FailureReason> = new Set(['timeout', 'connection', 'dns', 'tls'])

/**
 * Puts a limit on each partner's concurrent calls and a circuit breaker before `send`, so that a dead
 * partner holds few calls, each for a short time, and costs the others nothing.
 *
 * Lookups go through it. Deliveries of webhooks have their own window and schedule and do not.
 */
export function createPartnerGuard(send: Send, options: PartnerGuardOptions = {}): PartnerGuard {
  const callsMax = options.callsMax ?? 16
  const limits: BreakerLimits = {
    failuresMax: options.failuresMax ?? 5,
    openMs: options.openMs ?? 10_000,
  }
  const now = options.now ?? (() => performance.now())
  const watched = new Map<number, Watched>()

  async function guarded(request: OutboundRequest): ReturnType<GuardedSend> {
    const entry = watched.get(request.partner) ?? { inFlightCount: 0, breaker: createBreaker() }
    if (entry.inFlightCount >= callsMax) {
      return failure('too_many_calls', `${callsMax} calls to this partner are in flight already`, 0)
    }
    const admission = admit(entry.breaker, limits, now())
    if (!admission.ok) {
      const seconds = Math.ceil(admission.retryInMs / 1000)
      const message = `this partner's last calls all failed; it is tried again within ${seconds} s`
      return failure('breaker_open', message, 0)
    }
    watched.set(request.partner, entry)
    entry.inFlightCount += 1
    let hasFailed = true
    try {
      const result = await send(request)
      hasFailed = !result.ok && UNREACHABLE.has(result.reason)
      return result
    } finally {
      entry.inFlightCount -= 1
      record(entry.breaker, limits, admission.ticket, hasFailed, now())
      if (isAtRest(entry)) watched.delete(request.partner)
    }
  }

  return {
    send: guarded,
    breakers() {
      const counts = { open: 0, half_open: 0 }
      for (const { breaker } of watched.values()) {
        if (breaker.state !== 'closed') counts[breaker.state] += 1
      }
      return counts
    },
    stats() {
      const entries = [...watched.values()]
      return {
        openBreakers: entries.filter(({ breaker }) => breaker.state !== 'closed').length,
        inFlight: entries.reduce((sum, { inFlightCount }) => sum + inFlightCount, 0),
        remembered: entries.length,
      }
    },
  }
}

/** Nothing is remembered of a partner whose calls go well, so that memory is bounded by trouble. */
function isAtRest({ inFlightCount, breaker }: Watched): boolean {
  return inFlightCount === 0 && breaker.state === 'closed' && breaker.failuresInRow === 0
}
