import './payment-page.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { on } from '../../api/call.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Loaded } from '../../lists/loaded.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { Card, Page } from '../../components/page.tsx'
import { Facts } from '../../components/pairs.tsx'
import { PARTS } from '../../texts/parts.texts.ts'
import { useTexts } from '../../texts/texts.ts'
import { useRightName } from '../../session/use-right-name.ts'
import { Timeline } from '../../components/timeline.tsx'
import { PartnerName } from '../money/who.tsx'
import { Answer } from './answer.tsx'
import { Attempts } from './attempts.tsx'
import { CashPath } from './cash-path.tsx'
import { Money } from './money.tsx'
import { Notes } from './notes.tsx'
import { PAYMENT } from './page.texts.ts'
import { PaymentActions } from './payment-actions.tsx'
import type { PartProps, PaymentDetail } from './payment.ts'
import { Refunds } from './refunds.tsx'
import { useStory } from './use-story.tsx'

/** While somebody looks, and perhaps a caller waits. */
const EVERY_MS = 2_000

export const PaymentPage = () => {
  const { paymentId = '' } = useParams({ strict: false })
  const params = { paymentId }
  const payment = useQuery({
    queryKey: ['payment', paymentId],
    queryFn: async ({ signal }) => on('GET /operator/v1/payments/{paymentId}')({ params, signal }),
    refetchInterval: EVERY_MS,
  })
  const evidence = useQuery({
    queryKey: ['payment', paymentId, 'evidence'],
    queryFn: async ({ signal }) =>
      on('GET /operator/v1/payments/{paymentId}/evidence')({ params, signal }),
    refetchInterval: EVERY_MS * 2,
  })
  return (
    <Loaded query={payment} title={useTexts(PAYMENT)('payments')}>
      {(data) => <Whole payment={data} evidence={evidence.data ?? null} />}
    </Loaded>
  )
}

const Whole = ({ payment, evidence }: PartProps) => {
  const t = useTexts(PAYMENT)
  const facts = useStory(payment, evidence)
  const up = { to: '/payments', label: t('payments') }
  return (
    <Page title={payment.reference} heading={<Answer.Head payment={payment} />} up={up}>
      <Answer.Says payment={payment} evidence={evidence} />
      <PaymentActions payment={payment} evidence={evidence} />
      <PaymentFacts payment={payment} />
      <div className="cols">
        <div className="stack">
          <Card title={t('story')} note={t('facts', { count: facts.length })}>
            <Timeline facts={facts} />
            {payment.attemptsLeftOut && <p className="soft sm">{t('leftOut')}</p>}
          </Card>
          {evidence !== null && <Attempts payment={payment} evidence={evidence} />}
        </div>
        <aside className="stack">
          <Refunds payment={payment} />
          {evidence?.money && <Money money={evidence.money} />}
          {evidence?.withheld.includes('statements.view') && (
            <Withheld title={t('money')} permission="statements.view" />
          )}
          {evidence !== null && evidence.cash.length > 0 && <CashPath evidence={evidence} />}
          {evidence?.withheld.includes('cash.view') && (
            <Withheld title={t('where')} permission="cash.view" />
          )}
          <Notes payment={payment} />
        </aside>
      </div>
    </Page>
  )
}

/** A part that is not for everybody who sees payments: who may see it. */
const Withheld = ({ title, permission }: { title: string; permission: string }) => {
  const parts = useTexts(PARTS)
  const right = useRightName()(permission)
  return (
    <Card title={title}>
      <p className="why">{parts('needs', { right })}</p>
    </Card>
  )
}

const PaymentFacts = ({ payment }: { payment: PaymentDetail }) => {
  const t = useTexts(PAYMENT)
  const { partnerId, partnerName, channelId, channelName, receiptNumber, paymentId } = payment
  const { requestId } = payment
  return (
    <Facts
      facts={[
        {
          name: t('partner'),
          value: (
            <Link to="/partners/$partnerId" params={{ partnerId }}>
              <PartnerName id={partnerId} name={partnerName} />
            </Link>
          ),
          more: <bdi className="code">{partnerId}</bdi>,
        },
        {
          name: t('channel'),
          value: (
            <Link to="/channels/$channelId" params={{ channelId }}>
              <OutsideText>{channelName}</OutsideText>
            </Link>
          ),
          more: <bdi className="code">{channelId}</bdi>,
        },
        {
          name: t('receipt'),
          value:
            receiptNumber === null ? (
              <span className="soft">{t('noReceipt')}</span>
            ) : (
              <Reference>{receiptNumber}</Reference>
            ),
        },
        {
          name: t('paymentId'),
          value: <bdi className="code payment-id">{paymentId}</bdi>,
          more: (
            <>
              {requestId !== null && <>{t('request', { id: requestId.slice(0, 8) })} </>}
              <CopyButton text={paymentId} />
            </>
          ),
        },
      ]}
    />
  )
}
