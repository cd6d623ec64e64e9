import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import { shownSum } from '@wasl/protocol/shown-money'
import { useId, type ButtonHTMLAttributes, type CSSProperties, type ReactNode } from 'react'
import { ApiFailure } from '../../api/failure.ts'
import { Amount } from '../../money/amount.tsx'
import { useLanguage, type Language } from '../../texts/language.ts'
import { isAway } from './network.ts'
import { PARTS } from './parts.texts.ts'
import { endedSession } from './session-end.ts'
import { timeIn } from './time-in.ts'
import { useTexts } from './texts.ts'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement>

export type GoProps = ButtonProps & {
  /** What is still to do before it can be pressed. */
  why?: string | undefined
}

/** The main action: one a screen. A disabled one says why. */
export const Go = ({ why, ...props }: GoProps) => {
  const id = useId()
  const says = why !== undefined && props.disabled === true
  return (
    <>
      <button type="button" className="go" {...props} {...(says && { 'aria-describedby': id })} />
      {says && (
        <p className="why center" id={id}>
          {why}
        </p>
      )}
    </>
  )
}

export type WayProps = ButtonProps & { look?: 'plain' | 'stop' }

/** Another way on. */
export const Way = ({ look, ...props }: WayProps) => (
  <button type="button" className={look === undefined ? 'way' : `way ${look}`} {...props} />
)

/** What the screen leads to, at the bottom, where the thumb is. */
export const Act = ({ children }: { children: ReactNode }) => <div className="act">{children}</div>

/** An amount that is read across a counter. */
export const Huge = ({ dinars }: { dinars: number }) => (
  <span className="huge" style={sized(dinars)}>
    <Amount dinars={dinars} decimals="auto" />
  </span>
)

/** Tells the style how long an amount is. */
export const sized = (dinars: number): CSSProperties =>
  ({ '--chars': shownSum(dinars, 'fr', 'auto').length }) as CSSProperties

export type SealProps = { kind: 'done' | 'wait' | 'stop'; children: ReactNode }

export const Seal = ({ kind, children }: SealProps) => (
  <span className={kind === 'done' ? 'seal' : `seal ${kind}`} aria-hidden>
    {children}
  </span>
)

export type BannerProps = { kind: 'wait' | 'stop'; sign: ReactNode; children: ReactNode }

/** What must be known while it lasts. */
export const Banner = ({ kind, sign, children }: BannerProps) => (
  <div
    className={kind === 'stop' ? 'banner stop' : 'banner'}
    role={kind === 'stop' ? 'alert' : 'status'}
  >
    {sign}
    <div>{children}</div>
  </div>
)

export type Line = readonly [name: ReactNode, value: ReactNode]

/** Names and values, one below the other. */
export const Lines = ({ lines }: { lines: readonly (Line | false)[] }) => (
  <dl className="lines">
    {lines.map(
      (line, index) =>
        line !== false && (
          // oxlint-disable-next-line react/no-array-index-key -- two lines may have one name
          <div key={index}>
            <dt>{line[0]}</dt>
            <dd>{line[1]}</dd>
          </div>
        ),
    )}
  </dl>
)

export type TroubleProps = { error: unknown; onAgain?: (() => void) | undefined }

/** What IndexedDB says when it cannot keep anything at all. */
const NO_STORAGE = new Set(['InvalidStateError', 'SecurityError', 'UnknownError', 'VersionError'])

const isOfStore = (error: unknown): boolean =>
  error instanceof DOMException && error.name !== 'TimeoutError' && error.name !== 'AbortError'

const isEnded = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401

const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g

/** The platform writes moments for programs: people read them on the clock. */
const withTimes = (text: string, language: Language): string =>
  text.replaceAll(MOMENT, (at) => `\u2068${timeIn(language, at, 'both')}\u2069`)

/** What went wrong in one sentence: the device's room, the network, or the platform's own words. */
export const useSentence = (): ((error: unknown) => string) => {
  const t = useTexts(PARTS)
  const { language } = useLanguage()
  return (error) => {
    if (isAway(error) && !isOfStore(error)) return t('noAnswer')
    if (isEnded(error)) return t('ended')
    if (error instanceof ApiFailure) return withTimes(error.message, language) || t('failed')
    const name = error instanceof DOMException ? error.name : ''
    if (name === 'QuotaExceededError') return t('full')
    return t(NO_STORAGE.has(name) ? 'noStorage' : 'failed')
  }
}

/** Why a call was refused or got no answer. Nothing when there is no trouble. */
export const Trouble = ({ error, onAgain }: TroubleProps) => {
  const t = useTexts(PARTS)
  const sentence = useSentence()
  if (error === null || error === undefined) return null
  const isNetwork = isAway(error) && !isOfStore(error)
  const refusal = error instanceof ApiFailure ? error : null
  return (
    <div className={isNetwork ? 'notice wait' : 'notice stop'} role="alert">
      {isNetwork ? <IconCloudOff aria-hidden /> : <IconAlertTriangle aria-hidden />}
      <div>
        <p className="strong">{sentence(error)}</p>
        {refusal?.requestId && (
          <p className="sm soft">
            {t('request')} <bdi className="code">{refusal.requestId}</bdi>
          </p>
        )}
        {isEnded(error) && (
          <Way look="plain" onClick={endedSession.signIn}>
            {t('signIn')}
          </Way>
        )}
        {onAgain && !isEnded(error) && (
          <Way look="plain" onClick={onAgain}>
            {t('again')}
          </Way>
        )}
      </div>
    </div>
  )
}

/** Keeps the place of what is coming. */
export const Waiting = () => {
  const t = useTexts(PARTS)
  return (
    <div className="tile bones" role="status" aria-label={t('loading')}>
      <span className="bone" />
      <span className="bone" />
      <span className="bone" />
    </div>
  )
}
