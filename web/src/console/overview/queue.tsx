import { Link } from '@tanstack/react-router'
import { Amount } from '../../money/amount.tsx'
import { Moment } from '../../time/moment.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import { Facts } from '../../components/pairs.tsx'
import { useMe } from '../../session/session.ts'
import { useTexts } from '../../texts/texts.ts'
import type { Overview } from './overview.ts'
import { OVERVIEW } from './texts.ts'

/** What is under way: events, retries, open payments, lost locks. */
export const Queue = ({ queue }: Pick<Overview, 'queue'>) => {
  const t = useTexts(OVERVIEW)
  const me = useMe()
  const { due, retrying, oldestDueAt, locked, lapsing, openCases } = queue
  const { openVariances, openVarianceAmount } = queue
  const isLate = due > 0 && oldestDueAt !== null
  return (
    <Facts
      facts={[
        {
          name: t('dueNow'),
          value: due,
          more: isLate
            ? t.rich('oldestDueAt', { time: <Moment at={oldestDueAt} shows="time" /> })
            : t('noneLate'),
        },
        {
          name: t('retrying'),
          value: retrying,
          more: oldestDueAt !== null && !isLate && (
            <>{t.rich('nextAttempt', { time: <Moment at={oldestDueAt} shows="time" /> })}</>
          ),
        },
        { name: t('locked'), value: locked, more: t('lapsing', { count: lapsing }) },
        {
          name: t('variances'),
          value: openVariances,
          more: openVariances > 0 && (
            <>
              <Amount dinars={openVarianceAmount} />{' '}
              {me.may('cash.view') && (
                <Link className="link" to="/shifts/differences" search={{ status: 'open' }}>
                  {t('decideVariances')}
                </Link>
              )}
            </>
          ),
        },
        {
          name: t('cases'),
          value: openCases,
          more: openCases > 0 && me.may('cash.view') && (
            <Link className="link" to="/lost-locks">
              {t('decide')}
            </Link>
          ),
        },
      ]}
    />
  )
}

/** The copies of the database. None is a matter of the page of the system. */
export const Standbys = ({ standbys }: Pick<Overview, 'standbys'>) => {
  const t = useTexts(OVERVIEW)
  if (standbys.length === 0) return null
  return (
    <p className="soft sm foot">
      {standbys.map(({ name, state, lagSeconds }) => (
        <span key={name}>
          {t.rich(state === 'streaming' ? 'standby' : 'standbyAway', {
            name: <OutsideText>{name}</OutsideText>,
            seconds: lagSeconds ?? 0,
          })}
        </span>
      ))}
    </p>
  )
}
