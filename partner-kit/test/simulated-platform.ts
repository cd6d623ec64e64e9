/** A platform in simulated time, so that an hour of reconciling takes a moment. */
import type { Stage } from '@wasl/protocol'
import type { ClientFailure, StatusResult } from '../src/client/result.ts'
import type { ReconcileClock, ReconcileOptions } from '../src/reconcile/options.ts'
import { NOT_FOUND_STATUS, PAID_STATUS } from './misbehaving-server.ts'

export type SimulatedPlatform = {
  client: ReconcileOptions['client']
  clock: ReconcileClock
  nowMs: () => number
  advance: (ms: number) => void
  /** References in the order in which they were asked for. */
  asked: string[]
  /** When calls were accepted into the quota. */
  acceptedMs: number[]
  refusals: number
  /** Instead of the honest answer; undefined leaves it. */
  answer: (reference: string, count: number) => StatusResult | undefined
  stages: Map<string, Stage>
}

type Options = { quota?: number; tookMs?: () => number; ratelimit?: boolean }

/** The quota of D5, exact over sliding windows, and calls that take a while. */
export const simulatedPlatform = ({
  quota = 60,
  tookMs = () => 40,
  ratelimit = true,
}: Options = {}): SimulatedPlatform => {
  let nowMs = 1_000_000
  const counts = new Map<string, number>()
  const platform: SimulatedPlatform = {
    nowMs: () => nowMs,
    advance(ms) {
      nowMs += ms
    },
    asked: [],
    acceptedMs: [],
    refusals: 0,
    answer: () => undefined,
    stages: new Map(),
    clock: {
      nowMs: () => nowMs,
      sleep(ms, signal) {
        if (signal?.aborted !== true) nowMs += ms
        return Promise.resolve()
      },
    },
    client: {
      status(reference, { signal } = {}) {
        if (signal?.aborted === true) return Promise.resolve(failure('aborted'))
        const took = tookMs()
        nowMs += took / 2
        const result = respond(reference)
        nowMs += took / 2
        return Promise.resolve(result)
      },
    },
  }

  const respond = (reference: string): StatusResult => {
    const count = (counts.get(reference) ?? 0) + 1
    counts.set(reference, count)
    platform.asked.push(reference)
    const inWindow = platform.acceptedMs.filter((ms) => ms > nowMs - 60_000)
    const resetMs = Math.ceil(((inWindow[0] ?? nowMs) + 60_000 - nowMs) / 1000) * 1000
    if (inWindow.length >= quota) {
      platform.refusals += 1
      return failure('PARTNER_API429_RATE_LIMITED', { status: 429, retryAfterMs: resetMs })
    }
    platform.acceptedMs.push(nowMs)
    const remaining = quota - inWindow.length - 1
    const answered = platform.answer(reference, count)
    if (answered !== undefined) return answered
    const data = platform.stages.get(reference) === 'paid' ? PAID_STATUS : NOT_FOUND_STATUS
    const rateLimit = ratelimit ? { remaining, resetMs } : null
    return { ok: true, data, requestId: null, rateLimit, attempts: 1 }
  }
  return platform
}

export const failure = (error: string, changes: Partial<ClientFailure> = {}): ClientFailure => ({
  ok: false,
  error,
  status: null,
  requestId: null,
  message: `What ${error} means.`,
  details: [],
  retryAfterMs: null,
  attempts: 1,
  ...changes,
})

/** The most that any sliding 60 s hold. */
export const mostInAnyMinute = (acceptedMs: readonly number[]): number =>
  Math.max(
    0,
    ...acceptedMs.map((at) => acceptedMs.filter((ms) => ms > at - 60_000 && ms <= at).length),
  )
