/** The rules of a test partner: each is one thing that a partner has to get right. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Order, Shop } from './shop.ts'

export type Reply = { status: number; value: unknown }

export type Event = { event: string; data: Record<string, unknown> }

export type Rules = {
  /** Whether the Authorization header opens a lookup. */
  opensLookup: (header: string | undefined, shop: Shop) => boolean
  /** Whether it opens the webhook receiver. */
  opensWebhook: (header: string | undefined, shop: Shop) => boolean
  /** Whether X-Timestamp of a lookup is one, and fresh. */
  isFreshLookup: (timestamp: string | undefined) => boolean
  isFreshWebhook: (timestamp: string | undefined) => boolean
  readBody: (request: IncomingMessage) => Promise<Buffer>
  isSigned: (signature: string | undefined, body: Buffer, timestamp: string, shop: Shop) => boolean
  parse: (body: Buffer) => Event
  /** The answer to a signed body that is no event. */
  onUnreadable: () => Reply
  /** What is wrong with an event, or null. */
  refusalOf: (event: Event, request: IncomingMessage) => Reply | null
  /** Takes note of an event; null is the acknowledgement. */
  handle: (event: Event, shop: Shop) => Reply | null | Promise<Reply | null>
  /** Before the signature is looked at. */
  beforeVerifying: (body: Buffer, shop: Shop) => void
  acknowledgement: Reply
  /** The reference in the raw path behind the base, or null when there is none. */
  referenceIn: (rawPath: string) => string | null
  find: (reference: string, shop: Shop) => Order | undefined | Promise<Order | undefined>
  /** The answer for what cannot be paid: the state of the order, or undefined without one. */
  refuse: (state: 'paid' | 'unavailable' | undefined) => Reply
  /** The payment details of an unpaid order. */
  detailsOf: (order: Order, reference: string) => object
  /** The order is looked up before the secret is compared. */
  looksUpFirst: boolean
  onOtherMethod: (request: IncomingMessage, shop: Shop) => Reply | Promise<Reply>
  /** How many connections are served at a time; the others wait until one is closed. */
  connectionsAtOnce: number
  /** What an unexpected error becomes. */
  onError: (error: unknown) => Reply
  write: (response: ServerResponse, reply: Reply, request: IncomingMessage) => void | Promise<void>
}

export const error = (status: number, code: string): Reply => ({
  status,
  value: { error: code, errorMessage: `It is not to be: ${code}.` },
})
