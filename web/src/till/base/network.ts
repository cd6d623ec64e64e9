/** Whether the platform can be reached, as the last call found it. */
import { useSyncExternalStore } from 'react'
import { ApiFailure, NetworkFailure } from '../../api/failure.ts'

export type Network = {
  isAway: boolean
  /** Since when, by this device's clock. */
  since: string | null
}

let network: Network = navigator.onLine
  ? { isAway: false, since: null }
  : { isAway: true, since: new Date().toISOString() }

const watchers = new Set<() => void>()

const setAway = (isAway: boolean): void => {
  if (network.isAway === isAway) return
  network = { isAway, since: isAway ? new Date().toISOString() : null }
  for (const watcher of watchers) watcher()
}

addEventListener('offline', () => setAway(true))
// Perhaps not the platform: the next call finds out.
addEventListener('online', () => setAway(false))

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useNetwork = (): Network => useSyncExternalStore(subscribe, () => network)

/** The platform, or what stands before it, is away for the moment. */
export const isAway = (error: unknown): boolean =>
  error instanceof NetworkFailure || (error instanceof ApiFailure && error.status >= 502)

/** Runs a call, and notes what it tells about the network. */
export const noting = async <T>(call: Promise<T>): Promise<T> => {
  try {
    const answer = await call
    setAway(false)
    return answer
  } catch (error) {
    setAway(error instanceof NetworkFailure || error instanceof DOMException)
    throw error
  }
}
