import { IconAlertTriangle, IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiFailure, NetworkFailure } from '../api/failure.ts'
import { Details } from '../problems/details.tsx'
import { MissingFile } from '../problems/missing-file.ts'
import { STATES } from '../texts/states.texts.ts'
import { useTexts } from '../texts/texts.ts'
import { useRefusal } from '../problems/use-refusal.ts'
import { useRightName } from '../session/use-right-name.ts'

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
  /** Of something that was sent: without an answer it may have been done. */
  isAct?: boolean
}

/** What failed, what is still true, the way on, and the id that support asks for. */
export const Failed = ({ error, onAgain, isAct = false }: FailedProps) => {
  const t = useTexts(STATES)
  const say = useRefusal()
  if (error instanceof MissingFile) return <NotLoaded />
  const refusal = error instanceof ApiFailure ? error : null
  // Without words of the platform nobody knows what became of it.
  const isAway = error instanceof NetworkFailure || (refusal !== null && say(refusal) === '')
  return (
    <div className={isAway ? 'notice wait' : 'notice stop'} role="alert">
      {isAway ? <IconPlugConnectedX aria-hidden /> : <IconAlertTriangle aria-hidden />}
      <div>
        <p className="strong">
          {isAway
            ? t(isAct ? 'unanswered' : 'offline')
            : refusal === null
              ? t('failed')
              : say(refusal)}
        </p>
        {refusal !== null && <Details refusal={refusal} />}
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

export type NotLoadedProps = {
  /** Where the rest of the page still stands, and is lost by loading it again. */
  onNotNow?: () => void
}

/** A file of the build is not there: only loading the page again helps, and the person says when. */
export const NotLoaded = ({ onNotNow }: NotLoadedProps) => {
  const t = useTexts(STATES)
  return (
    <div className="notice wait" role="alert">
      <IconAlertTriangle aria-hidden />
      <div>
        <p className="strong">{t('missing')}</p>
        {onNotNow && <p>{t('unsaved')}</p>}
        <div className="actions">
          <button type="button" className="btn" onClick={() => location.reload()}>
            {t('loadAgain')}
          </button>
          {onNotNow && (
            <button type="button" className="btn plain" onClick={onNotNow}>
              {t('notNow')}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

/** The right that is missing, and who can give it. */
export const Refused = ({ permission }: { permission: string }) => {
  const t = useTexts(STATES)
  const right = useRightName()(permission)
  return (
    <div className="notice" role="alert">
      <IconLock aria-hidden />
      <div>
        <p className="strong">{t('refused')}</p>
        <p>{t('refusedBy', { right })}</p>
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
