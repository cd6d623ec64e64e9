import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ownSecurityQuery } from '../session/own-security.ts'
import { StepUpCancelled, useStepUp } from '../session/use-step-up.ts'

/** One act of a card: whether it runs, what stopped it, and the lists that it makes stale. */
export const useAct = (stale: string) => {
  const queries = useQueryClient()
  const stepUp = useStepUp()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)

  /** Runs a call, asks for a confirmation where it needs one, and hands its answer on. */
  const act = async <Result>(
    run: () => Promise<Result>,
    onDone: (result: Result) => void = () => undefined,
  ): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      onDone(await stepUp(run))
      await queries.invalidateQueries({ queryKey: [stale] })
      // A change of what somebody signs in with is told to them.
      void queries.invalidateQueries(ownSecurityQuery)
    } catch (failure) {
      if (!(failure instanceof StepUpCancelled)) setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { act, error, isBusy }
}
