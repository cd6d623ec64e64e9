/**
 * How many attempts to one partner may be under way at once, and how many more may be claimed ahead
 * of their turn. A partner that answers gets more; one that lets attempts time out or refuses
 * connections soon gets few, so that its sockets and its waiting cost the others nothing. It never
 * gets none: the schedule goes on, and the first answer opens the window again.
 */
export type DeliveryWindow = {
  size: number
  inFlight: number
  /** Whether the last answer came so soon that what is claimed ahead will not wait for long. */
  isQuick: boolean
}

const SIZE_AT_FIRST = 32
const SIZE_MIN = 2
/** No more than the connections that the outbound client keeps for deliveries to one partner. */
export const SIZE_MAX = 64

const QUICK_MS = 500

export const openWindow = (): DeliveryWindow => ({
  size: SIZE_AT_FIRST,
  inFlight: 0,
  isQuick: false,
})

/** How many deliveries the partner may have claimed in all: under way, and ahead of their turn. */
export const claimableIn = ({ size, isQuick }: DeliveryWindow): number =>
  isQuick ? size * 2 : size

export const hasFreePlace = ({ size, inFlight }: DeliveryWindow): boolean => inFlight < size

/** An attempt ended; the partner answered after so many milliseconds, with whatever status, or not. */
export const closeAttempt = (window: DeliveryWindow, answeredMs: number | null): void => {
  window.inFlight -= 1
  window.size =
    answeredMs === null
      ? Math.max(SIZE_MIN, Math.floor(window.size / 2))
      : Math.min(SIZE_MAX, window.size + 1)
  window.isQuick = answeredMs !== null && answeredMs <= QUICK_MS
}
