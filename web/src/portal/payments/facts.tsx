import {
  IconArrowBackUp,
  IconBuildingStore,
  IconCheck,
  IconClock,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnswerOf } from '../../api/contract.ts'
import { Amount } from '../../money/amount.tsx'
import { OutsideText } from '../../problems/outside-text.tsx'
import type { Confirmation } from '../../time/taken-at.tsx'
import type { Translate } from '../../texts/texts.ts'
import type { Fact } from '../../components/timeline.tsx'
import type { EVENT_KINDS } from '../texts.ts'
import type { PAYMENT } from './texts.ts'

export type Payment = AnswerOf<'GET /partner/payments/v1/{paymentId}'>

type Item = Payment['timeline'][number]

type Say = {
  t: Translate<typeof PAYMENT>
  event: Translate<typeof EVENT_KINDS>
  outcome: (attempt: Attempt) => string
  takenAt: (confirmation: Confirmation) => ReactNode | undefined
}

type Attempt = Extract<Item, { kind: 'attempt' }>

/** What happened to a payment, in sentences. An event is told by its attempts. */
export const factsOf = (payment: Payment, say: Say): Fact[] =>
  payment.timeline.flatMap((item, index) => {
    const fact = factOf(payment, item, say)
    return fact === null ? [] : [{ key: String(index), at: item.at, ...fact }]
  })

type Told = Omit<Fact, 'key' | 'at'>

const factOf = (payment: Payment, item: Item, say: Say): Told | null => {
  switch (item.kind) {
    case 'transition':
      return transitionOf(payment, item, say)
    case 'refund':
      return refundOf(payment, item, say)
    case 'attempt':
      return attemptOf(item, say)
    default:
      return null
  }
}

const transitionOf = (
  payment: Payment,
  { at, cause, takenAt }: Extract<Item, { kind: 'transition' }>,
  { t, takenAt: tellTakenAt }: Say,
): Told | null => {
  const parts = {
    where: (
      <b key="where">
        <OutsideText>{payment.channelName}</OutsideText>
      </b>
    ),
    amount: <Amount key="amount" dinars={payment.amount} />,
  }
  switch (cause) {
    case 'open': {
      const text = payment.qrCodeToken === null ? 'opened' : 'openedByCode'
      return { mark: 'rest', icon: <IconBuildingStore />, says: t.rich(text, parts) }
    }
    case 'confirm':
      return {
        mark: 'done',
        icon: <IconCheck />,
        says: t.rich('confirmed', parts),
        adds: tellTakenAt({ takenAt, at }),
      }
    case 'cancel':
      return { mark: 'rest', icon: <IconX />, says: t.rich('cancelled', parts) }
    case 'fail':
      return { mark: 'rest', icon: <IconX />, says: t.rich('failed', parts) }
    case 'expire':
      return { mark: 'rest', icon: <IconClock />, says: t('expired') }
    // The refund itself tells it.
    case 'refund':
      return null
    default:
      return cause satisfies never
  }
}

const REFUNDS = {
  requested: 'refundRequested',
  made: 'refundMade',
  paid: 'refundPaid',
  declined: 'refundOther',
  expired: 'refundOther',
} as const

const refundOf = (
  payment: Payment,
  { to, amount, refundId }: Extract<Item, { kind: 'refund' }>,
  { t }: Say,
): Told => {
  const reason = payment.refunds.find((refund) => refund.refundId === refundId)?.reason
  const isMade = to === 'made' && reason !== undefined
  return {
    mark: 'rest',
    icon: <IconArrowBackUp className="flip" />,
    says: t.rich(REFUNDS[to], { amount: <Amount key="amount" dinars={amount} /> }),
    ...(isMade && { adds: t.rich('reason', { reason: quoted(reason) }) }),
  }
}

const quoted = (text: string): ReactNode => <OutsideText key="text">{text}</OutsideText>

const attemptOf = (item: Attempt, { t, event: nameOf, outcome }: Say): Told => {
  const isDone = item.outcome === 'acknowledged'
  const event = <b key="event">{nameOf(item.event)}</b>
  const says = isDone
    ? t.rich('attemptDone', { event })
    : t.rich('attemptFailed', { event, why: outcome(item) })
  return {
    mark: isDone ? 'ok' : item.outcome === null ? 'wait' : 'stop',
    icon: isDone ? <IconSend className="flip" /> : <IconX />,
    says,
    adds: (
      <>
        {t('attempt', { number: item.attempt })}{' '}
        <Link className="link" to={`/events/${item.eventId}`}>
          {t('details')}
        </Link>
      </>
    ),
  }
}
