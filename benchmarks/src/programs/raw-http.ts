/**
 * The floor of everything over HTTP: what node:http does on this machine with a JSON answer of a
 * payment status's size, which it neither looks up nor checks anything for.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tell } from './program.ts'

const BODY = JSON.stringify({
  stage: 'paid',
  locked: false,
  paid: true,
  lockReleaseTime: null,
  paymentId: '01a1fde8-ddae-7450-8e94-f65b000003e9',
  channel: 'AGENCY',
  currency: 'DZD',
  amount: 599.8,
  payment: {
    webhookDelivery: 'delivered',
    paidAt: '2026-11-21T09:00:00.000Z',
    refundedAt: null,
  },
})

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(BODY)
})
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }))
