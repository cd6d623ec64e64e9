/** Decides whether a refusal is logged: the number left out since the last line, or null for "no". */
export type RefusalSample = (kind: string) => number | null

export type RefusalSampleOptions = {
  linesMax?: number
  windowMs?: number
  /** Milliseconds on a clock that never goes back; for tests. */
  nowMs?: () => number
}

/** A quiet platform logs every refusal. At most 20 MB a day of each kind when one comes in floods. */
const LINES_MAX = 60

const WINDOW_MS = 60_000

/**
 * Limits the lines for each kind of refusal. There are as many kinds as routes times error codes, so
 * the map stays small.
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
