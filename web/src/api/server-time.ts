/**
 * The platform's time, as its answers tell it. A phone's clock may be minutes or days off, and locks are
 * the platform's.
 */
const KEPT = 'wasl.clock-ahead'

/** An answer tells whole seconds, and takes its time: a smaller difference is no wrong clock. */
const TOLERATED_MS = 5_000

let aheadMs = Number(globalThis.localStorage?.getItem(KEPT) ?? 0) || 0

let isKnown = false

/** Whether an answer has told it since this page was loaded. */
export const isServerTimeKnown = (): boolean => isKnown

/** How far the platform's clock is ahead of this device's; kept for the time without the network. */
export const noteServerTime = ({ headers }: Response): void => {
  const at = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(at)) return
  isKnown = true
  const found = at - Date.now()
  const isRight = Math.abs(found) < TOLERATED_MS
  if (Math.abs(found - aheadMs) < TOLERATED_MS && isRight === (aheadMs === 0)) return
  aheadMs = isRight ? 0 : found
  localStorage.setItem(KEPT, String(aheadMs))
}

/** Milliseconds since 1970 on the platform's clock. */
export const serverNow = (): number => Date.now() + aheadMs

/** @example serverTime() // '2026-11-24T08:00:00.000Z' */
export const serverTime = (): string => new Date(serverNow()).toISOString()
