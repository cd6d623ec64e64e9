/** Pays references and QR codes as channels do. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  ChannelKind,
  ChannelPayment,
  EventKind,
  PaymentDetail,
  Refund,
  TimelineItem,
} from '@wasl/protocol'
import { refusalOf } from './api.ts'
import type { FaultKind } from './faults.ts'
import { withWords } from './feed.ts'
import { newestPayment } from './newest-payment.ts'
import { checkPrice } from './price-check.ts'
import { lookupRemedy, webhookRemedy } from './remedies.ts'
import type { DevAnswer, Ending } from './requests.ts'
import type { Session } from './session.ts'

export const OPEN = '/channel/v1/payments'

/** A first attempt takes at most ten seconds; the feed shows later ones. */
const ATTEMPTS_TIMEOUT_MS = 12_500
const POLL_MS = 40

type PaymentChoice = { channel: ChannelKind; ending: Ending }

export const payReference = async (
  session: Session,
  { reference, amount, ...choice }: PaymentChoice & { reference: string; amount: number | null },
): Promise<DevAnswer> => {
  await checkPrice(session, reference, amount)
  const { partnerId } = session.accounts.partner
  return pay(session, OPEN, { partnerId, reference }, choice)
}

export const payQrCode = (
  session: Session,
  { token, amount, ...choice }: PaymentChoice & { token: string; amount: number | null },
): Promise<DevAnswer> =>
  pay(
    session,
    `/channel/v1/qr-codes/${encodeURIComponent(token)}/payments`,
    amount === null ? {} : { amount },
    choice,
  )

const pay = async (
  session: Session,
  path: string,
  body: unknown,
  { channel, ending }: PaymentChoice,
): Promise<DevAnswer> => {
  const { api, accounts } = session
  const { apiKey } = accounts.channels[channel]
  const answer = await api.ask<ChannelPayment>('POST', path, apiKey, body)
  if (answer.status >= 300) {
    const { error = '', errorMessage = '' } = answer.body
    const { reference = '' } = body as { reference?: string }
    const remedy = withWords(
      lookupRemedy(error, errorMessage, session.apiUrl),
      error.startsWith('PARTNER50') ? session.words.of(reference) : null,
    )
    throw refusalOf(answer.body, ...(remedy === null ? [] : [remedy]))
  }
  return endOpened(session, answer.body, { channel, ending })
}

/** Ends a payment that is open, and tells what the partner said to its events. */
export const endOpened = async (
  session: Session,
  opened: ChannelPayment,
  { channel, ending }: PaymentChoice,
): Promise<DevAnswer> => {
  const ended = await end(session, opened, session.accounts.channels[channel].apiKey, ending)
  const events: EventKind[] = [
    'payment.initialized',
    ...(ending === 'hold'
      ? []
      : ([ending === 'confirm' ? 'payment.success' : 'payment.fail'] as const)),
  ]
  const deliveries = await firstAttempts(session, opened.paymentId, events)
  const { reference, paymentId, amount, currency, lockReleaseTime } = opened
  return {
    ok: deliveries.every(({ outcome }) => outcome === 'acknowledged'),
    lines: [
      `${reference}: ${amount.toFixed(2)} ${currency} by ${channel}, payment ${paymentId}`,
      ending === 'hold' ? `locked until ${lockReleaseTime}` : ended.stage,
      ...deliveries.flatMap((delivery) => deliveryLines(delivery, session.webhookUrl)),
    ],
    data: { ...ended, deliveries },
  }
}

const end = async (
  { api, clock }: Session,
  opened: ChannelPayment,
  apiKey: string,
  ending: Ending,
): Promise<ChannelPayment> => {
  const path = `${OPEN}/${opened.paymentId}`
  if (ending === 'hold') return opened
  if (ending !== 'expire') return api.call('POST', `${path}/${ending}`, apiKey)
  const { now } = await clock.read()
  await clock.advance(Date.parse(opened.lockReleaseTime ?? '') - now.getTime() + 1)
  return api.call('GET', path, apiKey)
}

export type Attempt = Extract<TimelineItem, { kind: 'attempt' }>

type Delivery = {
  fault: FaultKind | null
  event: EventKind
  /** Null: the first attempt has not ended yet. */
  outcome: Attempt['outcome']
  status: number | null
  durationMs: number | null
  error: string | null
  /** What the developer's server said when it refused. */
  words: string | null
}

const NOT_YET = {
  outcome: null,
  status: null,
  durationMs: null,
  error: null,
  fault: null,
  words: null,
}

/** Waits for the first attempt of each of these events. */
export const firstAttempts = async (
  { api, operatorKey, faults, words }: Session,
  paymentId: string,
  events: readonly EventKind[],
): Promise<Delivery[]> => {
  const deadline = performance.now() + ATTEMPTS_TIMEOUT_MS
  for (;;) {
    const path = `/operator/v1/payments/${paymentId}`
    const { timeline } = await api.call<PaymentDetail>('GET', path, operatorKey)
    const deliveries = events.map((event): Delivery => {
      const attempt = timeline.find(
        (item): item is Attempt =>
          item.kind === 'attempt' && item.event === event && item.outcome !== null,
      )
      if (!attempt) return { ...NOT_YET, event }
      const { outcome, status, durationMs, error, eventId } = attempt
      const [fault, said] = [faults.metBy(eventId), words.of(eventId)]
      return { event, outcome, status, durationMs, error, fault, words: said }
    })
    const isOver = deliveries.every(({ outcome }) => outcome !== null)
    if (isOver || performance.now() > deadline) return deliveries
    await sleep(POLL_MS)
  }
}

export const deliveryLines = ({ event, outcome, ...rest }: Delivery, url: string): string[] => {
  if (outcome === null) return [`${event} is not answered yet`]
  if (outcome === 'acknowledged') return [`${event} acknowledged in ${rest.durationMs} ms`]
  const why = {
    outcome,
    status: rest.status,
    url,
    fault: rest.fault,
  }
  const remedy = withWords(webhookRemedy(why), rest.words)
  return [`${event} not acknowledged: ${rest.error ?? outcome}`, `  ${remedy}`]
}

/**
 * Refunds the paid payment of a reference, whole or in part, as an operator does. Its event is for
 * partners that ask for it (D27).
 */
export const refundReference = async (
  session: Session,
  { reference, amount }: { reference: string; amount: number | null },
): Promise<DevAnswer> => {
  const { api, operatorKey } = session
  const payment = await newestPayment(session, reference)
  const path = `/operator/v1/payments/${payment.paymentId}/refunds`
  const body = { ...(amount !== null && { amount }), reason: 'refunded by wasl dev' }
  const once = { 'idempotency-key': randomUUID() }
  const refund = await api.call<Refund>('POST', path, operatorKey, body, once)
  const { status, code } = refund
  const lines = [
    `${reference}: ${refund.amount.toFixed(2)} ${refund.currency} refunded (${status}). The Payment Status API shows it; events of refunds are only for partners that ask for them.`,
    ...(code === null ? [] : [`The payer's code is ${code}: any till pays it, once.`]),
  ]
  return { ok: true, lines, data: refund }
}

/** Sends all events of a reference's newest payment again, as an operator does (D14). */
export const redeliverReference = async (
  session: Session,
  reference: string,
): Promise<DevAnswer> => {
  const { api, operatorKey } = session
  const { paymentId } = await newestPayment(session, reference)
  const { items } = await api.call<{ items: { eventId: string; event: EventKind }[] }>(
    'GET',
    `/operator/v1/webhook-events?paymentId=${paymentId}`,
    operatorKey,
  )
  const events = items.toReversed()
  for (const { eventId } of events) {
    await api.call('POST', `/operator/v1/webhook-events/${eventId}/redeliver`, operatorKey)
  }
  const lines = events.map(({ event }) => `${event} of ${reference} is sent again`)
  return { ok: true, lines, data: { paymentId, events } }
}
