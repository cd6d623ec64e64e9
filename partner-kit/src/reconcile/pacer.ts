/** Limits the calls in any sliding window of 60 seconds, as the platform counts them (W51). */

/** The platform's window (D5). */
export const WINDOW_MS = 60_000

// For clock drift between the machines: it is always less than this in a minute.
const MARGIN_MS = 100

export type Pacer = {
  /** The wait before the next call, for at most `allowed` calls in 60 s (at most `perMinute`). */
  waitMs: (nowMs: number, allowed?: number) => number
  /** Records the end of a call, whatever its result. */
  ended: (nowMs: number) => void
  /** The ends of the calls that still count, oldest first. */
  endings: (nowMs: number) => number[]
}

/**
 * A call counts from its end. The platform counts it between its start and its end. A new call starts at
 * least 60 s after the end of the call `perMinute` before it. So the platform never counts more than
 * `perMinute` calls in 60 s, however long they take. This holds for consecutive calls.
 */
export const createPacer = (perMinute: number, earlier: readonly number[] = []): Pacer => {
  const ended = earlier.slice(-perMinute)
  return {
    waitMs(nowMs, allowed = perMinute) {
      const oldest = ended[ended.length - Math.min(allowed, perMinute)]
      return oldest === undefined ? 0 : Math.max(0, oldest + WINDOW_MS + MARGIN_MS - nowMs)
    },
    ended(nowMs) {
      ended.push(nowMs)
      if (ended.length > perMinute) ended.shift()
    },
    endings: (nowMs) => ended.filter((endMs) => endMs + WINDOW_MS + MARGIN_MS > nowMs),
  }
}
