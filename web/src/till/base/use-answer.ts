import { useCallback, useEffect, useState } from 'react'
import { noting } from './network.ts'

export type Answering<T> = {
  /** The last answer; kept while a newer one is fetched. */
  answer: T | undefined
  error: unknown
  again: () => void
}

/** Asks once, and again when `key` changes, the window is looked at, or `again` is called. */
export const useAnswer = <T>(key: string, ask: () => Promise<T>): Answering<T> => {
  const [state, setState] = useState<{ key: string; answer?: T; error?: unknown }>({ key })
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((before) => before + 1), [])
  useEffect(() => {
    let isOver = false
    noting(ask()).then(
      (answer) => isOver || setState({ key, answer }),
      (error: unknown) =>
        isOver ||
        setState((before) => (before.key === key ? { ...before, error } : { key, error })),
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
  }
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
