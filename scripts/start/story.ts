import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, ClientFailure, ClientSuccess } from '@wasl/partner-kit'
import {
  encodeReference,
  type ChannelKind,
  type ChannelPayment,
  type PaymentDetail,
  type QrCode,
  type ScannedQrCode,
  type TimelineItem,
} from '@wasl/protocol'
import type { Api } from './api.ts'
import type { Cast } from './cast.ts'
import { clock, paragraph, step } from './screen.ts'

export type Stage = {
  api: Api
  cast: Cast
  operatorKey: string
  /** The shop's own, with which it asks and tells the platform. */
  client: Client
  /** Ends what is under way. */
  signal: AbortSignal
}

const OPEN = '/channel/v1/payments'

/** A delivery is made at once; one that takes this long will not come in this story. */
const ACKNOWLEDGED_TIMEOUT_MS = 15_000
const POLL_MS = 20

/** Pays a reference through a channel of this kind, and tells each step as it happens. */
export const payAndTell = async (
  stage: Stage,
  kind: ChannelKind,
  reference: string,
): Promise<void> => {
  const { api } = stage
  const { partner, channels } = stage.cast
  const { apiKey } = channels[kind]
  const segment = encodeReference(reference)

  step('open', ['channel', 'platform'], 'POST …/payments', { asked: reference })
  const asked = { partnerId: partner.partnerId, reference }
  const opened = await api.call<ChannelPayment>('POST', OPEN, apiKey, asked)
  const price = `${opened.amount.toFixed(2)} ${opened.currency}`
  step('lookup', ['platform', 'partner'], `GET /${segment}`, { good: price })
  const until = `locked until ${clock(new Date(opened.lockReleaseTime ?? 0))}`
  step('lock', ['platform', 'channel'], '201', { good: until })
  await confirmAndTell(stage, kind, opened)
}

/** From the payment's opening on, which was just answered, everything is the same for all. */
const confirmAndTell = async (
  { api, client, cast: { channels }, operatorKey, signal }: Stage,
  kind: ChannelKind,
  { paymentId, reference }: ChannelPayment,
): Promise<void> => {
  await tellDelivery(api, operatorKey, paymentId, 'payment.initialized')

  const confirm = `${OPEN}/${paymentId}/confirm`
  const { stage } = await api.call<ChannelPayment>('POST', confirm, channels[kind].apiKey)
  step('confirm', ['channel', 'platform'], 'POST …/confirm', { good: stage })
  await tellDelivery(api, operatorKey, paymentId, 'payment.success')

  const { stage: told, payment } = wellAnswered(await client.status(reference, { signal }))
  const read = `${told}, webhook ${payment?.webhookDelivery}`
  step(
    'status',
    ['partner', 'platform'],
    'GET …/status',
    told === 'paid' ? { good: read } : { bad: read },
  )
}

/** @throws Error with the platform's own message when the answer is an error. */
const wellAnswered = <Data>(result: ClientSuccess<Data> | ClientFailure): Data => {
  if (result.ok) return result.data
  throw new Error(`The partner was answered ${result.error}: ${result.message}`)
}

/** What the shop asks for by the code on its counter, in dinars. */
const COUNTER_AMOUNTS = [200, 350]

/**
 * Pays by the QR code on the shop's counter: the shop says what it asks for, a channel scans it, the
 * payer picks an amount, and nobody has to be asked what it costs (D19).
 */
export const scanAndTell = async (stage: Stage, kind: ChannelKind): Promise<void> => {
  const { api, client, cast, signal } = stage
  const { apiKey } = cast.channels[kind]
  const { qrCodeToken, url } = await counterCode(stage)
  paragraph(`A phone opens ${url}`, ' ')

  const asked = { qrCodeToken, amounts: COUNTER_AMOUNTS }
  const { mode } = wellAnswered(await client.setQrConfig(asked, { signal }))
  step('set', ['partner', 'platform'], 'POST …/set-qr-config', { good: mode })

  const code = `/channel/v1/qr-codes/${qrCodeToken}`
  const { amounts, currency } = await api.call<ScannedQrCode>('GET', code, apiKey)
  const choice = `${amounts.map((amount) => amount.toFixed(2)).join(' or ')} ${currency}`
  step('scan', ['channel', 'platform'], 'GET …/qr-codes/…', { good: choice })

  const [, picked] = amounts
  const opened = await api.call<ChannelPayment>('POST', `${code}/payments`, apiKey, {
    amount: picked,
  })
  const price = `${opened.amount.toFixed(2)} ${opened.currency}`
  step('open', ['channel', 'platform'], 'POST …/payments', { asked: price })
  const until = `locked until ${clock(new Date(opened.lockReleaseTime ?? 0))}`
  step('lock', ['platform', 'channel'], '201', { good: until })
  await confirmAndTell(stage, kind, opened)
}

/** The code that an earlier run has put on the counter, or a new one. */
const counterCode = async ({ api, cast, operatorKey }: Stage): Promise<QrCode> => {
  const path = `/operator/v1/partners/${cast.partner.partnerId}/qr-codes`
  const { items } = await api.call<{ items: QrCode[] }>('GET', path, operatorKey)
  const known = items.find(({ kind, status }) => kind === 'static' && status === 'active')
  return known ?? api.call<QrCode>('POST', path, operatorKey, { label: 'Comptoir' })
}

/** Opens a reference that is paid already, and tells how the platform refuses. */
export const beRefusedAndTell = async (
  { api, cast }: Stage,
  kind: ChannelKind,
  reference: string,
): Promise<void> => {
  const asked = { partnerId: cast.partner.partnerId, reference }
  const { status, body } = await api.ask('POST', OPEN, cast.channels[kind].apiKey, asked)
  step(
    'open',
    ['channel', 'platform'],
    'POST …/payments',
    status < 400 ? { good: reference } : { bad: body.error ?? String(status) },
  )
  paragraph(body.errorMessage ?? '', '         ')
}

type Attempt = Extract<TimelineItem, { kind: 'attempt' }>

/** Waits until the first attempt to deliver an event has ended, and tells how. */
const tellDelivery = async (
  api: Api,
  operatorKey: string,
  paymentId: string,
  event: Attempt['event'],
): Promise<void> => {
  const { outcome, durationMs, error } = await firstAttempt(api, operatorKey, paymentId, event)
  step(
    'webhook',
    ['platform', 'partner'],
    event,
    outcome === 'acknowledged'
      ? { good: `acknowledged in ${durationMs} ms` }
      : { bad: `${outcome}: ${error}` },
  )
}

const firstAttempt = async (
  api: Api,
  operatorKey: string,
  paymentId: string,
  event: Attempt['event'],
): Promise<Attempt> => {
  const deadline = performance.now() + ACKNOWLEDGED_TIMEOUT_MS
  while (performance.now() < deadline) {
    const path = `/operator/v1/payments/${paymentId}`
    const { timeline } = await api.call<PaymentDetail>('GET', path, operatorKey)
    const attempt = timeline.find(
      (item): item is Attempt =>
        item.kind === 'attempt' && item.event === event && item.outcome !== null,
    )
    if (attempt) return attempt
    await sleep(POLL_MS)
  }
  throw new Error(`${event} of payment ${paymentId} was not delivered in time.`)
}
