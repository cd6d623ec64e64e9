import { useState, type ReactNode } from 'react'
import { ActDialog } from '../components/act-dialog.tsx'
import { ActionButton } from '../components/action-button.tsx'
import type { ApiForm } from '../components/api-form.tsx'
import { queries } from '../session/queries.ts'
import { Outcomes, type Outcome } from './outcomes.tsx'
import { SELECTION } from './selection.texts.ts'
import { StepUpCancelled, useStepUp } from '../session/use-step-up.ts'
import { useTexts } from '../texts/texts.ts'

export type ActOnRowsProps<Row> = {
  /** The act, as the button says it. */
  label: string
  permission: string
  look?: 'main' | 'stop' | 'plain'
  rows: readonly Row[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => ReactNode
  /** Whether the row waits for this act; each row by default. */
  fits?: (row: Row) => boolean
  /** What happens to these rows: their number and sum. */
  says?: (rows: readonly Row[]) => ReactNode
  /** What all of them need, such as one reason. Without fields, `useApiForm({})`. */
  form: ApiForm<any>
  fields?: ReactNode
  why?: string | undefined
  run: (row: Row) => Promise<unknown>
  /** All are done, or refused each for its own reason. */
  onDone?: (done: readonly Row[]) => void
}

/**
 * One decision for several rows. Each row is its own call, so that each is checked alone; the person
 * confirms once who they are, and reads of each row that was refused why.
 */
export const ActOnRows = <Row,>(props: ActOnRowsProps<Row>) => {
  const { label, permission, look, rows, fits, says, form, fields, run, onDone } = props
  const t = useTexts(SELECTION)
  const stepUp = useStepUp()
  const [isAsking, setAsking] = useState(false)
  const [progress, setProgress] = useState({ done: 0, count: 0 })
  const [outcome, setOutcome] = useState<Outcome<Row> | null>(null)
  const fitting = fits === undefined ? rows : rows.filter(fits)
  const why =
    props.why ??
    (rows.length === 0 ? t('noneChosen') : fitting.length === 0 ? t('noneFits') : undefined)
  const act = async (): Promise<void> => {
    const all = fitting
    const done: Row[] = []
    const refused: { row: Row; error: unknown }[] = []
    for (const [index, row] of all.entries()) {
      setProgress({ done: index + 1, count: all.length })
      try {
        await stepUp(() => run(row))
        done.push(row)
      } catch (error) {
        // Nobody confirmed: none of the rest can be done either.
        if (error instanceof StepUpCancelled) throw error
        refused.push({ row, error })
      }
    }
    await queries.invalidateQueries()
    setOutcome({ done, refused })
    onDone?.(done)
  }
  const close = (): void => {
    setAsking(false)
    setOutcome(null)
  }
  return (
    <>
      <ActionButton
        permission={permission}
        onClick={() => setAsking(true)}
        {...(look && { look })}
        {...(why !== undefined && !isAsking && { why })}
      >
        {label}
      </ActionButton>
      <ActDialog
        title={label}
        verb={label}
        isStop={look === 'stop'}
        isOpen={isAsking}
        onClose={close}
        form={form}
        act={act}
        staysOpen
        isOver={outcome !== null}
      >
        {outcome === null ? (
          <>
            {says?.(fitting)}
            {rows.length > fitting.length && (
              <p className="soft">{t('leftOut', { count: rows.length - fitting.length })}</p>
            )}
            {fields}
            {form.isRunning && <p role="status">{t('running', progress)}</p>}
          </>
        ) : (
          <Outcomes {...props} outcome={outcome} />
        )}
      </ActDialog>
    </>
  )
}
