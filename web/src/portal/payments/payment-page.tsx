import { IconPrinter, IconSend } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { addressOf, on } from '../../api/call.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Amount } from '../../money/amount.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { momentText } from '../../time/moment.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Facts, Pairs } from '../../components/pairs.tsx'
import { Failed } from '../../components/states.tsx'
import { useTakenAt } from '../../time/taken-at.tsx'
import { TestBadge } from '../../payments/test-payment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Timeline } from '../../components/timeline.tsx'
import { StageBadge, useOutcome } from '../stage-badge.tsx'
import { useAnswer, useReadAgain } from '../use-answer.ts'
import { factsOf, type Payment } from './facts.tsx'
import { EVENT_KINDS } from '../texts.ts'
import { PAYMENT, PAYMENTS } from './texts.ts'

const ROUTE = 'GET /partner/payments/v1/{paymentId}'

/** What happens is seen without reloading. */
const LIVE_MS = 4_000

/** One payment: the answer, what happened, the money. */
export const PaymentPage = () => {
  const { paymentId = '' } = useParams({ strict: false })
  const list = useTexts(PAYMENTS)
  const query = useAnswer(ROUTE, { params: { paymentId } }, LIVE_MS)
  const reference = query.data?.reference
  return (
    <Page
      title={reference ?? list('title')}
      {...(reference !== undefined && { heading: <Reference>{reference}</Reference> })}
      up={{ to: '/payments', label: list('title') }}
      permission="payments.view"
    >
      <Loaded query={query}>{(payment) => <Content payment={payment} />}</Loaded>
    </Page>
  )
}

const Content = ({ payment }: { payment: Payment }) => {
  const t = useTexts(PAYMENT)
  const outcome = useOutcome()
  const event = useTexts(EVENT_KINDS)
  const takenAt = useTakenAt()
  return (
    <>
      <Answer payment={payment} />
      <Facts facts={factPairsOf(payment, t)} />
      <div className="cols">
        <Card title={t('story')}>
          <Timeline facts={factsOf(payment, { t, event, outcome, takenAt })} />
        </Card>
        <div className="stack">
          <Money payment={payment} />
        </div>
      </div>
    </>
  )
}

const TOLD = { delivered: 'told', pending: 'notTold', failed: 'failedToTell', none: null } as const

const Answer = ({ payment }: { payment: Payment }) => {
  const t = useTexts(PAYMENT)
  const intl = useIntl()
  const { stage, paidAt, releasedAt, lockReleaseTime, refundedAmount, channelName } = payment
  const { hasOpenCase, isTest } = payment
  const where = <OutsideText key="where">{channelName}</OutsideText>
  const at = (time: string | null) => (time === null ? '' : momentText(intl, time, 'full'))
  const told = TOLD[payment.webhookDelivery]
  return (
    <section className="card answer">
      <div>
        <p>
          <StageBadge stage={stage} refundedAmount={refundedAmount} hasOpenCase={hasOpenCase} />{' '}
          <TestBadge isTest={isTest} />
        </p>
        <p className="says">
          {stage === 'locked' && t.rich('saysLocked', { where, until: at(lockReleaseTime) })}
          {stage === 'released' &&
            t.rich(hasOpenCase ? 'saysOpenCase' : 'saysReleased', { where, when: at(releasedAt) })}
          {stage === 'paid' && t.rich('saysPaid', { where, when: at(paidAt) })}
          {stage === 'refunded' && t.rich('saysRefunded', { where, when: at(paidAt) })}{' '}
          {stage === 'paid' &&
            refundedAmount > 0 &&
            t.rich('partly', { amount: <Amount key="amount" dinars={refundedAmount} /> })}{' '}
          {told !== null && t(told)}
        </p>
      </div>
      <p className="big">
        <Amount dinars={payment.amount} />
      </p>
      <Actions payment={payment} />
    </section>
  )
}

const Actions = ({ payment }: { payment: Payment }) => {
  const t = useTexts(PAYMENT)
  const readAgain = useReadAgain()
  const [state, setState] = useState<'no' | 'sent' | { error: unknown }>('no')
  const event = payment.timeline.findLast((item) => item.kind === 'event')
  const { paymentId, paidAt, webhookDelivery } = payment
  const resend = async (): Promise<void> => {
    if (event?.kind !== 'event') return
    try {
      const params = { eventId: event.eventId }
      await on('POST /partner/webhooks/v1/events/{eventId}/redeliver')({ params })
      setState('sent')
      await readAgain(ROUTE)
    } catch (error) {
      setState({ error })
    }
  }
  const receipt = addressOf('GET /partner/payments/v1/{paymentId}/receipt')({
    params: { paymentId },
    query: { format: 'html' },
  })
  return (
    <>
      <div className="actions">
        {paidAt !== null && (
          <a className="btn" href={receipt} target="_blank" rel="noreferrer">
            <IconPrinter aria-hidden />
            {t('seeReceipt')}
          </a>
        )}
        {event !== undefined && webhookDelivery !== 'none' && (
          <ActionButton
            permission="events.redeliver"
            {...(webhookDelivery === 'failed' && { look: 'main' as const })}
            onClick={() => void resend()}
          >
            <IconSend className="flip" aria-hidden />
            {t('resend')}
          </ActionButton>
        )}
      </div>
      {state === 'sent' && <p role="status">{t('resent')}</p>}
      {typeof state === 'object' && <Failed error={state.error} isAct />}
    </>
  )
}

const factPairsOf = (payment: Payment, t: ReturnType<typeof useTexts<typeof PAYMENT>>) => [
  { name: t('where'), value: <OutsideText>{payment.channelName}</OutsideText> },
  ...(payment.receiptNumber === null
    ? []
    : [
        {
          name: t('receipt'),
          value: (
            <bdi className="ref" dir="ltr">
              {payment.receiptNumber}
            </bdi>
          ),
        },
      ]),
  {
    name: t('id'),
    value: (
      <bdi className="code" dir="ltr">
        {payment.paymentId}
      </bdi>
    ),
    more: <CopyButton text={payment.paymentId} />,
  },
]

const Money = ({ payment }: { payment: Payment }) => {
  const t = useTexts(PAYMENT)
  const { statement, amount, refundedAmount, paidAt, amount_detail: parts } = payment
  const line = (dinars: number) => <Amount dinars={dinars} currency={false} />
  return (
    <Card title={t('money')} note={t('inDinars')}>
      {parts.length > 0 && <Parts payment={payment} />}
      {paidAt !== null && (
        <Pairs
          figures
          pairs={[
            { name: t('paid'), value: line(amount) },
            ...(refundedAmount > 0
              ? [
                  { name: t('refunded'), value: line(-refundedAmount) },
                  { name: t('left'), value: line(amount - refundedAmount), isSum: true },
                ]
              : []),
          ]}
        />
      )}
      {paidAt !== null && (
        <p className="sm">
          <span className="soft">{t('statement')}</span>{' '}
          {statement === null ? (
            t('noStatement')
          ) : (
            <Link className="link" to={`/statements/${statement.statementId}`}>
              <bdi dir="ltr">{statement.number}</bdi>
            </Link>
          )}
        </p>
      )}
    </Card>
  )
}

const Parts = ({ payment }: { payment: Payment }) => {
  const t = useTexts(PAYMENT)
  const { locale } = useIntl()
  const language = locale.slice(0, 2) as 'ar' | 'fr' | 'en'
  return (
    <>
      <h3 className="sm soft">{t('asked')}</h3>
      <Pairs
        figures
        pairs={payment.amount_detail.map((part, index) => ({
          name: `${index + 1}. ${part[`label_${language}`] ?? part.label_fr ?? part.label_en ?? ''}`,
          value: <Amount dinars={part.value} currency={false} />,
        }))}
      />
    </>
  )
}
