/** Whether a webhook came in time (W278). Without I/O. */
import { PROMPT_WEBHOOK_SECONDS } from '@wasl/protocol'

export type EndedAttempt = {
  isAcknowledged: boolean
  /** The number of the attempt of its event, from 1. */
  attempt: number
  /** How old the event was when the attempt ended, and how long the attempt took. */
  ageSeconds: number
  durationMs: number
  /** Until the next attempt; null when none follows. */
  nextDelayMs: number | null
}

/**
 * Counts each event once: as prompt when it was acknowledged in time, as late by the attempt that lets the
 * time pass, also when no attempt ever succeeds. Null by the others.
 */
export const promptOf = (ended: EndedAttempt): 'prompt' | 'late' | null => {
  const { isAcknowledged, attempt, ageSeconds, durationMs, nextDelayMs } = ended
  const isInTime = ageSeconds <= PROMPT_WEBHOOK_SECONDS
  if (isInTime && isAcknowledged) return 'prompt'
  if (isInTime) {
    const isLast = nextDelayMs === null
    return isLast || ageSeconds + nextDelayMs / 1_000 > PROMPT_WEBHOOK_SECONDS ? 'late' : null
  }
  const beganInTime = ageSeconds - durationMs / 1_000 <= PROMPT_WEBHOOK_SECONDS
  return attempt === 1 || beganInTime ? 'late' : null
}
