/** A platform that does to a client what networks, proxies and bugs do. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  atMs: number
}

/** Answers the `count`th request (from 1), or does worse. */
export type Behaviour = (response: ServerResponse, request: Received, count: number) => void

export type MisbehavingServer = {
  url: string
  received: Received[]
  behave: (behaviour: Behaviour) => void
  close: () => Promise<void>
}

export const startMisbehavingServer = async (): Promise<MisbehavingServer> => {
  const received: Received[] = []
  let behaviour: Behaviour = (response) => response.destroy()
  const server = createServer((incoming, response) => {
    response.on('error', () => {})
    const chunks: Buffer[] = []
    incoming.on('error', () => {})
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      const body = Buffer.concat(chunks).toString('utf8')
      const request = { method, url, headers, body, atMs: performance.now() }
      received.push(request)
      behaviour(response, request, received.length)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    behave(next) {
      received.length = 0
      behaviour = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export const REQUEST_ID = '019ab1c2-7c00-7abc-8def-0123456789ab'

export const answer = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void => {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'x-request-id': REQUEST_ID,
    ...headers,
  })
  response.end(text)
}

/** A refusal as D4 has it. */
export const refuse = (
  response: ServerResponse,
  status: number,
  error: string,
  headers: Record<string, string> = {},
  fields: Record<string, unknown> = {},
): void => {
  const body = { error, errorMessage: `What ${error} means.`, requestId: REQUEST_ID, ...fields }
  answer(response, status, body, headers)
}

export const NOT_FOUND_STATUS = {
  stage: 'not_found',
  locked: false,
  paid: false,
  lockReleaseTime: null,
  paymentId: null,
  channel: null,
  currency: null,
  amount: null,
  payment: null,
} as const

export const PAID_STATUS = {
  stage: 'paid',
  locked: false,
  paid: true,
  lockReleaseTime: null,
  paymentId: '019ab1c2-7c00-7abc-8def-0123000003e9',
  channel: 'AGENCY',
  currency: 'DZD',
  amount: 599.8,
  payment: {
    webhookDelivery: 'delivered',
    paidAt: '2026-11-21T09:00:00.000Z',
    refundedAt: null,
    refundedAmount: 0,
  },
} as const

export const SINGLE_USE_CONFIG = {
  qrCodeToken: '7Z3M9K0QW5T8R2VXN4BHJD01Z9',
  kind: 'SINGLE_USE',
  mode: 'SINGLE_AMOUNT',
  currency: 'DZD',
  amounts: [1200],
  expiresAt: null,
  singleUse: true,
  updatedAt: '2026-11-21T09:00:00.000Z',
} as const
