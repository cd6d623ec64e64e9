/**
 * Payments by one of the partner's static QR codes (`qr`). The platform makes their references, so the
 * partner first sees them in an event: there is no lookup and no order (D19). One payment succeeds, one
 * fails.
 */
import { unixSeconds } from '@wasl/protocol'
import type { Check } from '../check.ts'
import { failEvent, initializedEvent, newId, newQrReference, successEvent } from '../event.ts'
import type { Event, Subject } from '../event.ts'
import { expectAcknowledged } from '../expect/webhook.ts'
import type { Session } from '../session.ts'
import { WEBHOOK_ACKNOWLEDGED } from './webhook.ts'

const common = {
  group: 'qr',
  needs: ['qr'],
  calls: 'webhook',
  after: [WEBHOOK_ACKNOWLEDGED],
} as const

const SUCCESS = 'qr-success'

/** So that a copy sent within the same second has another timestamp. */
const EARLIER_SECONDS = 7

/** In dinars. Small, because the sale stays in the partner's books. */
const AMOUNT = 10

/** The successful payment, one for each run. */
type Sale = { subject: Subject; success: Event }

const sales = new WeakMap<Session, Sale>()

export const qrChecks: readonly Check[] = [
  {
    ...common,
    id: 'qr-initialized',
    title:
      'payment.initialized of a payment by QR code is acknowledged, though there was no lookup.',
    section: 'sections 4.2 and 6, D15, D19',
    run: async (session) => {
      const exchange = await session.deliver(initializedEvent(saleOf(session).subject))
      const remedy = 'Just acknowledge it: the platform made the reference, as qrCodeToken shows.'
      return expectAcknowledged({ exchange, what: 'A payment.initialized by QR code', remedy })
    },
  },
  {
    ...common,
    id: SUCCESS,
    title: 'payment.success of a payment by QR code is acknowledged, though there is no order.',
    section: 'sections 4.2 and 6, D15, D19',
    run: async (session) => {
      const exchange = await session.deliver(saleOf(session).success)
      const remedy =
        'When the event has data.qrCodeToken and an unknown reference, save a new sale of data.amount, then ' +
        'acknowledge. Refuse an unknown reference only without qrCodeToken.'
      return expectAcknowledged({ exchange, what: 'A payment.success by QR code', remedy })
    },
  },
  {
    ...common,
    id: 'qr-success-again',
    title: 'A repeated payment.success by QR code with another timestamp is acknowledged.',
    section: 'section 4.2, D13, D14, D19',
    after: [WEBHOOK_ACKNOWLEDGED, SUCCESS],
    run: async (session) => {
      const { success } = saleOf(session)
      // The first copy, when this check runs alone.
      await session.deliver(success)
      const timestamp = String(unixSeconds(new Date()) - EARLIER_SECONDS)
      const exchange = await session.deliver(success, { timestamp })
      const remedy =
        'You already have this sale: compare data.paymentId, save nothing, and acknowledge.'
      return expectAcknowledged({
        exchange,
        what: 'A copy of a payment.success by QR code',
        remedy,
      })
    },
  },
  {
    ...common,
    id: 'qr-fail',
    title: 'payment.fail of a payment by QR code is acknowledged.',
    section: 'sections 4.2 and 6, D15, D19',
    run: async (session) => {
      const exchange = await session.deliver(failEvent(newSubject(session)))
      const remedy = 'Just acknowledge it: there is no sale.'
      return expectAcknowledged({ exchange, what: 'A payment.fail by QR code', remedy })
    },
  },
]

const saleOf = (session: Session): Sale => {
  const sale = sales.get(session) ?? newSale(session)
  sales.set(session, sale)
  return sale
}

const newSale = (session: Session): Sale => {
  const subject = newSubject(session)
  return { subject, success: successEvent(subject) }
}

const newSubject = ({ references }: Session): Subject => {
  const qrCodeToken = references.qr ?? ''
  return { reference: newQrReference(), amount: AMOUNT, paymentId: newId(), qrCodeToken }
}
