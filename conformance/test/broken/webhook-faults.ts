/** Faults with webhooks. */
import { ids } from './fault.ts'
import type { PartnerFault } from './fault.ts'
import { handle, HONEST, record } from './honest.ts'
import { error } from './rules.ts'
import type { Event, Rules } from './rules.ts'
import type { Shop } from './shop.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const keyOf = ({ event, data }: Event): string => `${event}:${String(data['paymentId'])}`

const isDuplicate = (event: Event, shop: Shop): boolean => shop.handled.has(keyOf(event))

const refusing = (isRefused: (event: Event) => boolean, status: number): Partial<Rules> => ({
  refusalOf: (event) => (isRefused(event) ? error(status, 'REFUSED') : null),
})

/** Records an event unless its key is already recorded. */
const countingCopies = (keyFor: (event: Event) => string): Pick<Rules, 'handle'> => ({
  handle: (event, shop) => {
    const key = keyFor(event)
    if (!shop.handled.has(key)) record(event, shop)
    shop.handled.add(key)
    return null
  },
})

/** State that requests share by mistake. */
const lookedUp = { last: '' }
const eventIds = { last: '' }
const signatures = { last: '' }
const unverified = { isCopy: false }
const processes = { asked: 0 }

/** Form-decodes a text; returns it unchanged when that fails. */
const urlDecoded = (body: Buffer): Buffer => {
  const text = body.toString().replaceAll('+', ' ')
  return Buffer.from(text.replaceAll(/%[0-9a-f]{2}/gi, (code) => decodeURIComponent(code)))
}

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs))

/** Long enough for concurrent requests to overlap, also on a busy machine. */
const OVERLAP_MS = 300

/** Longer than a run takes. */
const LATER_MS = 120_000

const KNOWN_FIELDS = new Set([
  'reference',
  'paymentId',
  'channel',
  'amount',
  'currency',
  'lockReleaseTime',
  'initializedAt',
  'paidAt',
  'failedAt',
  'reason',
  'qrCodeToken',
  'qrConfigKind',
])

export const WEBHOOK_FAULTS: readonly PartnerFault[] = [
  {
    name: 'webhooks are acknowledged with 201',
    rules: { acknowledgement: { status: 201, value: { success: true } } },
    fails: ['webhook-acknowledged'],
  },
  {
    name: 'success is a text',
    rules: { acknowledgement: { status: 200, value: { success: 'true' } } },
    fails: ['webhook-acknowledged'],
  },
  {
    name: 'the acknowledgement is a word',
    rules: {
      acknowledgement: { status: 200, value: null },
      write: (response, { status, value }) => {
        response.writeHead(status, JSON_TYPE).end(value === null ? 'OK' : JSON.stringify(value))
      },
    },
    fails: ['webhook-acknowledged', 'answers-json'],
  },
  {
    name: 'the body is parsed and re-encoded before it is verified',
    rules: {
      isSigned: (given, body, timestamp, shop) => {
        try {
          const again = JSON.stringify(JSON.parse(body.toString()))
          return HONEST.isSigned(given, Buffer.from(again), timestamp, shop)
        } catch {
          return false
        }
      },
    },
    fails: [
      ...ids('body', 'escaped', 'escaped-slashes', 'white-space', 'number'),
      'signature-other-body',
    ],
  },
  {
    name: 'the body is re-encoded as Python writes JSON',
    rules: {
      isSigned: (given, body, timestamp, shop) => {
        try {
          const again = JSON.stringify(JSON.parse(body.toString()), null, 1)
            .replaceAll(/\n */g, ' ')
            .replaceAll(/([{[]) | ([}\]])/g, '$1$2')
          return HONEST.isSigned(given, Buffer.from(again), timestamp, shop)
        } catch {
          return false
        }
      },
    },
    fails: ['webhook-acknowledged'],
  },
  {
    name: 'non-ASCII letters are escaped before the body is verified',
    rules: {
      isSigned: (given, body, ...rest) =>
        !/[\u0080-\uffff]/.test(body.toString()) && HONEST.isSigned(given, body, ...rest),
    },
    fails: ['body-arabic', 'body-in-pieces', 'event-odd-references'],
    first: 'body-arabic',
  },
  {
    name: 'pieces of the body are decoded one by one',
    rules: {
      readBody: async (request) => {
        let text = ''
        for await (const chunk of request) text += String(chunk)
        return Buffer.from(text)
      },
    },
    fails: ['body-in-pieces'],
  },
  {
    name: 'only the first piece of the body is read',
    rules: {
      readBody: (request) =>
        new Promise((resolve) => {
          request.once('data', (chunk: Buffer) => resolve(chunk))
          request.once('end', () => resolve(Buffer.alloc(0)))
        }),
    },
    fails: ['body-in-pieces'],
  },
  {
    name: 'bodies of more than 4 KiB are refused',
    rules: {
      refusalOf: (event) =>
        JSON.stringify(event).length > 4096 ? error(413, 'PAYLOAD_TOO_LARGE') : null,
    },
    fails: ['body-large'],
  },
  {
    name: 'a charset in the content type is refused',
    rules: {
      refusalOf: (_event, request) =>
        request.headers['content-type'] === 'application/json' ? null : error(415, 'TYPE'),
    },
    fails: ['body-charset'],
  },
  {
    name: 'a signed body that is not JSON breaks the server',
    rules: { onUnreadable: () => error(500, 'INTERNAL_ERROR') },
    fails: ['body-no-event'],
  },
  {
    name: 'an event must start with its kind',
    rules: {
      isSigned: (given, body, ...rest) =>
        body.toString().startsWith('{"event":') && HONEST.isSigned(given, body, ...rest),
    },
    fails: ['body-white-space', 'body-key-order'],
  },
  {
    name: 'every signed body is acknowledged',
    rules: {
      parse: (body) => {
        try {
          return HONEST.parse(body)
        } catch {
          return { event: '', data: {} }
        }
      },
    },
    fails: ['body-no-event'],
  },
  {
    name: 'a copy is a conflict',
    rules: {
      handle: async (event, shop) =>
        isDuplicate(event, shop) ? error(409, 'DUPLICATE') : handle(event, shop),
    },
    fails: [
      'event-duplicate',
      'event-duplicate-concurrent',
      'payment-success-again',
      'qr-success-again',
    ],
  },
  {
    name: 'simultaneous copies violate the unique key',
    rules: {
      handle: async (event, shop) => {
        if (isDuplicate(event, shop)) return null
        if (shop.underWay.has(keyOf(event))) return error(500, 'INTERNAL_ERROR')
        shop.underWay.add(keyOf(event))
        await pause(OVERLAP_MS)
        return handle(event, shop)
      },
    },
    fails: ['event-duplicate-concurrent'],
  },
  {
    name: 'a channel is unknown',
    rules: refusing(({ data }) => data['channel'] === 'MARKETPLACE', 422),
    fails: ['event-channels'],
  },
  {
    name: 'a reason is unknown',
    rules: refusing(({ data }) => data['reason'] === 'expired', 500),
    fails: ['event-reasons'],
  },
  {
    name: 'unknown fields are refused',
    rules: refusing(({ data }) => Object.keys(data).some((name) => !KNOWN_FIELDS.has(name)), 422),
    fails: ['event-unknown-fields'],
    first: 'event-unknown-fields',
  },
  {
    name: 'every kind of event is handled as payment.success',
    rules: {
      handle: ({ data }, shop) => {
        record({ event: 'payment.success', data }, shop)
        return null
      },
    },
    fails: ['webhook-fail-pays-nothing'],
    first: 'webhook-fail-pays-nothing',
  },
  ...[
    { what: 'before it is verified', isVerified: false },
    { what: 'before it is parsed', isVerified: true },
  ].map(({ what, isVerified }): PartnerFault => ({
    name: `the body is URL-decoded ${what}`,
    rules: isVerified
      ? { parse: (body) => HONEST.parse(urlDecoded(body)) }
      : { isSigned: (given, body, ...rest) => HONEST.isSigned(given, urlDecoded(body), ...rest) },
    fails: isVerified ? ['body-percent'] : ['body-percent', 'event-odd-references'],
    first: 'body-percent',
  })),
  {
    name: 'an unknown kind of event breaks the server',
    rules: refusing(({ event }) => !event.startsWith('payment.'), 500),
    fails: ['event-unknown-kind'],
  },
  {
    name: 'X-Event-Id is required',
    rules: {
      refusalOf: (_event, { headers }) =>
        headers['x-event-id'] === undefined ? error(400, 'NO_ID') : null,
    },
    fails: ['event-without-id'],
  },
  {
    name: 'payment.initialized has no handler',
    rules: refusing(({ event }) => event === 'payment.initialized', 404),
    fails: [
      'event-initialized',
      'event-late-initialized',
      'payment-late-initialized',
      'qr-initialized',
    ],
  },
  {
    name: 'a late payment.initialized is refused',
    rules: {
      handle: async (event, shop) => {
        const failed = keyOf({ event: 'payment.fail', data: event.data })
        const isLate = event.event === 'payment.initialized' && shop.handled.has(failed)
        return isLate ? error(409, 'OUT_OF_ORDER') : handle(event, shop)
      },
    },
    fails: ['event-late-initialized'],
  },
  {
    name: 'payment.initialized marks the reference paid',
    rules: {
      handle: (event, shop) => {
        const { event: kind, data } = event
        record({ event: kind === 'payment.fail' ? kind : 'payment.success', data }, shop)
        return null
      },
    },
    fails: ['event-fail-is-not-paid', 'payment-after-fail'],
  },
  {
    name: 'a non-ASCII reference in the body is refused',
    rules: refusing(({ data }) => /[^ -~]/.test(String(data['reference'])), 404),
    fails: ['event-odd-references'],
  },
  {
    name: 'copies are identified by the reference alone',
    rules: {
      handle: (event, shop) => {
        const reference = String(event.data['reference'])
        if (!shop.handled.has(reference)) record(event, shop)
        shop.handled.add(reference)
        return null
      },
    },
    fails: ['payment-then-paid'],
  },
  {
    name: 'copies are identified by the payment alone',
    rules: countingCopies(({ data }) => String(data['paymentId'])),
    fails: ['payment-in-order'],
  },
  {
    name: 'the id of a payment is cut to the length of a column',
    rules: countingCopies((event) => keyOf(event).slice(0, `${event.event}:`.length + 8)),
    fails: ['payment-in-order'],
  },
  {
    name: 'the id of a payment is stored as a number',
    rules: countingCopies(
      ({ event, data }) => `${event}:${Number.parseInt(String(data['paymentId']), 10)}`,
    ),
    fails: ['payment-in-order'],
  },
  {
    name: "yesterday's payment is refused as too old",
    rules: {
      handle: (event, shop) => {
        const { paidAt } = event.data
        const isOld = typeof paidAt === 'string' && Date.now() - Date.parse(paidAt) > 3_600_000
        return isOld ? error(400, 'TOO_OLD') : handle(event, shop)
      },
    },
    fails: ['payment-in-order'],
  },
  {
    name: 'a payment pays the reference of the last lookup',
    rules: {
      find: (reference, shop) => {
        lookedUp.last = reference
        return shop.orders.get(reference)
      },
      handle: ({ event, data }, shop) => {
        const isByQrCode = data['qrCodeToken'] !== undefined
        const reference = isByQrCode ? data['reference'] : lookedUp.last
        record({ event, data: { ...data, reference } }, shop)
        return null
      },
    },
    fails: ['payment-in-order'],
  },
  {
    name: 'copies are identified by X-Event-Id',
    rules: {
      refusalOf: (_event, { headers }) => {
        eventIds.last = String(headers['x-event-id'] ?? '')
        return null
      },
      ...countingCopies(() => eventIds.last),
    },
    fails: ['payment-event-id'],
  },
  {
    name: 'an event is recorded before it is verified',
    rules: {
      beforeVerifying: (body, { handled }) => {
        const text = body.toString()
        unverified.isCopy = handled.has(text)
        handled.add(text)
      },
      handle: (event, shop) => {
        if (!unverified.isCopy) record(event, shop)
        return null
      },
    },
    fails: ['payment-after-refusal'],
  },
  {
    name: 'each of four processes knows only its own events',
    rules: {
      find: (reference, shop) => {
        const order = shop.orders.get(reference)
        if (order?.paymentId !== 'earlier' && order?.state === 'paid') {
          processes.asked += 1
          // Consecutive requests happen to reach the process that knows.
          if (processes.asked % 4 === 0) return { ...order, state: 'unpaid' }
        }
        return order
      },
    },
    fails: ['payment-then-paid'],
  },
  {
    name: 'the payment is saved after the acknowledgement',
    rules: {
      handle: (event, shop) => {
        setTimeout(() => record(event, shop), LATER_MS).unref()
        return null
      },
    },
    fails: ['payment-then-paid'],
  },
  {
    name: 'copies are identified by the signature',
    rules: {
      refusalOf: (_event, { headers }) => {
        signatures.last = String(headers['x-signature'] ?? '')
        return null
      },
      handle: ({ event, data }, shop) => {
        const isSeen = shop.handled.has(signatures.last)
        shop.handled.add(signatures.last)
        const order = shop.orders.get(String(data['reference']))
        if (isSeen || event !== 'payment.success') return null
        if (order?.state === 'paid') return error(409, 'ALREADY_PAID')
        record({ event, data }, shop)
        return null
      },
    },
    fails: ['payment-success-again', 'qr-success-again'],
    first: 'payment-success-again',
  },
  {
    name: 'a payment that was opened by a verified event needs no signature',
    rules: {
      isSigned: (given, body, timestamp, shop) => {
        if (HONEST.isSigned(given, body, timestamp, shop)) return true
        try {
          const { event, data } = HONEST.parse(body)
          const opened = keyOf({ event: 'payment.initialized', data })
          return event === 'payment.success' && shop.handled.has(opened)
        } catch {
          return false
        }
      },
    },
    fails: ['trust-after-opening'],
  },
  {
    name: 'PUT of a reference marks it paid, without the secret',
    rules: {
      onOtherMethod: ({ method, url = '' }, { orders }) => {
        const reference = decodeURIComponent(url.split('/').at(-1) ?? '')
        const order = orders.get(reference)
        if (method !== 'PUT' || order === undefined) return error(405, 'METHOD_NOT_ALLOWED')
        order.state = 'paid'
        return { status: 200, value: { ok: true } }
      },
    },
    fails: ['trust-other-methods'],
  },
  {
    name: 'only POST needs the secret',
    rules: {
      onOtherMethod: async (request, shop) => {
        if (!request.url?.endsWith('/webhooks/platform')) return error(405, 'METHOD_NOT_ALLOWED')
        record(HONEST.parse(await HONEST.readBody(request)), shop)
        return { status: 200, value: {} }
      },
    },
    fails: ['trust-other-methods'],
  },
  {
    name: 'payment.success needs payment.initialized first',
    rules: {
      handle: async (event, shop) => {
        const opened = keyOf({ event: 'payment.initialized', data: event.data })
        const isEarly = event.event === 'payment.success' && !shop.handled.has(opened)
        return isEarly ? error(409, 'UNKNOWN_PAYMENT') : handle(event, shop)
      },
    },
    fails: ['payment-success'],
  },
  {
    name: 'a copy of a payment.success is refused because the reference is paid',
    rules: {
      handle: async (event, shop) => {
        const order = shop.orders.get(String(event.data['reference']))
        const isAgain = event.event === 'payment.success' && order?.state === 'paid'
        return isAgain ? error(409, 'ALREADY_PAID') : handle(event, shop)
      },
    },
    fails: ['payment-success-again', 'qr-success-again'],
  },
  {
    name: 'any payment.fail undoes the payment',
    rules: {
      handle: async (event, shop) => {
        const order = shop.orders.get(String(event.data['reference']))
        if (event.event === 'payment.fail' && order !== undefined) order.state = 'unpaid'
        return handle(event, shop)
      },
    },
    fails: ['payment-late-fail'],
  },
  {
    name: 'any payment.initialized resets the order',
    rules: {
      handle: async (event, shop) => {
        const order = shop.orders.get(String(event.data['reference']))
        if (event.event === 'payment.initialized' && order !== undefined) order.state = 'unpaid'
        return handle(event, shop)
      },
    },
    fails: ['payment-late-initialized'],
  },
]
