import { Modal } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import type { ApiForm } from './api-form.tsx'
import { PARTS } from '../texts/parts.texts.ts'
import { Failed } from './states.tsx'
import { StepUpCancelled, useStepUp } from '../session/use-step-up.ts'
import { useTexts } from '../texts/texts.ts'

export type ActDialogProps = {
  title: string
  /** The act, as its button says it. */
  verb: string
  /** An act that takes something away. */
  isStop?: boolean
  isOpen: boolean
  onClose: () => void
  /** Its failure is shown; fields show what belongs to them. */
  form: ApiForm<any>
  /** Runs with the values of the form; then the dialog closes, unless `staysOpen`. */
  act: () => Promise<unknown>
  staysOpen?: boolean
  /** It has acted, and only says what came of it. */
  isOver?: boolean
  /** False while a list of the form is not read, or nothing of it is chosen. */
  isChosen?: boolean
  /** Why the button does nothing yet. */
  why?: string
  children?: ReactNode
}

/** Asks before an act: what happens, the reason, the button that says it. */
export const ActDialog = (props: ActDialogProps) => {
  const { title, verb, isStop, isOpen, onClose, form, act, staysOpen, isOver, children } = props
  const t = useTexts(PARTS)
  const why = props.why ?? (props.isChosen === false ? t('noneChosen') : undefined)
  const stepUp = useStepUp()
  const close = (): void => {
    form.reset()
    onClose()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const isDone = await form.run(async () => stepUp(act))
    if (isDone && staysOpen !== true) close()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
      transitionProps={{ duration: 0 }}
    >
      <form className="form" onSubmit={(event) => void submit(event)}>
        {children}
        <FormFailure failure={form.failure} />
        {why !== undefined && <p className="why">{why}</p>}
        <div className="form-end">
          <button type="button" className="btn" onClick={close}>
            {t(isOver === true ? 'close' : 'cancel')}
          </button>
          {isOver !== true && (
            <button
              type="submit"
              className={isStop === true ? 'btn stop' : 'btn main'}
              aria-busy={form.isRunning}
              disabled={form.isRunning || why !== undefined}
            >
              {verb}
            </button>
          )}
        </div>
      </form>
    </Modal>
  )
}

/** A failure that belongs to no field. A confirmation that the person closed needs no words. */
export const FormFailure = ({ failure }: { failure: unknown }) =>
  failure === null || failure instanceof StepUpCancelled ? null : <Failed error={failure} isAct />
