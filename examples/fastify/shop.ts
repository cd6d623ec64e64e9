/** The shop behind the two endpoints: orders, payments and handled events. */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createPartner, handledEventsTable, sqliteDedupe } from '@wasl/partner-kit'
import type { EventData, LookupAnswer, Partner, Payable } from '@wasl/partner-kit'

type Reference = Omit<Payable, 'status'> & {
  reference: string
  paid?: boolean
  unavailable?: boolean
}

/** All that you write yourself. The kit does the rest. */
export const createShop = (): Partner => {
  const database = openDatabase(process.env['DATA_FILE'] ?? '.wasl/shop.sqlite')
  return createPartner({
    basePath: '/payments',
    apiSecret: secrets('API_SECRET'),
    hmacSecret: secrets('HMAC_SECRET'),
    dedupe: sqliteDedupe(database),
    lookup: (reference) => lookUp(database, reference),
    on: {
      // The kit begins this transaction, and commits it before it acknowledges the event.
      'payment.success': (data, { transaction }) => markPaid(transaction, data),
    },
    log: ({ level, message, reference = '-', error }) => {
      console.log(level, reference, message, error instanceof Error ? error.message : '')
    },
  })
}

/** One secret, or several separated by commas during a rotation. */
const secrets = (name: string): string[] | undefined =>
  process.env[name]?.split(',').map((secret) => secret.trim())

const lookUp = (database: DatabaseSync, reference: string): LookupAnswer => {
  const order = database.prepare('select * from orders where reference = ?').get(reference)
  if (order === undefined) return { status: 'not_found' }
  if (order['paid_by'] !== null) return { status: 'already_paid' }
  if (order['unavailable'] === 1) return { status: 'unavailable' }
  return { status: 'payable', ...(JSON.parse(String(order['details'])) as Omit<Payable, 'status'>) }
}

/** An event that throws is not acknowledged, and the platform's operator sees that it fails. */
const markPaid = (transaction: DatabaseSync, data: EventData<'payment.success'>): void => {
  const { reference, paymentId, amount } = data
  if (data.qrCodeToken !== undefined) addCounterSale(transaction, data)
  const order = transaction.prepare('select * from orders where reference = ?').get(reference)
  if (order === undefined) throw new Error(`There is no order ${reference} for ${paymentId}.`)
  if (order['paid_by'] !== null && order['paid_by'] !== paymentId) {
    throw new Error(`Already paid by ${String(order['paid_by'])}; refused ${paymentId}.`)
  }
  if (centimes(amount) !== order['centimes']) {
    throw new Error(`Expected ${String(order['centimes'])} centimes; received ${amount} DZD.`)
  }
  transaction.prepare('update orders set paid_by = ? where reference = ?').run(paymentId, reference)
}

/**
 * A payment by the QR code on the counter has no earlier order: the payment is the order. Without a
 * qrConfigKind the payer chose the amount: check it before you hand over the goods.
 */
const addCounterSale = (
  transaction: DatabaseSync,
  { reference, amount, qrCodeToken, qrConfigKind = null }: EventData<'payment.success'>,
): void => {
  const sale = JSON.stringify({ total_amount: amount, qrCodeToken, qrConfigKind })
  transaction.prepare(ADD_ORDER).run(reference, sale, centimes(amount), null, 0)
}

const ADD_ORDER = 'insert into orders values (?, ?, ?, ?, ?) on conflict do nothing'

/** Compare money in whole centimes, never as floating-point numbers. */
const centimes = (dinars: number): number => Math.round(dinars * 100)

const openDatabase = (file: string): DatabaseSync => {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(`
    create table if not exists orders (
      reference text primary key, details text not null, centimes integer not null,
      paid_by text, unavailable integer not null
    );
    ${handledEventsTable('sqlite')};
  `)
  const add = database.prepare(ADD_ORDER)
  for (const order of JSON.parse(readFileSync('references.json', 'utf8')) as Reference[]) {
    const { reference, paid = false, unavailable = false, ...details } = order
    const paidBy = paid ? 'an earlier payment' : null
    const total = centimes(details.total_amount)
    add.run(reference, JSON.stringify(details), total, paidBy, Number(unavailable))
  }
  return database
}
