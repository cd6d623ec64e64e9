import { useId, type ReactNode } from 'react'
import { PARTS } from './parts.texts.ts'
import { useMe } from './session.ts'
import { useTexts } from './texts.ts'

export type ActionButtonProps = {
  children: ReactNode
  onClick: () => void
  look?: 'main' | 'stop' | 'plain'
  /** Without it the button stays legible, and says what is missing. */
  permission?: string
  /** Why it does nothing now, as a sentence. */
  why?: ReactNode
}

/** A button that says why it does nothing. */
export const ActionButton = ({ children, onClick, look, permission, why }: ActionButtonProps) => {
  const id = useId()
  const me = useMe()
  const t = useTexts(PARTS)
  const isRefused = permission !== undefined && !me.may(permission)
  const reason = isRefused ? t('needs', { permission }) : why
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
      <p className="why" id={id}>
        {reason}
      </p>
    </div>
  )
}
