import type { Client, ClientFailure, ClientSuccess } from '@wasl/partner-kit'
import {
  encodeReference,
  type ChannelKind,
  type ChannelPayment,
  type EventKind,
  type QrCode,
  type ScannedQrCode,
} from '@wasl/protocol'
import { firstAttempts } from '../../cli/src/dev/payments.ts'
import type { Session } from '../../cli/src/dev/session.ts'
import type { References } from './references.ts'
import { clockTime, type Screen } from './screen.ts'

export type Stage = {
  session: Session
  /** The shop's, with which it calls the platform. */
  client: Client
  screen: Screen
}

/** What the words in front of the steps mean. */
const WORDS: [string, string][] = [
  ['open', 'a channel says which reference is to be paid'],
  ['lookup', 'the platform asks the partner for the amount'],
  ['lock', 'from now on nobody else can pay it'],
  ['webhook', 'signed, and sent again until the partner acknowledges it'],
  ['confirm', 'the channel has the money'],
  ['status', 'the partner asks by itself, in case it missed something'],
  ['set', 'the partner sets the amounts of its QR code, which stays on the counter'],
  ['scan', 'a channel reads the code: who is paid, and how much'],
]

/** Pays a reference through each kind of channel and one QR code, and shows each step. */
export const tellStory = async (stage: Stage, references: References): Promise<void> => {
  const { bold, line, paragraph, table } = stage.screen
  line(bold('How a reference is paid'))
  table(WORDS)
  line()
  line(bold('1. A customer pays an order in cash at a counter (AGENCY)'))
  await payReference(stage, 'AGENCY', references.counter)
  line()
  line(bold('2. A courier takes cash at the door (DELIVERY)'))
  paragraph('The slash in the reference is percent-encoded.', ' ')
  await payReference(stage, 'DELIVERY', references.parcel)
  line()
  line(bold('3. Somebody pays a basket in an app (MARKETPLACE)'))
  await payReference(stage, 'MARKETPLACE', references.basket)
  line()
  line(bold('4. The first order cannot be paid a second time'))
  await openPaidReference(stage, 'AGENCY', references.counter)
  line()
  line(bold('5. A customer scans the QR code on the counter and picks an amount'))
  await payQrCode(stage, 'MARKETPLACE')
  line()
}

const OPEN = '/channel/v1/payments'

const payReference = async (stage: Stage, kind: ChannelKind, reference: string): Promise<void> => {
  const { api, accounts } = stage.session
  const { step } = stage.screen
  step('open', ['channel', 'platform'], 'POST …/payments', { asked: reference })
  const payment = await api.call<ChannelPayment>('POST', OPEN, accounts.channels[kind].apiKey, {
    partnerId: accounts.partner.partnerId,
    reference,
  })
  const price = `${payment.amount.toFixed(2)} ${payment.currency}`
  step('lookup', ['platform', 'partner'], `GET /${encodeReference(reference)}`, { good: price })
  await confirm(stage, kind, payment)
}

/** Shows an opened payment until the partner knows that it is paid. */
const confirm = async (stage: Stage, kind: ChannelKind, payment: ChannelPayment): Promise<void> => {
  const { session, client, screen } = stage
  const { paymentId, reference, lockReleaseTime } = payment
  const until = `locked until ${clockTime(new Date(lockReleaseTime ?? 0))}`
  screen.step('lock', ['platform', 'channel'], '201', { good: until })
  await showDelivery(stage, paymentId, 'payment.initialized')
  const { apiKey } = session.accounts.channels[kind]
  const paid = await session.api.call<ChannelPayment>(
    'POST',
    `${OPEN}/${paymentId}/confirm`,
    apiKey,
  )
  screen.step('confirm', ['channel', 'platform'], 'POST …/confirm', { good: paid.stage })
  await showDelivery(stage, paymentId, 'payment.success')
  const status = dataOf(await client.status(reference))
  const read = `${status.stage}, webhook ${status.payment?.webhookDelivery}`
  const result = status.stage === 'paid' ? { good: read } : { bad: read }
  screen.step('status', ['partner', 'platform'], 'GET …/status', result)
}

/** @throws Error with the platform's message when it refused the call. */
const dataOf = <Data>(result: ClientSuccess<Data> | ClientFailure): Data => {
  if (result.ok) return result.data
  throw new Error(`The platform answered the partner ${result.error}: ${result.message}`)
}

/** Waits for the first attempt to deliver an event, and shows its outcome. */
const showDelivery = async (
  { session, screen }: Stage,
  paymentId: string,
  event: EventKind,
): Promise<void> => {
  for (const { outcome, durationMs, error } of await firstAttempts(session, paymentId, [event])) {
    const result =
      outcome === 'acknowledged'
        ? { good: `acknowledged in ${durationMs} ms` }
        : { bad: outcome === null ? 'not answered yet' : `${outcome}: ${error}` }
    screen.step('webhook', ['platform', 'partner'], event, result)
  }
}

/** Opens a reference that is paid already, and shows the refusal. */
const openPaidReference = async (
  { session: { api, accounts }, screen }: Stage,
  kind: ChannelKind,
  reference: string,
): Promise<void> => {
  const { status, body } = await api.ask('POST', OPEN, accounts.channels[kind].apiKey, {
    partnerId: accounts.partner.partnerId,
    reference,
  })
  const result = status < 400 ? { good: reference } : { bad: body.error ?? String(status) }
  screen.step('open', ['channel', 'platform'], 'POST …/payments', result)
  screen.paragraph(body.errorMessage ?? '', '         ')
}

/** The amounts on the shop's QR code, in dinars. */
const COUNTER_AMOUNTS = [200, 350]

/** The shop sets amounts, a channel scans the code, and the payer picks one (D19). */
const payQrCode = async (stage: Stage, kind: ChannelKind): Promise<void> => {
  const { session, client, screen } = stage
  const { apiKey } = session.accounts.channels[kind]
  const { qrCodeToken, url } = await counterCode(session)
  screen.paragraph(`A phone opens ${url}`, ' ')
  const { mode } = dataOf(await client.setQrConfig({ qrCodeToken, amounts: COUNTER_AMOUNTS }))
  screen.step('set', ['partner', 'platform'], 'POST …/set-qr-config', { good: mode })
  const path = `/channel/v1/qr-codes/${qrCodeToken}`
  const { amounts, currency } = await session.api.call<ScannedQrCode>('GET', path, apiKey)
  const choice = `${amounts.map((amount) => amount.toFixed(2)).join(' or ')} ${currency}`
  screen.step('scan', ['channel', 'platform'], 'GET …/qr-codes/…', { good: choice })
  const payment = await session.api.call<ChannelPayment>('POST', `${path}/payments`, apiKey, {
    amount: amounts[1],
  })
  const price = `${payment.amount.toFixed(2)} ${payment.currency}`
  screen.step('open', ['channel', 'platform'], 'POST …/payments', { asked: price })
  await confirm(stage, kind, payment)
}

/** The QR code of an earlier run, or a new one. */
const counterCode = async ({ api, accounts, operatorKey }: Session): Promise<QrCode> => {
  const path = `/operator/v1/partners/${accounts.partner.partnerId}/qr-codes`
  const { items } = await api.call<{ items: QrCode[] }>('GET', path, operatorKey)
  const known = items.find(({ kind, status }) => kind === 'static' && status === 'active')
  return known ?? api.call<QrCode>('POST', path, operatorKey, { label: 'Comptoir' })
}
