/** The rules of a correct partner. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { error } from './rules.ts'
import type { Event, Reply, Rules } from './rules.ts'
import type { Order, Shop } from './shop.ts'

export const TOLERANCE_SECONDS = 300

const isAuthorized = (header: string | undefined, shop: Shop): boolean =>
  shop.apiSecrets.some((secret) => isSame(header ?? '', `Bearer ${secret}`))

const isSame = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

export const secondsOff = (timestamp: string): number => Number(timestamp) - Date.now() / 1000

const isFresh = (timestamp: string | undefined): boolean => {
  if (timestamp === undefined || !/^[0-9]{10}$/.test(timestamp)) return false
  return Math.abs(secondsOff(timestamp)) <= TOLERANCE_SECONDS
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export const signatureOf = (body: string | Buffer, timestamp: string, secret: string): string =>
  createHmac('sha256', secret).update(body).update(timestamp).digest('hex')

const isSigned = (
  given: string | undefined,
  body: Buffer,
  timestamp: string,
  shop: Shop,
): boolean =>
  shop.hmacSecrets.some((secret) => isSame(given ?? '', signatureOf(body, timestamp, secret)))

const parse = (body: Buffer): Event => {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  if (typeof value !== 'object' || value === null) throw new TypeError('no object')
  const { event, data } = value as Partial<Event>
  if (typeof event !== 'string' || typeof data !== 'object') throw new TypeError('no event')
  return { event, data }
}

export const handle = async (event: Event, shop: Shop): Promise<Reply | null> => {
  const key = `${event.event}:${String(event.data['paymentId'])}`
  // A short pause, so that concurrent events overlap.
  await new Promise((resolve) => setTimeout(resolve, 2))
  if (shop.handled.has(key)) return null
  if (isWithoutOrder(event, shop)) return error(500, 'NO_SUCH_ORDER')
  if (isMismatch(event, shop)) return error(500, 'NOT_FOR_THIS_ORDER')
  record(event, shop)
  shop.handled.add(key)
  return null
}

/** A payment without an order and without one of the shop's QR codes. */
const isWithoutOrder = ({ event, data }: Event, { orders, qrCodes }: Shop): boolean => {
  const isKnown = orders.has(String(data['reference'])) || qrCodes.has(String(data['qrCodeToken']))
  return event === 'payment.success' && !isKnown
}

/** Some faults return an amount that is off by half a centime. */
const ROUNDING = 0.01

/** A payment with a wrong amount, or for an order that another payment has paid. */
const isMismatch = ({ event, data }: Event, { orders }: Shop): boolean => {
  const order = orders.get(String(data['reference']))
  if (event !== 'payment.success' || order === undefined) return false
  if (order.state === 'paid') return order.paymentId !== data['paymentId']
  return Math.abs(order.total - Number(data['amount'])) > ROUNDING
}

export const record = ({ event, data }: Event, { orders, qrCodes }: Shop): void => {
  const isByQrCode = qrCodes.has(String(data['qrCodeToken']))
  const order = orders.get(String(data['reference'])) ?? (isByQrCode ? sale(data) : undefined)
  if (event !== 'payment.success' || order === undefined || order.state !== 'unpaid') return
  orders.set(order.reference, { ...order, state: 'paid', paymentId: String(data['paymentId']) })
}

/** A payment by QR code has no earlier order. */
const sale = ({ reference, amount }: Event['data']): Order => {
  const total = Number(amount)
  return { reference: String(reference), total, lines: [], state: 'unpaid', paymentId: null }
}

export const referenceIn = (rawPath: string): string | null => {
  if (rawPath === '' || rawPath.includes('/') || rawPath.includes('?')) return null
  try {
    return decodeURIComponent(rawPath)
  } catch {
    return null
  }
}

const refuse = (state: 'paid' | 'unavailable' | undefined): Reply => {
  if (state === 'paid') return error(409, 'ALREADY_PAID')
  return state === 'unavailable' ? error(503, 'SERVICE_UNAVAILABLE') : error(404, 'NOT_FOUND')
}

export const detailsOf = ({ reference, total, lines }: Order): object => ({
  reference,
  total_amount: total,
  currency: 'DZD',
  amount_detail: lines,
  details: [{ label_ar: 'الفترة', label_fr: 'Période', label_en: 'Period', value: '2026-10' }],
})

export const HONEST: Rules = {
  opensLookup: isAuthorized,
  opensWebhook: isAuthorized,
  isFreshLookup: isFresh,
  isFreshWebhook: isFresh,
  readBody,
  isSigned,
  parse,
  onUnreadable: () => error(400, 'BAD_REQUEST'),
  refusalOf: () => null,
  handle,
  beforeVerifying: () => {},
  acknowledgement: { status: 200, value: { success: true } },
  referenceIn,
  find: (reference, shop) => shop.orders.get(reference),
  refuse,
  detailsOf,
  looksUpFirst: false,
  onOtherMethod: () => error(405, 'METHOD_NOT_ALLOWED'),
  connectionsAtOnce: Infinity,
  onError: () => error(500, 'INTERNAL_ERROR'),
  write: (response, { status, value }) => {
    const body = JSON.stringify(value)
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
  },
}
