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

export type PartnerGuardOptions = {
  /** Calls of one partner in flight at the same time, 16 by default. */
  callsMax?: number
  /** Failures in a row that open a partner's circuit breaker, 5 by default. */
  failuresMax?: number
  /** How long an open circuit breaker lets no call out, 10 s by default. */
  openMs?: number
  /** Milliseconds on a clock that never goes back; for tests. */
  now?: () => number
  /** Reads long answers one after another by default. */
  readInTurn?: ReadInTurn
}

/** `breaker_open`: the partner failed too often in a row, and nothing was sent. */
export type GuardedFailure = OutboundFailure<FailureReason | 'breaker_open'>

/** What the caller made of an answer. */
export type ReadAnswer<Value> = {
  value: Value
  /** False when the answer as such could not be read. */
  isReadable: boolean
}

export type GuardedResult<Value> = { ok: true; value: Value } | GuardedFailure

export type GuardedSend = <Value>(
  request: OutboundRequest,
  read: (answer: OutboundAnswer) => ReadAnswer<Value>,
) => Promise<GuardedResult<Value>>

/** How many partners' circuit breakers are in each state; all others are closed. */
export type BreakerCounts = { open: number; half_open: number }

export type PartnerGuard = {
  send: GuardedSend
  /** Partners whose calls are turned away, for the metrics. */
  breakers(): BreakerCounts
  /** For tests: partners whose calls are turned away, calls in flight, and partners remembered. */
  stats(): { openBreakers: number; inFlight: number; remembered: number }
}

type Watched = {
  inFlightCount: number
  breaker: Breaker
  /** Calls that this partner may have in flight now. */
  callsMax: number
}

/** The partner cannot be reached. */
const UNREACHABLE: ReadonlySet<FailureReason> = new Set(['timeout', 'connection', 'dns', 'tls'])

/** The partner answers, but not with HTTP that can be taken. */
const UNREADABLE: ReadonlySet<FailureReason> = new Set([
  'bad_response',
  'too_large',
  'bad_encoding',
])

/** After each unreadable answer a partner may have a quarter as many calls in flight. */
const SHRINK_BY = 4

/** After each answer that could be read, twice as many, up to the limit for all. */
const GROW_BY = 2

/** A longer answer takes everybody's time to receive and to read. No useful one is as long. */
const LONG_BYTES = 64 * 1024

/** Calls in flight of a partner whose answers are long. */
const LONG_CALLS_MAX = 4

/**
 * Puts a limit on each partner's concurrent calls and a circuit breaker before `send`, so that a dead
 * partner holds few calls, each for a short time, and costs the others nothing. A partner whose
 * answers cannot be read counts as failing too, and has fewer calls in flight at once (W78).
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
  const readInTurn = options.readInTurn ?? createReadInTurn()
  const watched = new Map<number, Watched>()

  async function guarded<Value>(
    request: OutboundRequest,
    read: (answer: OutboundAnswer) => ReadAnswer<Value>,
  ): Promise<GuardedResult<Value>> {
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

function newlyWatched(callsMax: number): Watched {
  return { inFlightCount: 0, breaker: createBreaker(), callsMax }
}

function callsMaxAfter({ body }: OutboundAnswer): number {
  return body.length > LONG_BYTES ? LONG_CALLS_MAX : Infinity
}

/** To `callsMax` at most; a partner that may have more in flight comes down to it at once. */
function grow(entry: Watched, callsMax: number): void {
  entry.callsMax = Math.min(callsMax, entry.callsMax * GROW_BY)
}

function shrink(entry: Watched): void {
  entry.callsMax = Math.max(1, Math.floor(entry.callsMax / SHRINK_BY))
}

function tooManyCalls(callsMax: number): GuardedFailure {
  const calls = callsMax === 1 ? '1 call' : `${callsMax} calls`
  return failure('too_many_calls', `${calls} to this partner in flight already`, 0)
}

function breakerOpen(retryInMs: number): GuardedFailure {
  const seconds = Math.ceil(retryInMs / 1000)
  const message =
    "this partner's last calls all failed, or were answered with what cannot be read; " +
    `it is tried again within ${seconds} s`
  return failure('breaker_open', message, 0)
}

/** Nothing is remembered of a partner whose calls go well, so that memory is bounded by trouble. */
function isAtRest({ inFlightCount, breaker, callsMax }: Watched, callsMaxOfAll: number): boolean {
  return (
    inFlightCount === 0 &&
    callsMax === callsMaxOfAll &&
    breaker.state === 'closed' &&
    breaker.failuresInRow === 0
  )
}
