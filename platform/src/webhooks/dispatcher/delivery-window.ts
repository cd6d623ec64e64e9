/**
 * How many attempts to one partner may be under way at once, and how many more may be claimed ahead
 * of their turn. A window grows with each answer, up to a limit that shrinks with the time that
 * attempts take: 64 places up to a second, 6 at ten seconds. A partner that does not answer at all
 * soon has few, so that its sockets and its waiting cost the others nothing. It always has some: the
 * schedule goes on, and answers open the window again.
 */
export type DeliveryWindow = {
  size: number
  inFlight: number
  /** How long attempts take, averaged over the latest ones; null before the first has ended. */
  averageMs: number | null
  /** Whether the last answer came so soon that what is claimed ahead will not wait for long. */
  isQuick: boolean
  /** When the partner last ended an attempt, or began to have one under way. */
  lastSignMs: number
}

export type AttemptEnd = { durationMs: number; isAnswered: boolean }

/** `unproven`: the partner has not ended an attempt yet. */
export type Pace = 'quick' | 'unproven' | 'slow'

/** Few: many partners may be slow, and nobody knows it before their first answers. */
const SIZE_AT_FIRST = 8
const SIZE_MIN = 2
/** No more than the connections that the outbound client keeps for deliveries to one partner. */
export const SIZE_MAX = 64

/** A partner is slow when attempts take longer on average, or when none has ended for so long. */
const SLOW_MS = 1_000

/** Places of one partner, times the milliseconds for which an attempt holds one. */
const HELD_MS_MAX = SIZE_MAX * SLOW_MS

/** The share of the latest attempt in the average: a partner that has recovered is soon quick again. */
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

/** How many deliveries the partner may have claimed in all: under way, and ahead of their turn. */
export const claimableIn = ({ size, isQuick }: DeliveryWindow): number =>
  isQuick ? size * 2 : size

export const hasFreePlace = ({ size, inFlight }: DeliveryWindow): boolean => inFlight < size

export const openAttempt = (window: DeliveryWindow, nowMs: number): void => {
  if (window.inFlight === 0) window.lastSignMs = nowMs
  window.inFlight += 1
}

/** An attempt ended: after so many milliseconds the partner had answered, with whatever status, or not. */
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
