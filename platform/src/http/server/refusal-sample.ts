/**
 * Returns null when this refusal is not logged; otherwise how many were left out since the last
 * line.
 */
export type RefusalSample = (kind: string) => number | null

export type RefusalSampleOptions = {
  linesMax?: number
  windowMs?: number
  /** Milliseconds of a monotonic clock; for tests. */
  nowMs?: () => number
}

/** Enough to log every refusal on a quiet platform; at most 20 MB a day of each kind in a flood. */
const LINES_MAX = 60

const WINDOW_MS = 60_000

/**
 * Limits the log lines for each kind of refusal. There are routes times error codes kinds, so the
 * map stays small.
 */
export const createRefusalSample = ({
  linesMax = LINES_MAX,
  windowMs = WINDOW_MS,
  nowMs = () => performance.now(),
}: RefusalSampleOptions = {}): RefusalSample => {
  const windows = new Map<string, { startedMs: number; lines: number; leftOut: number }>()
  return (kind) => {
    const now = nowMs()
    const window = windows.get(kind) ?? { startedMs: now, lines: 0, leftOut: 0 }
    windows.set(kind, window)
    if (now - window.startedMs >= windowMs) {
      window.startedMs = now
      window.lines = 0
    }
    if (window.lines >= linesMax) {
      window.leftOut += 1
      return null
    }
    window.lines += 1
    const { leftOut } = window
    window.leftOut = 0
    return leftOut
  }
}
