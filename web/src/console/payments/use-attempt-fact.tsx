import type { ReactNode } from 'react'
import { OUTCOMES } from '../../payments/outcomes.texts.ts'
import { useTexts, type Translate } from '../../texts/texts.ts'
import { Wire, type Fact } from '../../components/timeline.tsx'
import { PartnerName } from '../money/who.tsx'
import { bold } from './bold.tsx'
import type { Evidence, PaymentDetail } from './payment.ts'
import { STORY } from './story.texts.ts'
import { ICONS } from './story-icons.tsx'

type Item = PaymentDetail['timeline'][number]
type AttemptItem = Extract<Item, { kind: 'attempt' }>
type EventItem = Extract<Item, { kind: 'event' }>

/** An attempt to tell the partner as a sentence; what it answered opens under a failure. */
export const useAttemptFact = (payment: PaymentDetail, evidence: Evidence | null) => {
  const t = useTexts(STORY)
  const outcomes = useTexts(OUTCOMES)
  const partner = <PartnerName id={payment.partnerId} name={payment.partnerName} />
  return (item: AttemptItem | EventItem): Fact | null => {
    if (item.kind === 'event') return waiting(t, item, payment, partner)
    const { at, eventId, event, attempt, outcome } = item
    const common = {
      key: `${eventId} ${attempt}`,
      at,
      ...(attempt > 1 && { adds: t('attempt', { attempt }) }),
    }
    if (outcome === null) {
      return { ...common, mark: 'wait', icon: ICONS.send, says: t.rich('running', { partner }) }
    }
    if (outcome === 'acknowledged') {
      return { ...common, mark: 'ok', icon: ICONS.send, says: t.rich(event, { partner, b: bold }) }
    }
    const answered = evidence?.events
      .find((one) => one.eventId === eventId)
      ?.attempts.find((one) => one.attempt === attempt)?.responseBody
    return {
      ...common,
      mark: 'stop',
      icon: ICONS.cross,
      says: t.rich('missed', {
        partner,
        event: event.replace('payment.', ''),
        problem: problemOf(t, outcomes, item),
      }),
      ...(answered && {
        opens: {
          summary: t('answer', { status: String(item.status ?? '') }),
          content: <Wire text={answered} />,
        },
      }),
    }
  }
}

/** Only while no attempt has begun: an attempt says more. */
const waiting = (
  t: Translate<typeof STORY>,
  { at, eventId }: EventItem,
  { timeline }: PaymentDetail,
  partner: ReactNode,
): Fact | null => {
  const isTried = timeline.some((item) => item.kind === 'attempt' && item.eventId === eventId)
  if (isTried) return null
  return { key: eventId, at, mark: 'wait', icon: ICONS.clock, says: t.rich('waiting', { partner }) }
}

const problemOf = (
  t: Translate<typeof STORY>,
  outcomes: Translate<typeof OUTCOMES>,
  { outcome, status }: AttemptItem,
): string => {
  switch (outcome) {
    case 'http_status':
    case 'not_acknowledged':
      return t(outcome, { status: String(status) })
    case 'timeout':
    case 'connection':
      return t(outcome)
    case 'not_sent':
    case 'too_many_calls':
    case 'bad_request':
      return t('not_sent')
    default:
      return t('unusable', { outcome: outcomes(outcome ?? 'running') })
  }
}
