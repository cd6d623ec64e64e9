import './money.css'
import { useState, type ReactNode } from 'react'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ActionButton } from '../../components/action-button.tsx'
import { TextField, useApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { MONEY } from './money.texts.ts'

export type ActProps = {
  /** The act, as the button says it. */
  label: string
  /** What happens, in the dialog. */
  title: string
  says?: ReactNode
  permission: string
  look?: 'main' | 'stop' | 'plain'
  /** Why it cannot be done now. */
  why?: string | undefined
  /** It needs a reason, which stays in the books. */
  needsReason?: boolean
  run: (reason: string) => Promise<unknown>
}

/** A button that asks before it acts. Afterwards everything on the page is read again. */
export const Act = (props: ActProps) => {
  const { label, title, says, permission, look, why, needsReason = false, run } = props
  const m = useTexts(MONEY)
  const form = useApiForm({ reason: '' })
  const [isAsking, setAsking] = useState(false)
  const act = async (): Promise<void> => {
    await run(form.values.reason)
    await queries.invalidateQueries()
  }
  return (
    <>
      <ActionButton
        permission={permission}
        onClick={() => setAsking(true)}
        {...(look && { look })}
        {...(why !== undefined && { why })}
      >
        {label}
      </ActionButton>
      <ActDialog
        title={title}
        verb={label}
        isStop={look === 'stop'}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        form={form}
        act={act}
      >
        {says}
        {needsReason && <TextField form={form} name="reason" label={m('reason')} isRequired />}
      </ActDialog>
    </>
  )
}
