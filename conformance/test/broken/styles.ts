/** Correct partners that take a risk, or differ in style. */
import type { PartnerFault } from './fault.ts'
import { handle, HONEST, record } from './honest.ts'
import { error } from './rules.ts'
import type { Event, Rules } from './rules.ts'
import type { Shop } from './shop.ts'

const isSuccess = ({ event }: Event): boolean => event === 'payment.success'

const orderOf = ({ data }: Event, { orders }: Shop) => orders.get(String(data['reference']))

/** Acknowledges selected events that the correct partner refuses. */
const taking = (isTaken: (event: Event, shop: Shop) => boolean): Partial<Rules> => ({
  handle: async (event, shop) => {
    const reply = await handle(event, shop)
    return reply !== null && isTaken(event, shop) ? null : reply
  },
})

/** `fails` are the checks that warn. */
export const RISKS: readonly PartnerFault[] = [
  {
    name: 'a wrong amount is acknowledged, and pays',
    rules: {
      handle: (event, shop) => {
        if (orderOf(event, shop)?.state !== 'unpaid') return handle(event, shop)
        record(event, shop)
        return null
      },
    },
    fails: ['payment-wrong-amount'],
  },
  {
    name: 'a wrong amount is acknowledged, and pays nothing',
    rules: taking((event, shop) => orderOf(event, shop)?.state === 'unpaid'),
    fails: ['payment-wrong-amount'],
  },
  {
    name: 'a second payment is acknowledged',
    rules: taking((event, shop) => orderOf(event, shop)?.state === 'paid'),
    fails: ['payment-second'],
  },
  {
    name: 'the payment of an unknown reference is acknowledged',
    rules: taking((event, shop) => orderOf(event, shop) === undefined),
    fails: ['payment-unknown-reference'],
  },
  {
    name: 'copies are identified by the bytes of the body',
    rules: {
      parse: (body) => {
        const { event, data } = HONEST.parse(body)
        return { event, data: { ...data, bytes: body.toString() } }
      },
      handle: (event, shop) => {
        const bytes = String(event.data['bytes'])
        if (shop.handled.has(bytes)) return null
        const isPaid = isSuccess(event) && orderOf(event, shop)?.state === 'paid'
        if (isPaid) return error(409, 'ALREADY_PAID')
        const misfit = handle(event, shop)
        shop.handled.add(bytes)
        return misfit
      },
    },
    fails: ['payment-success-rewritten'],
  },
]

/** Reserves the reference for an open payment, and answers 503 meanwhile. */
const locking = (isLate: (event: Event, shop: Shop) => boolean): Partial<Rules> => {
  const locked = new Map<string, unknown>()
  return {
    handle: (event, shop) => {
      const { reference, paymentId } = event.data
      if (event.event === 'payment.initialized' && !isLate(event, shop)) {
        locked.set(String(reference), paymentId)
      } else if (locked.get(String(reference)) === paymentId) locked.delete(String(reference))
      return handle(event, shop)
    },
    find: (reference, shop) => {
      const order = shop.orders.get(reference)
      const isFree = order?.state !== 'unpaid' || !locked.has(reference)
      return isFree ? order : { ...order, state: 'unavailable' }
    },
  }
}

export const STYLES: readonly Pick<PartnerFault, 'name' | 'rules'>[] = [
  {
    name: 'answers 503 while a payment is open',
    rules: locking(({ data }, { handled }) =>
      handled.has(`payment.fail:${String(data['paymentId'])}`),
    ),
  },
  {
    name: 'answers 503 while a payment is open, also after a late payment.initialized',
    rules: locking((event, shop) => orderOf(event, shop)?.state === 'paid'),
  },
  {
    name: 'has orders whose names are parts of another',
    rules: {
      find: (reference, shop) => {
        const order = shop.orders.get('INV-2026-0003')
        const isPart = reference === 'INV-2026-000' || reference === 'NV-2026-0001'
        return isPart && order !== undefined
          ? { ...order, reference, state: 'unpaid' }
          : shop.orders.get(reference)
      },
    },
  },
  {
    name: 'closes the connection after each answer, and serves one connection at a time',
    rules: {
      connectionsAtOnce: 1,
      write: (response, reply, request) => {
        response.setHeader('connection', 'close')
        return HONEST.write(response, reply, request)
      },
    },
  },
  {
    name: 'repeats the signature that was sent',
    rules: {
      write: (response, reply, request) => {
        response.setHeader(
          'x-seen-signature',
          String(request.headers['x-signature'] ?? '').slice(0, 64),
        )
        return HONEST.write(response, reply, request)
      },
    },
  },
]
