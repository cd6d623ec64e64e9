import { useState, type ReactNode } from 'react'
import { ApiFailure } from '../../api/failure.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import type { ApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { SETTINGS } from './texts.ts'

export type SettingDialogProps = {
  title: string
  verb: string
  form: ApiForm<any>
  run: () => Promise<unknown>
  onClose: () => void
  /** Why the button does nothing yet. */
  why?: string | undefined
  children: ReactNode
}

/** Whether the platform noted the first of two requests, which is no failure. */
const isNoted = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'APPROVAL409_SECOND_PERSON'

/** A change of a setting that may need a second person: then it says that it waits for one. */
export const SettingDialog = (props: SettingDialogProps) => {
  const { title, verb, form, run, onClose, why, children } = props
  const t = useTexts(SETTINGS)
  const [hasNoted, setNoted] = useState(false)
  const act = async (): Promise<void> => {
    let noted = false
    try {
      await run()
    } catch (error) {
      if (!isNoted(error)) throw error
      noted = true
    }
    await queries.invalidateQueries()
    if (noted) setNoted(true)
    else onClose()
  }
  return (
    <ActDialog
      title={title}
      verb={verb}
      isOpen
      onClose={onClose}
      form={form}
      act={act}
      staysOpen
      isOver={hasNoted}
      {...(why !== undefined && !hasNoted && { why })}
    >
      {hasNoted ? (
        <div role="status">
          <p className="strong">{t('notedTitle')}</p>
          <p>{t('noted')}</p>
        </div>
      ) : (
        children
      )}
    </ActDialog>
  )
}
