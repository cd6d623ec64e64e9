import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** After the last key, so that not every letter is a request. */
const PAUSE_MS = 150

/** What every answer of a search says about itself. */
export type Understood = {
  understood: {
    text: string
    amountFrom: number | null
    amountTo: number | null
    since: string | null
  }
  groups: readonly unknown[]
  isComplete: boolean
}

export const useSearch = <Answer extends Understood>(
  typed: string,
  ask: (q: string, signal: AbortSignal) => Promise<Answer>,
) => {
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: ({ signal }) => ask(q, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const { data, error, refetch, isPlaceholderData } = query
  /** Else the results are of an earlier text, or not there yet. */
  const isOfWhole = data !== undefined && !isPlaceholderData && q === typed.trim()
  return { data, error, refetch, isOfWhole }
}

/** Enter acts on the results of the whole text, also when it is pressed before they are here. */
export const useEnter = (isOfWhole: boolean, act: () => void) => {
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    if (!isPressed || !isOfWhole) return
    setPressed(false)
    act()
  })
  return { press: () => setPressed(true), forget: () => setPressed(false) }
}
