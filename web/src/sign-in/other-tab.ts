import { readSession, type Session } from '../session/session.ts'

/**
 * Reads the session each time the person looks at this tab again: they may have signed in, or confirmed
 * who they are, on another one. Returns how to stop.
 */
export const watchOtherTab = (onSession: (session: Session) => void): (() => void) => {
  const look = (): void => {
    if (document.visibilityState !== 'visible') return
    readSession().then(
      (session) => session !== null && onSession(session),
      () => undefined,
    )
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
