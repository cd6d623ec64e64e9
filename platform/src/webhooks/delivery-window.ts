/**
 * How many attempts to one partner may be under way at once. A partner that answers gets more; one
 * that lets attempts time out or refuses connections soon gets few, so that its sockets and its
 * waiting cost the others nothing. It never gets none: the schedule goes on, and the first answer
 * opens the window again.
 */
export type DeliveryWindow = { size: number; inFlight: number }

const SIZE_AT_FIRST = 32
const SIZE_MIN = 2
/** No more than the connections that the outbound client keeps for deliveries to one partner. */
export const SIZE_MAX = 64

export const openWindow = (): DeliveryWindow => ({ size: SIZE_AT_FIRST, inFlight: 0 })

/** How many more attempts may start. */
export const freeSlots = ({ size, inFlight }: DeliveryWindow): number =>
  Math.max(0, size - inFlight)

/** An attempt ended; `answered` means that the partner sent a response, of whatever status. */
export const closeAttempt = (window: DeliveryWindow, answered: boolean): DeliveryWindow => ({
  inFlight: window.inFlight - 1,
  size: answered
    ? Math.min(SIZE_MAX, window.size + 1)
    : Math.max(SIZE_MIN, Math.floor(window.size / 2)),
})

/** A window that says no more than a fresh one would need not be remembered. */
export const isForgettable = ({ size, inFlight }: DeliveryWindow): boolean =>
  inFlight === 0 && size >= SIZE_AT_FIRST

/** The windows of all partners with attempts under way, or with a window that is not the usual one. */
export const createDeliveryWindows = () => {
  const windows = new Map<number, DeliveryWindow>()
  const windowOf = (partnerId: number): DeliveryWindow => windows.get(partnerId) ?? openWindow()
  return {
    /** How many more attempts each of these partners may have; others have `atFirst`. */
    free: (): Map<number, number> =>
      new Map([...windows].map(([partnerId, window]) => [partnerId, freeSlots(window)])),
    atFirst: SIZE_AT_FIRST,
    begin(partnerId: number): void {
      const window = windowOf(partnerId)
      windows.set(partnerId, { ...window, inFlight: window.inFlight + 1 })
    },
    end(partnerId: number, answered: boolean): void {
      const window = closeAttempt(windowOf(partnerId), answered)
      if (isForgettable(window)) windows.delete(partnerId)
      else windows.set(partnerId, window)
    },
  }
}
