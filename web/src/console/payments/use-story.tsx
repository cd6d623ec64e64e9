import { useIntl } from 'react-intl'
import type { ReactNode } from 'react'
import { momentText } from '../../time/moment.tsx'
import { useTakenAt } from '../../time/taken-at.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Wire, type Fact } from '../../components/timeline.tsx'
import { Amount } from '../../money/amount.tsx'
import { OutsideText, Reference } from '../../problems/outside-text.tsx'
import { PartnerName } from '../money/who.tsx'
import type { Evidence, PaymentDetail } from './payment.ts'
import { STORY } from './story.texts.ts'
import { bold } from './bold.tsx'
import { ICONS } from './story-icons.tsx'
import { useAttemptFact } from './use-attempt-fact.tsx'
import { useRefundFact } from './use-refund-fact.tsx'

export type TimelineItem = PaymentDetail['timeline'][number]

/** What happened to a payment, oldest first: each item of its timeline as a sentence. */
export const useStory = (payment: PaymentDetail, evidence: Evidence | null): readonly Fact[] => {
  const transition = useTransitionFact(payment, evidence)
  const refund = useRefundFact(payment)
  const attempt = useAttemptFact(payment, evidence)
  const refusal = useRefusalFact(payment)
  const lookup = useLookupFact(payment)
  const facts = payment.timeline.map((item): Fact | null => {
    switch (item.kind) {
      case 'transition':
        // The refund itself says more.
        return item.cause === 'refund' ? null : transition(item)
      case 'refund':
        return refund(item)
      case 'refusal':
        return refusal(item)
      case 'attempt':
      case 'event':
        return attempt(item)
      case 'note':
        return null
      default:
        item satisfies never
        return null
    }
  })
  return [lookup, ...facts].filter((fact) => fact !== null)
}

const useLookupFact = ({ lookup, partnerId, partnerName, amount }: PaymentDetail): Fact | null => {
  const t = useTexts(STORY)
  const intl = useIntl()
  if (lookup === null) return null
  const { request, response, durationMs } = lookup
  const lines = [
    `${request.method} ${request.apiUrl ?? ''}${request.path}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return {
    key: 'lookup',
    at: lookup.at,
    mark: 'rest',
    icon: ICONS.answer,
    says: t.rich('answered', {
      partner: <PartnerName id={partnerId} name={partnerName} />,
      amount: <Amount dinars={amount} />,
      b: bold,
    }),
    opens: {
      summary: t('exchange'),
      content: (
        <>
          <Wire
            title={t('request')}
            note={momentText(intl, lookup.at, 'seconds')}
            text={lines.join('\n')}
          />
          <Wire
            title={t('answer', { status: String(response.status) })}
            note={t('took', { ms: durationMs })}
            text={JSON.stringify(response.body)}
          />
        </>
      ),
    },
  }
}

type Of<Kind extends TimelineItem['kind']> = Extract<TimelineItem, { kind: Kind }>

const useTransitionFact = (payment: PaymentDetail, evidence: Evidence | null) => {
  const t = useTexts(STORY)
  const intl = useIntl()
  const tellTakenAt = useTakenAt()
  const { reference, receiptNumber, lockReleaseTime, stage } = payment
  const who = (agentId: string | null): ReactNode => (
    <b>
      <OutsideText>{(agentId && evidence?.people[agentId]) || payment.channelName}</OutsideText>
    </b>
  )
  return ({ at, cause, to, takenAt }: Of<'transition'>): Fact => {
    const common = { key: `${at} ${to}`, at }
    switch (cause) {
      case 'open':
        return {
          ...common,
          mark: 'rest',
          icon: ICONS.lock,
          says: t.rich(payment.qrCodeToken === null ? 'open' : 'openQr', {
            who: who(payment.agentId),
            reference: <Reference>{reference}</Reference>,
            partner: <PartnerName id={payment.partnerId} name={payment.partnerName} />,
          }),
          adds:
            stage === 'locked' && lockReleaseTime !== null
              ? t('until', { time: momentText(intl, lockReleaseTime, 'time') })
              : t('reserved'),
        }
      case 'confirm':
        return {
          ...common,
          mark: 'done',
          icon: ICONS.tick,
          says: t.rich('confirm', {
            who: who(payment.takenBy),
            amount: <Amount dinars={payment.amount} />,
            receipt: <Reference>{receiptNumber ?? '—'}</Reference>,
            b: bold,
          }),
          adds: tellTakenAt({ takenAt, at }),
        }
      default:
        return {
          ...common,
          mark: 'rest',
          icon: cause === 'expire' ? ICONS.clock : ICONS.cross,
          says: t.rich(cause === 'refund' ? 'expire' : cause, { who: who(payment.agentId) }),
        }
    }
  }
}

const useRefusalFact = ({ channelName }: PaymentDetail) => {
  const t = useTexts(STORY)
  return ({ at, cause, code }: Of<'refusal'>): Fact => ({
    key: `${at} ${code}`,
    at,
    mark: 'stop',
    icon: ICONS.cross,
    says: t.rich('refused', { channel: <OutsideText>{channelName}</OutsideText>, cause }),
    adds: <bdi className="code">{code}</bdi>,
  })
}
