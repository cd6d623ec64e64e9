/** Faults with answers of any kind, and with concurrent requests. */
import { gzipSync } from 'node:zlib'
import type { PartnerFault } from './fault.ts'
import { detailsOf, handle } from './honest.ts'
import { error } from './rules.ts'
import type { Reply } from './rules.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs))

/** Long enough for concurrent requests to overlap, also on a busy machine. */
const OVERLAP_MS = 200

/** State that requests share by mistake. */
const shared = { running: 0, reference: '', total: 0 }

/** Connections with the unread body of a refused request. */
const unread = new WeakSet<object>()

export const ANSWER_FAULTS: readonly PartnerFault[] = [
  {
    name: 'answers have no content type',
    rules: {
      write: (response, { status, value }) => {
        response.writeHead(status).end(JSON.stringify(value))
      },
    },
    fails: ['answers-content-type'],
  },
  {
    name: 'errors have fields of their own',
    rules: {
      refusalOf: (event) =>
        event.event === 'wasl.check' ? { status: 422, value: { message: 'no' } } : null,
    },
    fails: ['answers-errors'],
  },
  ...[
    { what: 'begins with a byte order mark', text: '\uFEFF{"success":true}' },
    { what: 'has a duplicate key', text: '{"success":false,"success":true}' },
  ].map(({ what, text }): PartnerFault => ({
    name: `the acknowledgement ${what}`,
    rules: {
      write: (response, { status, value }) => {
        const body = JSON.stringify(value)
        response.writeHead(status, JSON_TYPE).end(body === '{"success":true}' ? text : body)
      },
    },
    fails: ['answers-json'],
  })),
  {
    name: 'answers are always compressed',
    rules: {
      write: (response, { status, value }) => {
        response
          .writeHead(status, { ...JSON_TYPE, 'content-encoding': 'gzip' })
          .end(gzipSync(JSON.stringify(value)))
      },
    },
    fails: ['answers-not-compressed'],
  },
  {
    name: 'the details contain a picture',
    rules: {
      detailsOf: (order) => ({
        ...detailsOf(order),
        details: [{ label_en: 'Picture', value: 'A'.repeat(300 * 1024) }],
      }),
    },
    fails: ['answers-size'],
  },
  {
    name: 'an acknowledgement contains the history of the order',
    rules: {
      write: (response, { status, value }, { method }) => {
        const isAcknowledgement = method === 'POST' && status === 200
        const told = isAcknowledgement ? { success: true, history: 'A'.repeat(100 * 1024) } : value
        response.writeHead(status, JSON_TYPE).end(JSON.stringify(told))
      },
    },
    fails: ['answers-size'],
  },
  {
    name: 'a refusal shows the expected secret',
    rules: {
      write: (response, { status, value }, { headers }) => {
        const message = `expected ${String(headers.authorization)}`
        const told = status === 404 ? { ...(value as object), errorMessage: message } : value
        response.writeHead(status, JSON_TYPE).end(JSON.stringify(told))
      },
    },
    fails: ['answers-no-secret'],
  },
  {
    name: 'an error contains a stack trace',
    rules: {
      write: (response, { status, value }) => {
        const trace = 'Error: no\n    at lookUp (/srv/shop/index.js:41:11)'
        const told = status === 503 ? { ...(value as object), errorMessage: trace } : value
        response.writeHead(status, JSON_TYPE).end(JSON.stringify(told))
      },
    },
    fails: ['answers-no-stack-trace'],
  },
  {
    name: 'an unknown reference is never answered',
    rules: {
      find: (reference, shop) =>
        reference === 'INV-1999-0001' ? new Promise(() => {}) : shop.orders.get(reference),
    },
    fails: ['lookup-unknown', 'answers-in-time'],
  },
  {
    name: 'the connection is dropped on a long reference',
    rules: {
      write: (response, { status, value }, { url = '' }) => {
        if (url.length > 500) response.destroy()
        else response.writeHead(status, JSON_TYPE).end(JSON.stringify(value))
      },
    },
    fails: ['reference-length', 'answers-whole'],
  },
  {
    name: 'requests share a variable',
    rules: {
      find: async (reference, shop) => {
        shared.reference = reference
        await pause(OVERLAP_MS)
        return shop.orders.get(shared.reference)
      },
    },
    fails: ['load-lookups'],
  },
  {
    name: 'requests share the amount',
    rules: {
      find: async (reference, shop) => {
        shared.total = shop.orders.get(reference)?.total ?? shared.total
        await pause(OVERLAP_MS)
        return shop.orders.get(reference)
      },
      detailsOf: (order) => ({
        ...detailsOf(order),
        total_amount: shared.total,
        amount_detail: [],
      }),
    },
    fails: ['load-lookups'],
  },
  {
    name: 'the body of a refused request is parsed as the next request',
    rules: {
      write: (response, { status, value }, { socket, method }) => {
        const isLeft = unread.has(socket)
        if (method === 'POST' && status === 401) unread.add(socket)
        response
          .writeHead(isLeft ? 400 : status, JSON_TYPE)
          .end(JSON.stringify(isLeft ? error(400, 'BAD_REQUEST').value : value))
      },
    },
    fails: ['load-one-connection'],
  },
  {
    name: 'one connection is served at a time',
    rules: { connectionsAtOnce: 1 },
    fails: ['load-two-connections', 'answers-in-time'],
    first: 'load-two-connections',
  },
  {
    name: 'more than six concurrent webhooks fail',
    rules: {
      handle: async (event, shop): Promise<Reply | null> => {
        shared.running += 1
        try {
          if (shared.running > 6) return error(500, 'BUSY')
          await pause(OVERLAP_MS)
          return await handle(event, shop)
        } finally {
          shared.running -= 1
        }
      },
    },
    fails: ['load-webhooks'],
  },
  {
    name: 'every path is redirected to https',
    rules: {
      write: (response) => {
        response.writeHead(301, { location: 'https://shop.example/' }).end()
      },
    },
    fails: ['api-url-answers', 'webhook-url-answers'],
  },
]
