/** Reads an example's orders: a JSON file in PHP, SQLite in the others. */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

export type Booked = { reference: string; centimes: number; paidBy: string | null }

/** The orders whose reference starts with `start`. */
export const readOrders = (dataFile: string, start: string): Booked[] =>
  (readFileSync(dataFile, 'latin1').startsWith('{')
    ? fromJson(dataFile)
    : fromSqlite(dataFile)
  ).filter(({ reference }) => reference.startsWith(start))

type JsonRecords = { orders: Record<string, { total_amount: number; paidBy: string | null }> }

const fromJson = (dataFile: string): Booked[] => {
  const { orders } = JSON.parse(readFileSync(dataFile, 'utf8')) as JsonRecords
  return Object.entries(orders).map(([reference, { total_amount, paidBy }]) => ({
    reference,
    centimes: Math.round(total_amount * 100),
    paidBy,
  }))
}

const fromSqlite = (dataFile: string): Booked[] => {
  const database = new DatabaseSync(dataFile, { readOnly: true })
  try {
    const rows = database.prepare('select reference, centimes, paid_by as "paidBy" from orders')
    return rows.all() as Booked[]
  } finally {
    database.close()
  }
}
