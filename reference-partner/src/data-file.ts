/**
 * The shop's records as one JSON file. A change writes a second file and renames it, so after any crash
 * the file has the old records or the new ones.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { orderFrom } from './order.ts'
import type { Order } from './order.ts'

export type Records = {
  /** By reference. */
  orders: Map<string, Order>
  /** The time when each event was handled (ISO 8601, UTC), by the partner kit's key. */
  events: Map<string, string>
}

/**
 * The records, or null when the file does not exist yet.
 *
 * @throws Error that names the file and the problem.
 */
export const readDataFile = async (path: string): Promise<Records | null> => {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  try {
    const { orders, events } = JSON.parse(text) as { orders: unknown; events: unknown }
    return { orders: ordersFrom(orders), events: eventsFrom(events) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The data file ${path} is invalid: ${problem}. Fix it, or move it away to start over.`,
      { cause: error },
    )
  }
}

/** Resolves when the records are on the disk. */
export const writeDataFile = async (path: string, records: Records): Promise<void> => {
  const contents = {
    orders: [...records.orders.values()],
    events: Object.fromEntries(records.events),
  }
  const temporary = `${path}.new`
  await writeSafely(temporary, `${JSON.stringify(contents, null, 2)}\n`)
  await rename(temporary, path)
  // The rename is durable only after the folder is synced.
  await syncFolder(dirname(path))
}

/** Orders by reference, from a JSON list. */
export const ordersFrom = (value: unknown): Map<string, Order> => {
  if (!Array.isArray(value)) throw new Error('orders: expected a list')
  const orders = new Map<string, Order>()
  for (const [index, item] of value.entries()) {
    const order = named(`orders.${index}`, () => orderFrom(item))
    if (orders.has(order.reference)) {
      throw new Error(`orders.${index}: the reference ${order.reference} occurs twice`)
    }
    orders.set(order.reference, order)
  }
  return orders
}

const eventsFrom = (value: unknown): Map<string, string> => {
  if (typeof value !== 'object' || value === null) throw new Error('events: expected an object')
  return new Map(Object.entries(value).map(([key, handledAt]) => [key, String(handledAt)]))
}

const named = (path: string, make: () => Order): Order => {
  try {
    return make()
  } catch (error) {
    throw new Error(`${path}.${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Orders contain personal data. */
const OWNER_ONLY = 0o600

const writeSafely = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'w', OWNER_ONLY)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
