/** Whether a request was refused because the partner's clock, or its time zone, is wrong. */
import { TOLERANCE_SECONDS, unixSeconds } from '@wasl/protocol'
import { medianOf, spanOf } from '../clock.ts'
import type { Session } from '../session.ts'

export type ClockTry = {
  timestamp: string
  /** What an answer that is no refusal says. */
  cause: string
}

/** No time zone is farther from UTC. */
const HOURS_MAX = 14

/** The clock that the answers show first, then whole hours either way: a mistaken time zone. */
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
    `The clock of your server is ${spanOf(seconds)}, as the Date header of its answers says too: set it ` +
    'by NTP. The secret is right.',
})

const zoneTry = (seconds: number): ClockTry => ({
  timestamp: fromNow(seconds),
  cause:
    `Your endpoint takes a timestamp only when it is ${spanOf(seconds)}. The secret is right: the clock of ` +
    'your server is off, or you compare local time with UTC. X-Timestamp is Unix time, which has no time ' +
    'zone: time() in PHP, time.time() in Python, Date.now() / 1000 in JavaScript.',
})

const fromNow = (seconds: number): string => String(unixSeconds(new Date()) + seconds)
