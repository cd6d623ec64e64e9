import { useIntl } from 'react-intl'
import { Amount } from '../../money/amount.tsx'
import { momentText } from '../../time/moment.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { StageBadge } from '../../payments/payment-state.tsx'
import { TestBadge } from '../../payments/test-payment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { PartnerName } from '../money/who.tsx'
import { agencyOf } from './agency-of.ts'
import { PAYMENT } from './page.texts.ts'
import type { PartProps, PaymentDetail } from './payment.ts'

const Head = ({ payment }: { payment: PaymentDetail }) => (
  <span className="answer-head">
    <Reference>{payment.reference}</Reference>
    <StageBadge {...payment} />
    <TestBadge isTest={payment.isTest} />
  </span>
)

/** The sentences that a support person says aloud, and the amount. */
const Says = ({ payment, evidence }: PartProps) => {
  const parts = [useStage(payment), useKnowledge(payment, evidence), useBack(payment)]
  return (
    <section className="answer">
      <p className="say">
        {parts.map(
          (part, index) =>
            part !== null && (
              // oxlint-disable-next-line react/no-array-index-key -- three sentences, always in this order
              <span key={index}>{part} </span>
            ),
        )}
      </p>
      <p className="big">
        <Amount dinars={payment.amount} />
      </p>
    </section>
  )
}

const useStage = (payment: PaymentDetail) => {
  const t = useTexts(PAYMENT)
  const intl = useIntl()
  const { stage, paidAt, releasedAt, lockReleaseTime, createdAt, failReason } = payment
  const channel = <OutsideText>{payment.channelName}</OutsideText>
  const at = paidAt ?? releasedAt ?? createdAt
  const said = { channel, day: momentText(intl, at, 'weekday'), time: momentText(intl, at, 'time') }
  switch (stage) {
    case 'locked':
      return t.rich('locked', { channel, time: momentText(intl, lockReleaseTime ?? at, 'time') })
    case 'released':
      if (payment.hasOpenCase) return t.rich('openCase', { channel })
      return t.rich('released', { ...said, reason: failReason ?? 'expired' })
    default: {
      const name = agencyOf(payment.channelName)
      const agency = <OutsideText>{name ?? payment.channelName}</OutsideText>
      return t.rich('paid', { ...said, agency, kind: name === null ? 'other' : 'agency' })
    }
  }
}

/** Whether the partner knows of what the payment is now, and since when. */
const useKnowledge = (payment: PaymentDetail, evidence: PartProps['evidence']) => {
  const t = useTexts(PAYMENT)
  const intl = useIntl()
  const partner = <PartnerName id={payment.partnerId} name={payment.partnerName} />
  const wanted = payment.paidAt === null ? 'payment.fail' : 'payment.success'
  if (payment.stage === 'locked') return null
  const told = payment.timeline.find(
    (item) => item.kind === 'attempt' && item.event === wanted && item.outcome === 'acknowledged',
  )
  if (told !== undefined) {
    return t.rich('knows', { partner, time: momentText(intl, told.at, 'time') })
  }
  const event = evidence?.events.find((one) => one.event === wanted)
  const isOver =
    event === undefined ? payment.webhookDelivery === 'failed' : event.state === 'failed'
  return isOver ? t.rich('knowsNot', { partner }) : t.rich('knowsNotYet', { partner })
}

const useBack = ({ stage, refundedAmount, refunds }: PaymentDetail) => {
  const t = useTexts(PAYMENT)
  const asked = refunds.find(({ status }) => status === 'requested')
  if (asked !== undefined) {
    return t.rich('backAsked', { amount: <Amount dinars={asked.amount} decimals="auto" /> })
  }
  if (stage === 'refunded') return t('backAll')
  if (refundedAmount === 0) return null
  return t.rich('backPart', { amount: <Amount dinars={refundedAmount} decimals="auto" /> })
}

export const Answer = { Head, Says }
