import { useEffect, useRef, useState, type ReactNode } from 'react'
import { onSessionEnd } from '../api/session-end.ts'
import { queries } from '../session/queries.ts'
import { goToSignIn, knownSession, sessionQuery, type Session } from '../session/session.ts'
import { SignInDialog } from './sign-in-dialog.tsx'

type Waiting = { person: Session; resolve: () => void }

/** Lets people sign in again over the page, so that nothing typed is lost when a session ends. */
export const SignInProvider = ({ children }: { children: ReactNode }) => {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const isOver = useRef(false)
  isOver.current = waiting !== null
  useEffect(() => {
    onSessionEnd(() => {
      const person = knownSession()
      return new Promise((resolve) => {
        // Nobody has worked here yet: the page for signing in comes instead of this one.
        if (person === null) goToSignIn()
        else setWaiting({ person, resolve })
      })
    })
    // Escape would close what stands below, with what is typed there. This listener is the first, because
    // no dialog is open yet.
    const keep = (event: KeyboardEvent): void => {
      if (!isOver.current || event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    addEventListener('keydown', keep, true)
    return () => removeEventListener('keydown', keep, true)
  }, [])
  const goOn = (): void => {
    waiting?.resolve()
    setWaiting(null)
    // A role may have changed meanwhile.
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  return (
    <>
      {children}
      {waiting !== null && <SignInDialog person={waiting.person} onBack={goOn} />}
    </>
  )
}
