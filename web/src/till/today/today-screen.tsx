import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react'
import { on } from '../../api/call.ts'
import { serverTime } from '../../api/server-time.ts'
import { Amount } from '../../money/amount.tsx'
import { useLanguage } from '../../texts/language.ts'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { localDay, startOfDay } from '../../time/zone.ts'
import { Clock } from '../base/clock.tsx'
import { Trouble, Waiting } from '../base/parts.tsx'
import { useTexts, type Texts } from '../base/texts.ts'
import { useAnswer } from '../base/use-answer.ts'
import { payeeName, useMe } from '../session/me.ts'

const TODAY = {
  title: { en: 'Today', fr: 'Aujourd’hui', ar: 'اليوم' },
  empty: {
    en: 'You have taken no payment today.',
    fr: 'Vous n’avez encore rien encaissé aujourd’hui.',
    ar: 'لم تقبض أي دفعة اليوم.',
  },
  paid: { en: 'Paid', fr: 'Payé', ar: 'مدفوعة' },
  locked: { en: 'Held', fr: 'Réservée', ar: 'محجوزة' },
  released: { en: 'Released', fr: 'Libérée', ar: 'محرّرة' },
  refunded: { en: 'Refunded', fr: 'Remboursée', ar: 'مردودة' },
} as const satisfies Texts

const SIGNS = { paid: IconCheck, locked: IconClock, released: IconMinus, refunded: IconMinus }

/** The longest day that is shown: a page of the platform's list. */
const LIMIT = '200'

/** One's own payments of the day. No total: the count is blind. */
export const TodayScreen = () => {
  const t = useTexts(TODAY)
  const me = useMe()
  const { language } = useLanguage()
  const { agentId } = me.session
  const { answer, error, again } = useAnswer('today', () =>
    on('GET /channel/v1/payments')({
      query: { createdSince: startOfDay(localDay(serverTime())), limit: LIMIT },
    }),
  )
  if (answer === undefined && error === undefined) return <Waiting />
  const own = (answer?.items ?? []).filter(
    (payment) => agentId === undefined || (payment.takenBy ?? payment.agentId) === agentId,
  )
  return (
    <>
      <h1>{t('title')}</h1>
      <Trouble error={error} onAgain={again} />
      {answer !== undefined && own.length === 0 && <p className="notice">{t('empty')}</p>}
      <ul className="rows">
        {own.map(({ paymentId, partnerId, reference, amount, stage, paidAt, createdAt }) => {
          const Sign = SIGNS[stage]
          return (
            <li key={paymentId}>
              <div>
                <span className="first">
                  <Sign aria-hidden />
                  <Reference>{reference}</Reference>
                  <Amount dinars={amount} decimals="auto" />
                </span>
                <span className="second soft sm">
                  <OutsideText>{payeeName(me, partnerId, language)}</OutsideText>
                  <span>
                    {t(stage)} · <Clock at={paidAt ?? createdAt} />
                  </span>
                </span>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
