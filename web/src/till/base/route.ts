/** The place in the till is the path: a reload, or a tab that was killed, comes back to it. */
import { useSyncExternalStore } from 'react'

/** With a slash at its end: the service worker controls what is below it. */
const ROOT = '/till/'

const MOVED = 'wasl:moved'

const subscribe = (onChange: () => void): (() => void) => {
  addEventListener('popstate', onChange)
  addEventListener(MOVED, onChange)
  return () => {
    removeEventListener('popstate', onChange)
    removeEventListener(MOVED, onChange)
  }
}

/** The parts of the path below /till: `['pay', '0192…']`. */
export const useRoute = (): string[] =>
  useSyncExternalStore(subscribe, () => location.pathname)
    .slice(ROOT.length)
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent)

export const hrefOf = (...parts: string[]): string => ROOT + parts.map(encodeURIComponent).join('/')

/** Goes to a place of the till; `replace` leaves the present one out of the history. */
export const go = (parts: string[], { replace = false }: { replace?: boolean } = {}): void => {
  history[replace ? 'replaceState' : 'pushState'](null, '', hrefOf(...parts))
  dispatchEvent(new Event(MOVED))
  scrollTo(0, 0)
}
