/**
 * The floor of all HTTP scenarios: the rate of node:http on this machine. It returns a fixed JSON
 * answer of the size of a payment status, without a look-up or a check.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendToBench } from './program.ts'

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
    refundedAmount: 0,
  },
})

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(BODY)
})
server.listen(0, '127.0.0.1', () => sendToBench({ port: (server.address() as AddressInfo).port }))
