/** Keeps calls within a number for any sliding 60 seconds, as the platform counts them (W51). */

/** What the platform counts over (D5). */
export const WINDOW_MS = 60_000

// Two machines' clocks run a little differently; 100 ms in a minute is more than any do.
const MARGIN_MS = 100

export type Pacer = {
  /** How long the next call has to wait, for at most `allowed` calls in 60 s (never more than asked for). */
  waitMs: (nowMs: number, allowed?: number) => number
  /** Notes a call when it has ended, whatever came of it. */
  ended: (nowMs: number) => void
  /** When the calls that still count ended, oldest first. */
  endings: (nowMs: number) => number[]
}

/**
 * A call counts from its end, not from its start. The platform accepts it somewhere between the two.
 * A new call starts, and so is accepted, no sooner than 60 s after the end, and so after the
 * acceptance, of the call `perMinute` before it: the platform never sees more than `perMinute` in
 * 60 s, however long requests were under way. That is exact for calls made one after the other.
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
