import { useCallback, useEffect, useRef, useState, type SetStateAction } from 'react'
import { noting } from './network.ts'

export type Answering<T> = {
  /** The last answer; kept while a newer one is fetched. */
  answer: T | undefined
  error: unknown
  /** Asks again. An answer under way is not used: it may be older than what was just done. */
  again: () => void
  /** For a timer: asks again unless an answer is under way, which a slow network needs longer for. */
  look: () => void
}

type State<T> = { key: string; answer?: T; error?: unknown }

/** Asks once, and again when `key` changes, the window is looked at, or `again` is called. */
export const useAnswer = <T>(key: string, ask: () => Promise<T>): Answering<T> => {
  const [state, setState] = useState<State<T>>({ key })
  const [round, setRound] = useState(0)
  const isUnderWay = useRef(false)
  const again = useCallback(() => setRound((before) => before + 1), [])
  const look = useCallback(() => {
    if (!isUnderWay.current) again()
  }, [again])
  useEffect(() => {
    let isOver = false
    isUnderWay.current = true
    const end = (next: SetStateAction<State<T>>): void => {
      if (isOver) return
      isUnderWay.current = false
      setState(next)
    }
    noting(ask()).then(
      (answer) => end({ key, answer }),
      (error: unknown) =>
        end((before) => (before.key === key ? { ...before, error } : { key, error })),
    )
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key names what is asked
  }, [key, round])
  useEffect(() => {
    const onVisible = () => document.visibilityState === 'visible' && again()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [again])
  const isOfKey = state.key === key
  return {
    answer: isOfKey ? state.answer : undefined,
    error: isOfKey ? state.error : undefined,
    again,
    look,
  }
}

/** Looks again and again, while a person waits for somebody else and can see it. */
export const useLooking = (look: () => void, everyMs: number | false): void => {
  useEffect(() => {
    if (everyMs === false) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) look()
    }, everyMs)
    return () => clearInterval(timer)
  }, [look, everyMs])
}

/** A click that calls the platform: busy meanwhile, so that nobody sends it twice. */
export const useCall = <Args extends unknown[]>(call: (...args: Args) => Promise<void>) => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = (...args: Args): void => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    call(...args)
      .catch(setError)
      .finally(() => setBusy(false))
  }
  return { run, isBusy, error, clear: () => setError(null) }
}
