/** Reads one status from the platform, within the quota (W51). */
import type { ClientFailure, RateLimit, StatusResult } from '../client/result.ts'
import { pauseRun } from './run.ts'
import type { Run } from './run.ts'
import { QUOTA_PER_MINUTE } from './settings.ts'

/** After a 429 without Retry-After. */
const LIMITED_WAIT_MS = 10_000

/** Consecutive 429 answers before the reference is deferred. */
const LIMITED_MAX = 30

// Spreads the retries of a partner's processes.
const SPREAD_MS = 1_000

const LIMITED_WAIT_MS_MIN = 1_000

// Reserve, because the use by other processes varies.
const SPARE_MAX = 5

/**
 * Sends one request for each call, because the pacer cannot count the client's own retries. After a 429
 * it repeats the call when the platform allows.
 *
 * @throws the signal's reason.
 */
export const askStatus = async (run: Run, reference: string): Promise<StatusResult> => {
  const { client, clock, signal } = run.settings
  for (let limited = 0; ; limited += 1) {
    const nowMs = clock.nowMs()
    await pauseRun(run, Math.max(run.pacer.waitMs(nowMs, run.allowed), run.pausedUntilMs - nowMs))
    const result = await client.status(reference, { signal, retries: 0 })
    signal?.throwIfAborted()
    // A call that the client refused itself used no quota.
    if (result.attempts > 0) run.pacer.ended(clock.nowMs())
    applyLimits(run, result)
    if (result.ok || result.status !== 429 || limited >= LIMITED_MAX) return result
  }
}

/** Pauses when the platform asks for it, and adapts to other users of the same quota. */
const applyLimits = (run: Run, result: StatusResult): void => {
  if (result.ok) {
    run.allowed = allowedBeside(run, result.rateLimit)
    return
  }
  const waitMs = requestedWaitMs(result)
  if (waitMs === null) return
  run.pausedUntilMs = Math.max(run.pausedUntilMs, run.settings.clock.nowMs() + waitMs)
}

/**
 * The calls that this run may make in 60 s. Others use the part of the quota that this run did not
 * use. When they need more than the part reserved for them, this run takes less, down to one call.
 */
const allowedBeside = (run: Run, rateLimit: RateLimit | null): number => {
  const { perMinute, clock } = run.settings
  if (rateLimit === null) return perMinute
  const own = run.pacer.endings(clock.nowMs()).length
  const byOthers = QUOTA_PER_MINUTE - rateLimit.remaining - own
  const spare = Math.min(SPARE_MAX, QUOTA_PER_MINUTE - perMinute)
  return Math.max(1, Math.min(perMinute, QUOTA_PER_MINUTE - byOthers - spare))
}

const requestedWaitMs = ({ status, retryAfterMs }: ClientFailure): number | null => {
  if (status !== 429) return retryAfterMs
  const waitMs = Math.max(LIMITED_WAIT_MS_MIN, retryAfterMs ?? LIMITED_WAIT_MS)
  return waitMs + Math.random() * SPREAD_MS
}
