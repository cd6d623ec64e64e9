/** The rules of a test partner. Each is one part of a correct partner. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Order, Shop } from './shop.ts'

export type Reply = { status: number; value: unknown }

export type Event = { event: string; data: Record<string, unknown> }

export type Rules = {
  /** Whether the Authorization header allows a lookup. */
  opensLookup: (header: string | undefined, shop: Shop) => boolean
  /** Whether it allows a webhook. */
  opensWebhook: (header: string | undefined, shop: Shop) => boolean
  /** Whether X-Timestamp is valid and fresh. */
  isFreshLookup: (timestamp: string | undefined) => boolean
  isFreshWebhook: (timestamp: string | undefined) => boolean
  readBody: (request: IncomingMessage) => Promise<Buffer>
  isSigned: (signature: string | undefined, body: Buffer, timestamp: string, shop: Shop) => boolean
  parse: (body: Buffer) => Event
  /** The answer to a signed body that is not an event. */
  onUnreadable: () => Reply
  /** The refusal of an event, or null. */
  refusalOf: (event: Event, request: IncomingMessage) => Reply | null
  /** Records an event; null means acknowledge. */
  handle: (event: Event, shop: Shop) => Reply | null | Promise<Reply | null>
  /** Called before the signature is verified. */
  beforeVerifying: (body: Buffer, shop: Shop) => void
  acknowledgement: Reply
  /** The reference in the raw path below the base, or null. */
  referenceIn: (rawPath: string) => string | null
  find: (reference: string, shop: Shop) => Order | undefined | Promise<Order | undefined>
  /** The answer for an order in this state; undefined: no order. */
  refuse: (state: 'paid' | 'unavailable' | undefined) => Reply
  /** The payment details of an unpaid order. */
  detailsOf: (order: Order, reference: string) => object
  /** The order is looked up before the secret is compared. */
  looksUpFirst: boolean
  onOtherMethod: (request: IncomingMessage, shop: Shop) => Reply | Promise<Reply>
  /** How many connections are served at a time; others wait until one closes. */
  connectionsAtOnce: number
  /** The answer to an unexpected error. */
  onError: (error: unknown) => Reply
  write: (response: ServerResponse, reply: Reply, request: IncomingMessage) => void | Promise<void>
}

export const error = (status: number, code: string): Reply => ({
  status,
  value: { error: code, errorMessage: `Refused: ${code}.` },
})
