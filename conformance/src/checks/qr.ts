/**
 * Payments by a static QR code of the partner's: `qr`. The platform makes their references, so the
 * partner sees each for the first time in an event: there is no lookup, and no order to find (D19).
 * The checks tell of one payment that succeeds, and of another that does not.
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

/** The timestamp of a copy is another one even when it comes within the same second. */
const EARLIER_SECONDS = 7

/** In dinars: a small sale, since it stays in the partner's books. */
const AMOUNT = 10

/** The payment that succeeds, one for each run. */
type Sale = { subject: Subject; success: Event }

const sales = new WeakMap<Session, Sale>()

export const qrChecks: readonly Check[] = [
  {
    ...common,
    id: 'qr-initialized',
    title:
      'payment.initialized of a payment by QR code is acknowledged, though nobody looked it up.',
    section: 'sections 4.2 and 6, D15, D19',
    run: async (session) => {
      const exchange = await session.deliver(initializedEvent(saleOf(session).subject))
      const remedy =
        'Nothing is to be done but to acknowledge it: the reference is new to you, and qrCodeToken says why.'
      return expectAcknowledged({ exchange, what: 'A payment.initialized by QR code', remedy })
    },
  },
  {
    ...common,
    id: SUCCESS,
    title:
      'payment.success of a payment by QR code is acknowledged: it is a sale without an order.',
    section: 'sections 4.2 and 6, D15, D19',
    run: async (session) => {
      const exchange = await session.deliver(saleOf(session).success)
      const remedy =
        'When data.qrCodeToken is there and you do not know the reference, save a new sale of data.amount, ' +
        'then acknowledge. Refuse an unknown reference only without qrCodeToken.'
      return expectAcknowledged({ exchange, what: 'A payment.success by QR code', remedy })
    },
  },
  {
    ...common,
    id: 'qr-success-again',
    title:
      'A payment.success by QR code that is sent again, with another timestamp, is acknowledged.',
    section: 'section 4.2, D13, D14, D19',
    after: [WEBHOOK_ACKNOWLEDGED, SUCCESS],
    run: async (session) => {
      const { success } = saleOf(session)
      // For a run of this check alone; otherwise it is a copy already.
      await session.deliver(success)
      const timestamp = String(unixSeconds(new Date()) - EARLIER_SECONDS)
      const exchange = await session.deliver(success, { timestamp })
      const remedy =
        'The sale is there, by this very payment: compare data.paymentId, save nothing, and acknowledge.'
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
      const remedy = 'Nothing is to be done but to acknowledge it: no sale has come about.'
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
