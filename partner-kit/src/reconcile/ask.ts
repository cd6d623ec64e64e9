/** Reads one status from the platform, within the quota (W51), unless the list answers (W125). */
import type { ClientFailure, RateLimit, StatusResult } from '../client/result.ts'
import type { ReferenceToCheck } from './difference.ts'
import { agreesWithList, readPage } from './payment-list.ts'
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
 * Asks for a reference, or finds in the list of payments that it agrees: then the answer is null.
 *
 * Sends one request for each call, because the pacer cannot count the client's own retries. After a 429
 * it repeats the call when the platform allows.
 *
 * @throws the signal's reason.
 */
export const askPlatform = async (
  run: Run,
  here: ReferenceToCheck,
): Promise<StatusResult | null> => {
  const { client, clock, signal } = run.settings
  for (let limited = 0; ; limited += 1) {
    if (run.pausedUntilMs <= clock.nowMs()) await readListMeanwhile(run)
    if (agreesWithList(run.list, here, run.settings)) return null
    await pauseForQuota(run)
    const result = await client.status(here.reference, { signal, retries: 0 })
    signal?.throwIfAborted()
    // A call that the client refused itself used no quota.
    if (result.attempts > 0) run.pacer.ended(clock.nowMs())
    applyLimits(run, result)
    if (result.ok || result.status !== 429 || limited >= LIMITED_MAX) return result
  }
}

/** Reads the list of payments in the time until the next status call is allowed. */
const readListMeanwhile = async (run: Run): Promise<void> => {
  const { list, settings } = run
  while (list.state === 'reading') {
    const nowMs = settings.clock.nowMs()
    const waitMs = run.pacer.waitMs(nowMs, run.allowed)
    if (waitMs <= 0) return
    const listWaitMs = list.pausedUntilMs - nowMs
    if (listWaitMs <= 0) await readPage(list, settings)
    else await pauseRun(run, Math.min(waitMs, listWaitMs))
  }
}

const pauseForQuota = async (run: Run): Promise<void> => {
  const nowMs = run.settings.clock.nowMs()
  await pauseRun(run, Math.max(run.pacer.waitMs(nowMs, run.allowed), run.pausedUntilMs - nowMs))
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
