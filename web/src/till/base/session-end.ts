/** The session that ended while the page is open: every screen says so, and leads to signing in. */
import { useSyncExternalStore } from 'react'
import { refusals } from '../../api/failure.ts'

let isOver = false

const watchers = new Set<() => void>()

const tell = (next: boolean): void => {
  isOver = next
  for (const watcher of watchers) watcher()
}

refusals.addEventListener('401', () => tell(true))

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const endedSession = {
  /** Asks who works here again, which leads to signing in. Set by the application. */
  signIn: (): void => location.reload(),
  /** Somebody is signed in again. */
  clear: (): void => tell(false),
}

export const useEndedSession = (): boolean => useSyncExternalStore(subscribe, () => isOver)
