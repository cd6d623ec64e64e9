/** The shop's records in SQLite: orders, payments and handled events. */
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Compare money in whole centimes, never as floating-point numbers. */
const centimes = (dinars) => Math.round(dinars * 100)

const ADD_ORDER = 'insert into orders values (?, ?, ?, ?, ?) on conflict do nothing'

/** Opens the records and adds the orders of references.json that are missing. */
export const openShop = (file = here('.wasl/shop.sqlite')) => {
  mkdirSync(dirname(file), { recursive: true })
  const database = new DatabaseSync(file)
  database.exec(`
    pragma busy_timeout = 5000;
    create table if not exists orders (
      reference text primary key, details text not null, centimes integer not null,
      paid_by text, unavailable integer not null
    );
    create table if not exists handled_events (key text primary key, handled_at text not null);
  `)
  addReferences(database)
  return {
    lookUp: (reference) => lookUp(database, reference),
    take: (event, data) => take(database, event, data),
    close: () => database.close(),
  }
}

const addReferences = (database) => {
  const insert = database.prepare(ADD_ORDER)
  for (const order of JSON.parse(readFileSync(here('references.json'), 'utf8'))) {
    const { reference, total_amount, amount_detail = [], details = [] } = order
    const shown = { reference, total_amount, currency: 'DZD', amount_detail, details }
    const paidBy = order.paid === true ? 'an earlier payment' : null
    const unavailable = order.unavailable === true ? 1 : 0
    insert.run(reference, JSON.stringify(shown), centimes(total_amount), paidBy, unavailable)
  }
}

/** `not_found`, `already_paid`, `unavailable`, or the payment details. */
const lookUp = (database, reference) => {
  const order = database.prepare('select * from orders where reference = ?').get(reference)
  if (order === undefined) return 'not_found'
  if (order.paid_by !== null) return 'already_paid'
  return order.unavailable === 1 ? 'unavailable' : JSON.parse(order.details)
}

/**
 * Handles each event once: "seen" and "paid" are one transaction. An event that throws is not
 * acknowledged; the platform keeps it and shows its operator that it fails.
 */
const take = (database, event, data) => {
  database.exec('begin immediate')
  try {
    const added = database
      .prepare(`insert into handled_events values (?, datetime('now')) on conflict do nothing`)
      .run(`${event}:${data.paymentId}`)
    if (added.changes === 1 && event === 'payment.success') markPaid(database, data)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

const markPaid = (database, data) => {
  const { reference, paymentId, amount } = data
  if (typeof data.qrCodeToken === 'string') addCounterSale(database, data)
  const order = database.prepare('select * from orders where reference = ?').get(reference)
  if (order === undefined) {
    throw new Error(`Payment ${paymentId} is for the unknown order ${reference}.`)
  }
  if (order.paid_by !== null && order.paid_by !== paymentId) {
    throw new Error(`${reference} is already paid by ${order.paid_by}; refused ${paymentId}.`)
  }
  if (centimes(amount) !== order.centimes) {
    throw new Error(
      `${reference} costs ${order.centimes} centimes; ${paymentId} paid ${amount} DZD.`,
    )
  }
  database.prepare('update orders set paid_by = ? where reference = ?').run(paymentId, reference)
}

/**
 * A payment by the QR code on the counter has no earlier order: the payment is the order. Without a
 * qrConfigKind the payer chose the amount: check it before you hand over the goods.
 */
const addCounterSale = (database, { reference, amount, qrCodeToken, qrConfigKind = null }) => {
  const sale = JSON.stringify({ reference, total_amount: amount, qrCodeToken, qrConfigKind })
  database.prepare(ADD_ORDER).run(reference, sale, centimes(amount), null, 0)
}
