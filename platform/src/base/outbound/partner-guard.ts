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
import { createReadInTurn, type ReadInTurn } from './read-in-turn.ts'
import { monotonicMs } from '../chance.ts'

export type PartnerGuardOptions = {
  /** Concurrent calls of one partner, 16 by default. */
  callsMax?: number
  /** Failures in a row that open a partner's circuit breaker, 5 by default. */
  failuresMax?: number
  /** How long a circuit breaker stays open, 10 s by default. */
  openMs?: number
  /** Milliseconds of a monotonic clock; for tests. */
  now?: () => number
  /** How long answers are read; by default a few in each turn of the event loop. */
  readInTurn?: ReadInTurn
}

/** `breaker_open`: the partner failed too often in a row, and nothing was sent. */
export type GuardedFailure = OutboundFailure<FailureReason | 'breaker_open'>

/** The caller's reading of an answer. */
export type ReadAnswer<Value> = {
  value: Value
  /** False when the answer could not be read at all. */
  isReadable: boolean
}

export type GuardedResult<Value> = { ok: true; value: Value } | GuardedFailure

export type GuardedSend = <Value>(
  request: OutboundRequest,
  read: (answer: OutboundAnswer) => ReadAnswer<Value>,
) => Promise<GuardedResult<Value>>

/** How many partners' circuit breakers are open and half-open; all others are closed. */
export type BreakerCounts = { open: number; half_open: number }

export type PartnerGuard = {
  send: GuardedSend
  /**
   * For a call that nobody waits for. It is refused unless the partner's circuit breaker is closed and
   * most of its places are free. It takes no place and no probe, and whatever comes of it counts for
   * nothing, so it cannot slow or stop the calls of `send`.
   */
  sendWhenQuiet: GuardedSend
  /** Partners whose calls are refused, for the metrics. */
  breakers(): BreakerCounts
  /** For tests: partners whose calls are refused, calls in flight, and partners in memory. */
  stats(): { openBreakers: number; inFlight: number; remembered: number }
}

type Watched = {
  inFlightCount: number
  breaker: Breaker
  /** Concurrent calls that this partner is allowed now. */
  callsMax: number
}

/** The partner cannot be reached. */
const UNREACHABLE: ReadonlySet<FailureReason> = new Set(['timeout', 'connection', 'dns', 'tls'])

/** The partner answers, but not with acceptable HTTP. */
const UNREADABLE: ReadonlySet<FailureReason> = new Set([
  'bad_response',
  'too_large',
  'bad_encoding',
])

/** Each unreadable answer divides a partner's concurrent calls by this. */
const SHRINK_BY = 4

/** Each readable answer multiplies them by this, up to the general limit. */
const GROW_BY = 2

/** A longer answer delays everyone while it is received and read. No useful answer is as long. */
const LONG_BYTES = 64 * 1024

/** `sendWhenQuiet` sends while less than one in this many places is taken. */
const QUIET_SHARE = 4

/** Concurrent calls of a partner whose answers are long. */
const LONG_CALLS_MAX = 4

/**
 * Limits each partner's concurrent calls and puts a circuit breaker before `send`, so that a dead
 * partner holds few calls, each for a short time, and costs the others nothing. A partner whose
 * answers cannot be read counts as failing too, and is allowed fewer concurrent calls (W78).
 *
 * Lookups use it. Webhook deliveries do not: they have a window and a schedule of their own.
 */
export const createPartnerGuard = (send: Send, options: PartnerGuardOptions = {}): PartnerGuard => {
  const callsMax = options.callsMax ?? 16
  const limits: BreakerLimits = {
    failuresMax: options.failuresMax ?? 5,
    openMs: options.openMs ?? 10_000,
  }
  const now = options.now ?? monotonicMs
  const readInTurn = options.readInTurn ?? createReadInTurn()
  const watched = new Map<number, Watched>()

  const guarded = async <Value>(
    request: OutboundRequest,
    read: (answer: OutboundAnswer) => ReadAnswer<Value>,
  ): Promise<GuardedResult<Value>> => {
    const entry = watched.get(request.partner) ?? newlyWatched(callsMax)
    if (entry.inFlightCount >= entry.callsMax) return tooManyCalls(entry.callsMax)
    const admission = admit(entry.breaker, limits, now())
    if (!admission.ok) return breakerOpen(admission.retryInMs)
    watched.set(request.partner, entry)
    entry.inFlightCount += 1
    let hasFailed = true
    try {
      const result = await send(request)
      if (!result.ok) {
        const isUnreadable = UNREADABLE.has(result.reason)
        if (isUnreadable) shrink(entry)
        hasFailed = isUnreadable || UNREACHABLE.has(result.reason)
        return result
      }
      const { value, isReadable } = await readInTurn(result.body.length, () => read(result))
      hasFailed = !isReadable
      if (isReadable) grow(entry, Math.min(callsMax, callsMaxAfter(result)))
      else shrink(entry)
      return { ok: true, value }
    } finally {
      entry.inFlightCount -= 1
      record(entry.breaker, limits, admission.ticket, hasFailed, now())
      if (isAtRest(entry, callsMax)) watched.delete(request.partner)
    }
  }

  return {
    send: guarded,
    sendWhenQuiet: createSendWhenQuiet({ send, readInTurn, callsMax, watched, limits }),
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

type QuietDeps = {
  send: Send
  readInTurn: ReadInTurn
  callsMax: number
  watched: ReadonlyMap<number, Watched>
  limits: BreakerLimits
}

const createSendWhenQuiet =
  ({ send, readInTurn, callsMax, watched, limits }: QuietDeps): GuardedSend =>
  async (request, read) => {
    const entry = watched.get(request.partner) ?? newlyWatched(callsMax)
    if (entry.breaker.state !== 'closed') return breakerOpen(limits.openMs)
    const isQuiet = entry.inFlightCount * QUIET_SHARE < entry.callsMax
    if (!isQuiet || entry.callsMax < callsMax) return tooManyCalls(entry.callsMax)
    const result = await send(request)
    if (!result.ok) return result
    return { ok: true, value: await readInTurn(result.body.length, () => read(result).value) }
  }

const newlyWatched = (callsMax: number): Watched => {
  return { inFlightCount: 0, breaker: createBreaker(), callsMax }
}

const callsMaxAfter = ({ body }: OutboundAnswer): number => {
  return body.length > LONG_BYTES ? LONG_CALLS_MAX : Infinity
}

/** Raises the limit up to `callsMax`, and lowers it at once when `callsMax` is lower. */
const grow = (entry: Watched, callsMax: number): void => {
  entry.callsMax = Math.min(callsMax, entry.callsMax * GROW_BY)
}

const shrink = (entry: Watched): void => {
  entry.callsMax = Math.max(1, Math.floor(entry.callsMax / SHRINK_BY))
}

const tooManyCalls = (callsMax: number): GuardedFailure => {
  const calls = callsMax === 1 ? '1 call' : `${callsMax} calls`
  return failure('too_many_calls', `${calls} to this partner in flight already`, 0)
}

const breakerOpen = (retryInMs: number): GuardedFailure => {
  const seconds = Math.ceil(retryInMs / 1000)
  const message =
    "this partner's last calls all failed, or were answered with what cannot be read; " +
    `it is tried again within ${seconds} s`
  return failure('breaker_open', message, 0)
}

/**
 * A partner whose calls succeed is dropped from memory, so only partners in trouble take up any.
 */
const isAtRest = (
  { inFlightCount, breaker, callsMax }: Watched,
  callsMaxOfAll: number,
): boolean => {
  return (
    inFlightCount === 0 &&
    callsMax === callsMaxOfAll &&
    breaker.state === 'closed' &&
    breaker.failuresInRow === 0
  )
}
