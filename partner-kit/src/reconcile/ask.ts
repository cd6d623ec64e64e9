/** Asks the platform for one status, as often and as soon as the quota allows (W51). */
import type { StatusResult } from '../client/result.ts'
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

/**
 * One request for each call: the client's own retries would not be counted. A refusal for the quota
 * is no answer about the reference, so it is asked again after the time that the platform names.
 *
 * @throws the signal's reason.
 */
export async function askStatus(run: Run, reference: string): Promise<StatusResult> {
  const { client, clock, signal } = run.settings
  for (let limited = 0; ; limited += 1) {
    const nowMs = clock.nowMs()
    await pauseRun(run, Math.max(run.pacer.waitMs(nowMs), run.pausedUntilMs - nowMs))
    const result = await client.status(reference, { signal, retries: 0 })
    signal?.throwIfAborted()
    run.pacer.ended(clock.nowMs())
    heed(run, result)
    if (result.ok || result.status !== 429 || limited >= LIMITED_MAX) return result
  }
}

/**
 * Leaves to others their part of the quota: when less is left than belongs to them, somebody else is
 * asking now, and this run waits until there is more.
 */
function heed(run: Run, result: StatusResult): void {
  const waitMs = toldToWaitMs(run, result)
  if (waitMs === null) return
  run.pausedUntilMs = Math.max(run.pausedUntilMs, run.settings.clock.nowMs() + waitMs)
}

function toldToWaitMs(run: Run, result: StatusResult): number | null {
  if (result.ok) {
    const { rateLimit } = result
    const othersPart = Math.max(1, QUOTA_PER_MINUTE - run.settings.perMinute)
    return rateLimit !== null && rateLimit.remaining < othersPart ? rateLimit.resetMs : null
  }
  if (result.status === 429) {
    const waitMs = Math.max(TOLD_TO_WAIT_MS_MIN, result.retryAfterMs ?? LIMITED_WAIT_MS)
    return waitMs + Math.random() * SPREAD_MS
  }
  return result.retryAfterMs
}
