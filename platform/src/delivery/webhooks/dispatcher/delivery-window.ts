/**
 * How many concurrent attempts one partner may have, and how many more may be claimed ahead. A
 * window grows with each answer, up to a limit that shrinks with the duration of attempts: 64
 * places up to a second, 6 at ten seconds. A partner that does not answer soon has few places, so
 * that its sockets and waits cost the others nothing. It always has some: the schedule continues,
 * and answers open the window again.
 */
export type DeliveryWindow = {
  size: number
  inFlight: number
  /** The average duration of the latest attempts; null before the first has ended. */
  averageMs: number | null
  /** Whether the last answer came fast enough that deliveries claimed ahead will not wait long. */
  isQuick: boolean
  /** When the partner last ended an attempt, or got its first concurrent one. */
  lastSignMs: number
}

export type AttemptEnd = { durationMs: number; isAnswered: boolean }

/** `unproven`: no attempt to the partner has ended yet. */
export type Pace = 'quick' | 'unproven' | 'slow'

/** Small, because many partners may be slow before their first answers show it. */
const SIZE_AT_FIRST = 8
const SIZE_MIN = 2
/** As many connections as the outbound client keeps for deliveries to one partner. */
export const SIZE_MAX = 64

/** A partner is slow when attempts take longer on average, or when none has ended for this long. */
const SLOW_MS = 1_000

/** The limit on a partner's places times the milliseconds for which an attempt holds one. */
const HELD_MS_MAX = SIZE_MAX * SLOW_MS

/**
 * The weight of the latest attempt in the average, so that a partner that recovered is soon quick.
 */
const LATEST_SHARE = 1 / 4

/** For claiming ahead. */
const QUICK_MS = 500

export const openWindow = (): DeliveryWindow => ({
  size: SIZE_AT_FIRST,
  inFlight: 0,
  averageMs: null,
  isQuick: false,
  lastSignMs: 0,
})

/**
 * How many of the partner's deliveries may be claimed in all: under way, and ahead of their turn.
 */
export const claimableIn = ({ size, isQuick }: DeliveryWindow): number =>
  isQuick ? size * 2 : size

export const hasFreePlace = ({ size, inFlight }: DeliveryWindow): boolean => inFlight < size

export const openAttempt = (window: DeliveryWindow, nowMs: number): void => {
  if (window.inFlight === 0) window.lastSignMs = nowMs
  window.inFlight += 1
}

/**
 * Records the end of an attempt: its duration, and whether the partner answered, with any status.
 */
export const closeAttempt = (
  window: DeliveryWindow,
  { durationMs, isAnswered }: AttemptEnd,
  nowMs: number,
): void => {
  window.inFlight -= 1
  window.lastSignMs = nowMs
  const averageMs = window.averageMs ?? durationMs
  window.averageMs = averageMs + (durationMs - averageMs) * LATEST_SHARE
  const sizeMax = Math.min(SIZE_MAX, Math.floor(HELD_MS_MAX / window.averageMs))
  const size = isAnswered ? window.size + 1 : Math.floor(window.size / 2)
  window.size = Math.max(SIZE_MIN, Math.min(sizeMax, size))
  window.isQuick = isAnswered && durationMs <= QUICK_MS
}

export const paceOf = (
  { inFlight, averageMs, lastSignMs }: DeliveryWindow,
  nowMs: number,
): Pace => {
  if (inFlight > 0 && nowMs - lastSignMs > SLOW_MS) return 'slow'
  if (averageMs === null) return 'unproven'
  return averageMs > SLOW_MS ? 'slow' : 'quick'
}
