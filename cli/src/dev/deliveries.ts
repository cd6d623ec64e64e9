import type { EventKind, PaymentDetail, TimelineItem } from '@wasl/protocol'
import { withWords } from './feed.ts'
import { newestPayment } from './newest-payment.ts'
import { webhookRemedy } from './remedies.ts'
import type { DevAnswer } from './requests.ts'
import type { Session } from './session.ts'

type Attempt = Extract<TimelineItem, { kind: 'attempt' }>

type Delivery = {
  eventId: string
  event: EventKind
  at: string
  attempts: Pick<Attempt, 'at' | 'attempt' | 'outcome' | 'status' | 'durationMs' | 'error'>[]
}

/** The events of a reference's newest payment, with every attempt that the platform remembers. */
export const readDeliveries = async (session: Session, reference: string): Promise<DevAnswer> => {
  const { paymentId, stage } = await newestPayment(session, reference)
  const path = `/operator/v1/payments/${paymentId}`
  const { timeline } = await session.api.call<PaymentDetail>('GET', path, session.operatorKey)
  const deliveries = timeline.flatMap((item): Delivery[] => {
    if (item.kind !== 'event') return []
    const { eventId, event, at } = item
    return [{ eventId, event, at, attempts: attemptsOf(timeline, eventId) }]
  })
  const isAcknowledged = ({ attempts }: Delivery): boolean =>
    attempts.some(({ outcome }) => outcome === 'acknowledged')
  return {
    ok: deliveries.every(isAcknowledged),
    lines: [
      `${reference}: ${stage}, payment ${paymentId}`,
      ...deliveries.flatMap((delivery) => linesOf(session, delivery)),
    ],
    data: { paymentId, stage, deliveries },
  }
}

const attemptsOf = (timeline: readonly TimelineItem[], eventId: string): Delivery['attempts'] =>
  timeline.flatMap((item) => {
    if (item.kind !== 'attempt' || item.eventId !== eventId) return []
    const { at, attempt, outcome, status, durationMs, error } = item
    return [{ at, attempt, outcome, status, durationMs, error }]
  })

const linesOf = (session: Session, { event, eventId, attempts }: Delivery): string[] => {
  if (attempts.length === 0) return [`${event}: no attempt yet`]
  return attempts.flatMap(({ attempt, at, outcome, status, durationMs, error }) => {
    const head = `${event}, attempt ${attempt} at ${at}`
    if (outcome === null) return [`${head}: not answered yet`]
    if (outcome === 'acknowledged') return [`${head}: acknowledged in ${durationMs} ms`]
    const why = { outcome, status, url: session.webhookUrl, fault: session.faults.metBy(eventId) }
    const remedy = withWords(webhookRemedy(why), session.words.of(eventId))
    return [`${head}: ${error ?? outcome}`, `  ${remedy}`]
  })
}
