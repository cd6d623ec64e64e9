import type { AmountLabel, DetailLabel } from '@wasl/protocol'
import type { Records } from './data-file.ts'
import { orderFrom } from './order.ts'
import type { Order } from './order.ts'

export type NewReference = {
  /** Default: the next free number of the year, such as `CMD-2026-0120`. */
  reference?: string
  /** Dinars, at most two decimals. */
  total_amount: number
  amount_detail?: readonly AmountLabel[]
  details?: readonly DetailLabel[]
}

/**
 * Adds an unpaid order to the records.
 *
 * @throws Error when a field is wrong or the reference exists.
 */
export const addReference = ({ orders }: Records, added: NewReference): Order => {
  const order = orderFrom({
    amount_detail: [],
    details: [],
    ...added,
    reference: added.reference ?? nextReference(orders),
    paid: null,
  })
  if (orders.has(order.reference)) {
    throw new Error(`The reference ${order.reference} already exists.`)
  }
  orders.set(order.reference, order)
  return order
}

const nextReference = (orders: ReadonlyMap<string, Order>): string => {
  const prefix = `CMD-${new Date().getUTCFullYear()}-`
  let highest = 0
  for (const reference of orders.keys()) {
    const digits = /^[0-9]{1,9}$/.exec(reference.slice(prefix.length))?.[0]
    if (reference.startsWith(prefix) && digits !== undefined) {
      highest = Math.max(highest, Number(digits))
    }
  }
  return prefix + String(highest + 1).padStart(4, '0')
}
