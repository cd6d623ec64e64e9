import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { StepUpDialog } from './step-up-dialog.tsx'
import { ConfirmContext, StepUpCancelled } from '../../session/use-step-up.ts'

type Waiting = { resolve: () => void; reject: (error: Error) => void }

/** Holds the one dialog of an application. Calls that need it at the same time share it. */
export const StepUpProvider = ({ children }: { children: ReactNode }) => {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const confirm = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        setWaiting((before) => [...before, { resolve, reject }])
      }),
    [],
  )
  const end = useMemo(
    () => (tell: (one: Waiting) => void) => {
      for (const one of waiting) tell(one)
      setWaiting([])
    },
    [waiting],
  )
  return (
    <ConfirmContext value={confirm}>
      {children}
      {waiting.length > 0 && (
        <StepUpDialog
          onConfirmed={() => end(({ resolve }) => resolve())}
          onCancelled={() => end(({ reject }) => reject(new StepUpCancelled()))}
        />
      )}
    </ConfirmContext>
  )
}
