/** Whether the platform can be reached, as the last call found it. All notices ask here. */
import { useSyncExternalStore } from 'react'
import { on } from '../../api/call.ts'
import { ApiFailure, NetworkFailure } from '../../api/failure.ts'
import { serverTime } from '../../api/server-time.ts'

export type Network = {
  isAway: boolean
  /** Since when, on the platform's clock. */
  since: string | null
}

let network: Network = { isAway: false, since: null }

const watchers = new Set<() => void>()

const setAway = (isAway: boolean): void => {
  if (network.isAway === isAway) return
  network = { isAway, since: isAway ? serverTime() : null }
  for (const watcher of watchers) watcher()
  clearInterval(looking)
  if (isAway) looking = setInterval(look, LOOK_MS)
}

/** While the platform is away, it is asked this often: nothing else may be under way. */
const LOOK_MS = 5_000

let looking: ReturnType<typeof setInterval> | undefined

/** An answer that takes longer is one that did not come: the next attempt repeats the request. */
export const PATIENCE_MS = 20_000

/** Several may be under way on a slow network. One that fails tells nothing: a later one may be answered. */
const look = (): void => {
  const asked = on('GET /channel/v1/till')({ signal: AbortSignal.timeout(PATIENCE_MS) })
  asked.then(
    () => setAway(false),
    (error: unknown) => isAway(error) || setAway(false),
  )
}

if (!navigator.onLine) setAway(true)
addEventListener('offline', () => setAway(true))
// Perhaps not the platform: the answer tells.
addEventListener('online', look)

/** Tells of each change: the platform went away, or is back. */
export const watchNetwork = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const networkNow = (): Network => network

export const useNetwork = (): Network => useSyncExternalStore(watchNetwork, () => network)

/** No answer of the platform came: none at all, or one of what stands before it. */
export const isAway = (error: unknown): boolean =>
  error instanceof NetworkFailure ||
  error instanceof DOMException ||
  (error instanceof ApiFailure && /^HTTP50[234]$/.test(error.code))

/** Runs a call, and notes what it tells about the network. */
export const noting = async <T>(call: Promise<T>): Promise<T> => {
  try {
    const answer = await call
    setAway(false)
    return answer
  } catch (error) {
    setAway(isAway(error))
    throw error
  }
}
