import { useId, type ReactNode } from 'react'
import { PARTS } from '../texts/parts.texts.ts'
import { useMe } from '../session/session.ts'
import { useTexts } from '../texts/texts.ts'
import { useRightName } from '../session/use-right-name.ts'

export type ActionButtonProps = {
  children: ReactNode
  onClick: () => void
  look?: 'main' | 'stop' | 'plain'
  /** Without it the button stays legible, and says what is missing. */
  permission?: string
  /** Beside it stands another button that lacks the same permission and says so. */
  isExplained?: boolean
  /** Why it does nothing now, as a sentence. */
  why?: ReactNode
}

/** A button that says why it does nothing. */
export const ActionButton = (props: ActionButtonProps) => {
  const { children, onClick, look, permission, isExplained = false, why } = props
  const id = useId()
  const me = useMe()
  const t = useTexts(PARTS)
  const rightName = useRightName()
  const isRefused = permission !== undefined && !me.may(permission)
  const reason = isRefused ? t('needs', { right: rightName(permission) }) : why
  const name = look === undefined ? 'btn' : `btn ${look}`
  if (reason === undefined) {
    return (
      <button type="button" className={name} onClick={onClick}>
        {children}
      </button>
    )
  }
  return (
    <div className="refused">
      <button type="button" className="btn" aria-disabled="true" aria-describedby={id}>
        {children}
      </button>
      <p className={isRefused && isExplained ? 'hide' : 'why'} id={id}>
        {reason}
      </p>
    </div>
  )
}

export type SubmitButtonProps = { children: ReactNode; permission: string; isDisabled: boolean }

/** Sends the form around it; who lacks the permission reads which one. */
export const SubmitButton = ({ children, permission, isDisabled }: SubmitButtonProps) => {
  if (useMe().may(permission)) {
    return (
      <button type="submit" className="btn main" disabled={isDisabled}>
        {children}
      </button>
    )
  }
  return (
    <ActionButton permission={permission} onClick={() => undefined}>
      {children}
    </ActionButton>
  )
}
