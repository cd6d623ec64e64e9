import { IconAlertTriangle, IconCloudOff, IconMenu2, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { OutsideText, Reference } from '../problems/outside-text.tsx'
import { APP } from './app.texts.ts'
import { Clock } from './base/clock.tsx'
import { Link } from './base/link.tsx'
import { useNetwork } from './base/network.ts'
import { Banner, Way } from './base/parts.tsx'
import { PARTS } from './base/parts.texts.ts'
import { useRoute } from './base/route.ts'
import { endedSession, useEndedSession } from './base/session-end.ts'
import { useTexts } from './base/texts.ts'
import { useFocus } from './base/use-focus.ts'
import { useReaderOfOthers } from './collect/reader.ts'
import { openScanned } from './collect/scanned.ts'
import { recordsOf } from './outbox/keep.ts'
import { useMe } from './session/me.ts'
import { redemptionOf } from './refund/redemption.ts'
import { useKept } from './store/use-kept.ts'

/** Not among the first files: it waits for somebody else anyway. */
const IncomingNotice = lazy(() =>
  import('./handover/incoming-notice.tsx').then(
    ({ IncomingNotice: Notice }) => ({ default: Notice }),
    // Without the network nothing arrives.
    () => ({ default: () => null }),
  ),
)

/** Not among the first files either: most days nothing happened. */
const SecurityNotice = lazy(() =>
  import('./session/security-notice.tsx').then(
    ({ SecurityNotice: Notice }) => ({ default: Notice }),
    () => ({ default: () => null }),
  ),
)

/** Money or a count is in somebody's hands here: a scanned code does not lead away. */
const BUSY_PLACES = new Set(['pay', 'shift', 'handover', 'deposit'])

/** Who works here, whether the network is there, and what waits. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const t = useTexts(PARTS)
  const { session, till } = useMe()
  const { isAway } = useNetwork()
  const isEnded = useEndedSession()
  const [place = '', id = ''] = useRoute()
  const main = useFocus(`${place}/${id}`)
  const [scanned, setScanned] = useState({ place: '', code: '' })
  useReaderOfOthers((code) =>
    BUSY_PLACES.has(place) ? setScanned({ place, code }) : openScanned(code),
  )
  const state = isEnded ? 'signedOut' : isAway ? 'away' : 'online'
  return (
    <div className="till" tabIndex={-1}>
      <header className="head">
        <Link to={[]} className="mark" aria-label="Wasl">
          <Mark />
        </Link>
        <div>
          <b>
            <OutsideText>{session.name}</OutsideText>
          </b>
          <span className="soft">
            <OutsideText>{till.name}</OutsideText>
          </span>
        </div>
        <span className={state === 'online' ? 'net' : 'net off'}>{t(state)}</span>
        <Link to={['menu']} className="opens" aria-label={t('menu')}>
          <IconMenu2 aria-hidden />
        </Link>
      </header>
      <Notices />
      {scanned.place === place && place !== '' && <Scanned code={scanned.code} />}
      <main className="in" ref={main}>
        {children}
      </main>
    </div>
  )
}

const Scanned = ({ code }: { code: string }) => {
  const t = useTexts(APP)
  return (
    <Banner kind="wait" sign={<IconAlertTriangle aria-hidden />}>
      {t.rich('scanned', { reference: <Reference>{code}</Reference> })}
    </Banner>
  )
}

const Notices = () => {
  const t = useTexts(APP)
  const [place] = useRoute()
  const { session } = useMe()
  const records = useKept(session.userId, () => recordsOf(session.userId)) ?? []
  const asking = useKept(session.userId, () => redemptionOf(session.userId))
  const conflicts = records.filter(({ state, isSeen }) => state === 'conflict' && !isSeen).length
  const waiting = records.filter(({ state }) => state === 'waiting').length
  const isThere = place === 'outbox' || place === 'receipt'
  const mayReceive = session.permissions.includes('cash.receive')
  return (
    <>
      <Connection />
      {conflicts > 0 && !isThere && (
        <Banner kind="stop" sign={<IconAlertTriangle aria-hidden />}>
          <strong>{t('conflicts', { count: conflicts })}</strong>{' '}
          <Link to={['outbox']}>{t('see')}</Link>
        </Banner>
      )}
      {asking && place !== 'refund' && asking.state !== 'given' && (
        <Banner kind="stop" sign={<IconAlertTriangle aria-hidden />}>
          <strong>{t('refundWaits')}</strong> <Link to={['refund']}>{t('see')}</Link>
        </Banner>
      )}
      {mayReceive && place !== 'handover' && (
        <Suspense fallback={null}>
          <IncomingNotice />
        </Suspense>
      )}
      {!BUSY_PLACES.has(place ?? '') && (
        <Suspense fallback={null}>
          <SecurityNotice />
        </Suspense>
      )}
      {waiting > 0 && !isThere && (
        <Link to={['outbox']} className="ready waits">
          <IconSend aria-hidden className="flip" />
          {t('waiting', { count: waiting })}
        </Link>
      )}
    </>
  )
}

/** One notice alone: the session has ended, or the platform is out of reach. */
const Connection = () => {
  const t = useTexts(APP)
  const parts = useTexts(PARTS)
  const { till } = useMe()
  const { isAway, since } = useNetwork()
  const isEnded = useEndedSession()
  if (isEnded) {
    return (
      <Banner kind="stop" sign={<IconAlertTriangle aria-hidden />}>
        <strong>{parts('ended')}</strong>
        <Way onClick={endedSession.signIn}>{parts('signIn')}</Way>
      </Banner>
    )
  }
  if (!isAway || since === null) return null
  return (
    <Banner kind="wait" sign={<IconCloudOff aria-hidden />}>
      <strong>{t.rich('awaySince', { time: <Clock at={since} /> })}</strong>{' '}
      {t(till.kind === 'DELIVERY' ? 'goOn' : 'wait')}
    </Banner>
  )
}

const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden>
    <rect width="32" height="32" rx="8" fill="currentColor" />
    <path
      d="M21.5 13a5.5 5.5 0 1 0-11 0 5.5 5.5 0 0 0 11 0c0 6.5-3.5 10.5-11 11.5"
      fill="none"
      stroke="var(--card)"
      strokeWidth="3"
      strokeLinecap="round"
    />
  </svg>
)
