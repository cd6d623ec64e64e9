import { useState, type ReactNode } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import type { ApiForm } from '../../components/api-form.tsx'
import { isNoted } from '../../problems/is-noted.ts'
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

/** The first of two requests is recorded: nothing has changed, and what comes next. */
export const Noted = () => {
  const t = useTexts(SETTINGS)
  return (
    <div role="status">
      <p className="strong">{t('notedTitle')}</p>
      <p>{t('noted')}</p>
    </div>
  )
}

/** A change of a setting that may need a second person: then it says that it waits for one. */
export const SettingDialog = (props: SettingDialogProps) => {
  const { title, verb, form, run, onClose, why, children } = props
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
      {hasNoted ? <Noted /> : children}
    </ActDialog>
  )
}
