import { IconAlertTriangle, IconCloudOff, IconMenu2, IconSend } from '@tabler/icons-react'
import { lazy, Suspense, type ReactNode } from 'react'
import { OutsideText } from '../shared/outside-text.tsx'
import { APP } from './app.texts.ts'
import { Clock } from './base/clock.tsx'
import { Link } from './base/link.tsx'
import { useNetwork } from './base/network.ts'
import { Banner } from './base/parts.tsx'
import { PARTS } from './base/parts.texts.ts'
import { useRoute } from './base/route.ts'
import { useTexts } from './base/texts.ts'
import { recordsOf } from './outbox/keep.ts'
import { useMe } from './session/me.ts'
import { useKept } from './store/use-kept.ts'

/** Not among the first files: it waits for somebody else anyway. */
const IncomingNotice = lazy(() =>
  import('./handover/incoming-notice.tsx').then(
    ({ IncomingNotice: Notice }) => ({ default: Notice }),
    // Without the network nothing arrives.
    () => ({ default: () => null }),
  ),
)

/** Who works here, whether the network is there, and what waits. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const t = useTexts(PARTS)
  const { session, till } = useMe()
  const { isAway } = useNetwork()
  return (
    <div className="till">
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
        <span className={isAway ? 'net off' : 'net'}>{isAway ? t('away') : t('online')}</span>
        <Link to={['menu']} className="opens" aria-label={t('menu')}>
          <IconMenu2 aria-hidden />
        </Link>
      </header>
      <Notices />
      <main className="in">{children}</main>
    </div>
  )
}

const Notices = () => {
  const t = useTexts(APP)
  const [place] = useRoute()
  const { session } = useMe()
  const { isAway, since } = useNetwork()
  const records = useKept(session.userId, () => recordsOf(session.userId)) ?? []
  const conflicts = records.filter(({ state, isSeen }) => state === 'conflict' && !isSeen).length
  const waiting = records.filter(({ state }) => state === 'waiting').length
  const isThere = place === 'outbox' || place === 'receipt'
  const mayReceive = session.permissions.includes('cash.receive')
  return (
    <>
      {isAway && since !== null && (
        <Banner kind="wait" sign={<IconCloudOff aria-hidden />}>
          <strong>{t.rich('awaySince', { time: <Clock at={since} /> })}</strong> {t('goOn')}
        </Banner>
      )}
      {conflicts > 0 && !isThere && (
        <Banner kind="stop" sign={<IconAlertTriangle aria-hidden />}>
          <strong>{t('conflicts', { count: conflicts })}</strong>{' '}
          <Link to={['outbox']}>{t('see')}</Link>
        </Banner>
      )}
      {mayReceive && place !== 'handover' && (
        <Suspense fallback={null}>
          <IncomingNotice />
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

const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden>
    <rect width="32" height="32" rx="9" fill="currentColor" />
    <path
      d="M21.5 13a5.25 5.25 0 1 0-10.5 0 5.25 5.25 0 0 0 10.5 0c0 6.5-3.5 10.5-11 11.5"
      fill="none"
      stroke="var(--card)"
      strokeWidth="3.25"
      strokeLinecap="round"
    />
  </svg>
)
