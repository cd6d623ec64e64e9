import { useIntl } from 'react-intl'
import { Amount } from '../../money/amount.tsx'
import { useLanguage } from '../../texts/language.ts'
import { Moment, momentText } from '../../time/moment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { changeText } from './change.ts'
import type { Overview } from './overview.ts'
import { OVERVIEW } from './texts.ts'
import { useLastWeek } from './use-last-week.ts'

/** Today's money: one amount, one sentence, and what it was at the same time of two other days. */
export const Today = ({ overview }: { overview: Overview }) => {
  const t = useTexts(OVERVIEW)
  const intl = useIntl()
  const { today, yesterday, lastWeek, cash, owed, at } = overview
  return (
    <dl className="card today-sum">
      <div className="lead-sum">
        <dt>{t('collected')}</dt>
        <dd>
          <Amount dinars={today.collected} />
        </dd>
        <dd className="sub">
          {t.rich('payments', { count: today.payments, time: <Moment at={at} shows="time" /> })}
        </dd>
      </div>
      <div>
        <dt>{t('sameTime', { time: momentText(intl, at, 'time') })}</dt>
        <Compared
          name={t('yesterday')}
          now={today.byNow.collected}
          then={yesterday.byNow.collected}
        />
        <Compared
          name={useLastWeek(lastWeek.date)}
          now={today.byNow.collected}
          then={lastWeek.byNow.collected}
        />
      </div>
      <div>
        <dt>{t('refunded')}</dt>
        <dd>
          <Amount dinars={today.refunded} />
        </dd>
        <dd className="sub">{t('refunds', { count: today.refunds })}</dd>
      </div>
      <div>
        <dt>{t('owed')}</dt>
        <dd>
          <Amount dinars={owed} />
        </dd>
        <dd className="sub">
          {t.rich('held', { amount: <Amount dinars={cash.total} decimals="auto" /> })}
        </dd>
      </div>
    </dl>
  )
}

const Compared = ({ name, now, then }: { name: string; now: number; then: number }) => {
  const { language } = useLanguage()
  const change = changeText(now, then, language)
  return (
    <dd className="compared">
      <span className="sub">{name}</span> <Amount dinars={then} decimals="auto" />
      {change !== null && (
        <>
          {' '}
          <bdi className="n sub" dir="ltr">
            {change}
          </bdi>
        </>
      )}
    </dd>
  )
}
