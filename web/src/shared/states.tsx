import { IconAlertTriangle, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiFailure, NetworkFailure } from '../api/failure.ts'
import { STATES } from './states.texts.ts'
import { useTexts } from './texts.ts'

/** Nothing to show: why, and the one step that helps. */
export const Empty = ({ why, children }: { why: string; children?: ReactNode }) => (
  <div className="notice">
    <div>
      <p className="strong">{why}</p>
      {children}
    </div>
  </div>
)

export type FailedProps = {
  error: unknown
  onAgain?: (() => void) | undefined
}

/** What failed, what is still true, the way on, and the id that support asks for. */
export const Failed = ({ error, onAgain }: FailedProps) => {
  const t = useTexts(STATES)
  const isAway = error instanceof NetworkFailure
  const refusal = error instanceof ApiFailure ? error : null
  return (
    <div className={isAway ? 'notice wait' : 'notice stop'} role="alert">
      {isAway ? <IconPlugConnectedX aria-hidden /> : <IconAlertTriangle aria-hidden />}
      <div>
        <p className="strong">{isAway ? t('offline') : (refusal?.message ?? t('failed'))}</p>
        {!isAway && <p>{t('nothingChanged')}</p>}
        {refusal?.requestId && (
          <p className="sm soft">
            {t('request')} <code className="code">{refusal.requestId}</code>
          </p>
        )}
        {onAgain && (
          <button type="button" className="btn" onClick={onAgain}>
            {t('again')}
          </button>
        )}
      </div>
    </div>
  )
}

/** The right that is missing, and who can give it. */
export const Refused = ({ permission }: { permission: string }) => {
  const t = useTexts(STATES)
  return (
    <div className="notice" role="alert">
      <IconLock aria-hidden />
      <div>
        <p className="strong">{t('refused')}</p>
        <p>{t('refusedBy', { permission })}</p>
      </div>
    </div>
  )
}

/** An address that leads nowhere. */
export const NotFound = () => {
  const t = useTexts(STATES)
  return (
    <>
      <div className="title">
        <h1>{t('notFound')}</h1>
      </div>
      <Link className="btn" to="/">
        {t('home')}
      </Link>
    </>
  )
}

/** A line that keeps the place of what is coming. */
export const Bone = ({ width }: { width: string }) => (
  <span className="bone" style={{ inlineSize: width }} aria-hidden />
)
