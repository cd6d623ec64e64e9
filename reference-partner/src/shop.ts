/** The shop: all that a partner has to write. The README explains it. */
import { createPartner } from '@wasl/partner-kit'
import type { EventData, LookupAnswer, Partner, PartnerLog, Secrets } from '@wasl/partner-kit'
import type { Records } from './data-file.ts'
import type { Order } from './order.ts'
import type { Store } from './store.ts'

export type ShopOptions = {
  store: Store
  apiSecret: Secrets | undefined
  hmacSecret: Secrets | undefined
  log: PartnerLog
}

export const createShop = ({ store, apiSecret, hmacSecret, log }: ShopOptions): Partner =>
  createPartner({
    apiSecret,
    hmacSecret,
    log,
    dedupe: store.dedupe,
    lookup: (reference) => lookUp(store.records(), reference),
    on: {
      'payment.success': (data, { transaction }) => markPaid(transaction, data),
      // Nothing to do. With a handler, the data file records the event.
      'payment.initialized': () => {},
      'payment.fail': () => {},
    },
  })

const lookUp = ({ orders }: Records, reference: string): LookupAnswer => {
  const order = orders.get(reference)
  if (order === undefined) return { status: 'not_found' }
  const { paid, ...details } = order
  return paid === null ? { status: 'payable', ...details } : { status: 'already_paid' }
}

/**
 * Marks the order paid, once. An event that throws is not acknowledged; the platform keeps it and
 * shows its operator that it fails.
 */
const markPaid = ({ orders }: Records, data: EventData<'payment.success'>): void => {
  const { reference, paymentId, channel, paidAt, amount } = data
  const order = orders.get(reference) ?? counterSale(data)
  if (order === undefined) {
    throw new Error(`Payment ${paymentId} is for the unknown order ${reference}.`)
  }
  if (order.paid !== null) {
    if (order.paid.paymentId === paymentId) return
    throw new Error(
      `${reference} is already paid by ${order.paid.paymentId}; refused ${paymentId}.`,
    )
  }
  if (amount !== order.total_amount) {
    throw new Error(
      `${reference} costs ${order.total_amount} DZD, but the payer paid ${amount} DZD.`,
    )
  }
  orders.set(reference, { ...order, paid: { paymentId, channel, paidAt } })
}

/** A payment by the QR code on the counter has no earlier order: the payment is the sale. */
const counterSale = (data: EventData<'payment.success'>): Order | undefined => {
  const { reference, amount, currency, qrCodeToken, qrConfigKind } = data
  if (qrCodeToken === undefined) return undefined
  // Null: the payer chose the amount, so the till must check it.
  const details = qrConfigKind === null ? [CHOSEN_BY_PAYER] : []
  return { reference, total_amount: amount, currency, details, paid: null }
}

const CHOSEN_BY_PAYER = {
  label_ar: 'المبلغ',
  label_fr: 'Montant',
  label_en: 'Amount',
  value: 'chosen by the payer',
}
