/** A process that was not run for so long has not read what arrived meanwhile: timers come before sockets. */
const STANDSTILL_MS = 200
/** How long it then has for reading. */
const GRACE_MS = 1_000
/** A process that is always late still ends its calls. */
const GRACE_EVERY_MS = 10 * GRACE_MS

export type DeadlineTime = {
  /** Begins to watch for standstills. The time before is not one. */
  start(now: number): void
  /** The moment up to which deadlines have passed, asked every `everyMs`. */
  passed(now: number): number
}

/**
 * Which deadlines have passed. The partner does not pay for a standstill of this process with a timeout: no
 * deadline passes within the second after it.
 */
export const createDeadlineTime = (everyMs: number): DeadlineTime => {
  let askedAt = 0
  let graceUntil = -Infinity
  let passedUntil = 0
  return {
    start(now) {
      askedAt = now
    },
    passed(now) {
      const isLate = now - askedAt > everyMs + STANDSTILL_MS
      if (isLate && now > graceUntil + GRACE_EVERY_MS) graceUntil = now + GRACE_MS
      askedAt = now
      if (now >= graceUntil) passedUntil = now
      return passedUntil
    },
  }
}
