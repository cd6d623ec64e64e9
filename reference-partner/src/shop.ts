/** The shop: everything a partner has to write. The README walks through it. */
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
      // Nothing to do, but handled: so the file shows that they came.
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
 * Marks the order paid, once. What cannot be right is thrown: then nothing is acknowledged, the
 * platform keeps the event, and somebody gets to see that money was taken for something else.
 */
const markPaid = ({ orders }: Records, data: EventData<'payment.success'>): void => {
  const { reference, paymentId, channel, paidAt, amount } = data
  const order = orders.get(reference) ?? counterSale(data)
  if (order === undefined) {
    throw new Error(`There is no order ${reference}, but payment ${paymentId} was taken for it.`)
  }
  if (order.paid !== null) {
    if (order.paid.paymentId === paymentId) return
    throw new Error(`${reference} is paid by ${order.paid.paymentId}; now ${paymentId} came too.`)
  }
  if (amount !== order.total_amount) {
    throw new Error(`${reference} costs ${order.total_amount} DZD, but ${amount} DZD were taken.`)
  }
  orders.set(reference, { ...order, paid: { paymentId, channel, paidAt } })
}

/** By the QR code on the counter nothing was ordered before: the payment itself is the sale. */
const counterSale = (data: EventData<'payment.success'>): Order | undefined => {
  const { reference, amount, currency, qrCodeToken, qrConfigKind } = data
  if (qrCodeToken === undefined) return undefined
  // Null: the code asked for no amount, and the payer named this one. The till has to compare it.
  const details = qrConfigKind === null ? [NAMED_BY_PAYER] : []
  return { reference, total_amount: amount, currency, details, paid: null }
}

const NAMED_BY_PAYER = {
  label_ar: 'المبلغ',
  label_fr: 'Montant',
  label_en: 'Amount',
  value: 'named by the payer',
}
