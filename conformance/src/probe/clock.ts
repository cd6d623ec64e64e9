/** Timestamps that find out whether the partner's clock or time zone is wrong. */
import { TOLERANCE_SECONDS, unixSeconds } from '@wasl/protocol'
import { medianOf, spanOf } from '../clock.ts'
import type { Session } from '../session.ts'

export type ClockTry = {
  timestamp: string
  /** The cause of the refusals if the partner accepts this timestamp. */
  cause: string
}

/** The largest offset of a time zone from UTC. */
const HOURS_MAX = 14

/** First the clock of the Date header, then whole hours in both directions. */
export const clockTries = ({ clockDifferences }: Session): ClockTry[] => {
  const shown = medianOf(clockDifferences) ?? 0
  const hours = Array.from({ length: HOURS_MAX }, (_, index) => (index + 1) * 3600)
  return [
    ...(Math.abs(shown) > TOLERANCE_SECONDS ? [shownTry(shown)] : []),
    ...hours.flatMap((seconds) => [zoneTry(seconds), zoneTry(-seconds)]),
  ]
}

const shownTry = (seconds: number): ClockTry => ({
  timestamp: fromNow(seconds),
  cause:
    `The clock of your server is ${spanOf(seconds)}, as the Date header of its answers shows: set it by ` +
    'NTP. The secret is correct.',
})

const zoneTry = (seconds: number): ClockTry => ({
  timestamp: fromNow(seconds),
  cause:
    `Your endpoint accepts a timestamp only when it is ${spanOf(seconds)}. The secret is correct: the ` +
    'clock of your server is wrong, or you compare local time with UTC. X-Timestamp is Unix time, which ' +
    'has no time zone: time() in PHP, time.time() in Python, Date.now() / 1000 in JavaScript.',
})

const fromNow = (seconds: number): string => String(unixSeconds(new Date()) + seconds)
