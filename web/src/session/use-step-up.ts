import { createContext, useCallback, useContext } from 'react'
import { ApiFailure } from '../api/failure.ts'

/** The person closed the dialog: the act did not happen, and needs no message. */
export class StepUpCancelled extends Error {
  constructor() {
    super('the confirmation was cancelled')
    this.name = 'StepUpCancelled'
  }
}

/** Opens the dialog. Resolves when the person has confirmed. */
export type Confirm = () => Promise<void>

export const ConfirmContext = createContext<Confirm>(() =>
  Promise.reject(new Error('expected a StepUpProvider around the application')),
)

/**
 * Runs a call. When its answer says that it needs a fresh confirmation, asks the person for it and
 * runs the call once more.
 *
 * @example const stepUp = useStepUp(); await stepUp(() => on('POST /account/v1/recovery-codes')({}))
 */
export const useStepUp = (): (<Result>(run: () => Promise<Result>) => Promise<Result>) => {
  const confirm = useContext(ConfirmContext)
  return useCallback(
    async (run) => {
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof ApiFailure && error.code === 'PERSON403_STEP_UP')) throw error
        await confirm()
        return run()
      }
    },
    [confirm],
  )
}
