/** Asks the platform for one status, as often and as soon as the quota allows (W51). */
import type { ClientFailure, RateLimit, StatusResult } from '../client/result.ts'
import { pauseRun } from './run.ts'
import type { Run } from './run.ts'
import { QUOTA_PER_MINUTE } from './settings.ts'

/** Where a 429 names no time. */
const LIMITED_WAIT_MS = 10_000

/** Refusals for the quota, one after the other, before the reference is put back. */
const LIMITED_MAX = 30

// The reconcilers of a partner's processes must not all come back at once.
const SPREAD_MS = 1_000

const TOLD_TO_WAIT_MS_MIN = 1_000

// What others ask for changes from minute to minute.
const SPARE_MAX = 5

/**
 * One request for each call: the client's own retries would not be counted. A refusal for the quota
 * is no answer about the reference, so it is asked again after the time that the platform names.
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
    // What the client refused by itself cost nothing.
    if (result.attempts > 0) run.pacer.ended(clock.nowMs())
    heed(run, result)
    if (result.ok || result.status !== 429 || limited >= LIMITED_MAX) return result
  }
}

/** Waits where the platform says so, and makes room for others that ask with the same quota. */
const heed = (run: Run, result: StatusResult): void => {
  if (result.ok) {
    run.allowed = allowedBeside(run, result.rateLimit)
    return
  }
  const waitMs = toldToWaitMs(result)
  if (waitMs === null) return
  run.pausedUntilMs = Math.max(run.pausedUntilMs, run.settings.clock.nowMs() + waitMs)
}

/**
 * Whatever is used of the quota and was not used by this run, others use. When that is more than the
 * part left to them anyway, this run takes less, down to one call a minute, and never none.
 */
const allowedBeside = (run: Run, rateLimit: RateLimit | null): number => {
  const { perMinute, clock } = run.settings
  if (rateLimit === null) return perMinute
  const own = run.pacer.endings(clock.nowMs()).length
  const byOthers = QUOTA_PER_MINUTE - rateLimit.remaining - own
  const spare = Math.min(SPARE_MAX, QUOTA_PER_MINUTE - perMinute)
  return Math.max(1, Math.min(perMinute, QUOTA_PER_MINUTE - byOthers - spare))
}

const toldToWaitMs = ({ status, retryAfterMs }: ClientFailure): number | null => {
  if (status !== 429) return retryAfterMs
  const waitMs = Math.max(TOLD_TO_WAIT_MS_MIN, retryAfterMs ?? LIMITED_WAIT_MS)
  return waitMs + Math.random() * SPREAD_MS
}
