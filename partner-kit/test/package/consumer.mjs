// A partner who has installed the kit: plain JavaScript, nothing of this repository in sight.
// Prints what the platform would have seen, as JSON.
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { createPartner, memoryDedupe, toNodeHandler } from '@wasl/partner-kit'

const apiSecret = 'wasl_sec_test_0000000000000000000000000000001'
const hmacSecret = 'wasl_hmac_test_000000000000000000000000000002'
let runs = 0

const partner = createPartner({
  apiSecret,
  hmacSecret,
  dedupe: memoryDedupe(),
  lookup: (reference) =>
    reference === 'INV-1' ? { status: 'payable', total_amount: 599.8 } : { status: 'not_found' },
  on: {
    'payment.success': () => {
      runs += 1
    },
  },
})

const server = createServer(toNodeHandler(partner))
await new Promise((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
const url = `http://127.0.0.1:${server.address().port}`
const timestamp = String(Math.floor(Date.now() / 1000))
const headers = { authorization: `Bearer ${apiSecret}`, 'x-timestamp': timestamp }
const body = JSON.stringify({
  event: 'payment.success',
  data: {
    reference: 'INV-1',
    paymentId: '019ab1c2-7c00-7abc-8def-0123000003e9',
    channel: 'AGENCY',
    amount: 599.8,
    currency: 'DZD',
    paidAt: '2026-11-21T09:00:00.000Z',
  },
})
const signature = createHmac('sha256', hmacSecret).update(body).update(timestamp).digest('hex')

const see = async (response) => ({ status: response.status, body: await response.json() })

const deliver = (xSignature) =>
  fetch(`${url}/webhooks/platform`, {
    method: 'POST',
    headers: { ...headers, 'x-signature': xSignature },
    body,
  }).then(see)

const seen = {
  node: process.versions.node,
  found: await see(await fetch(`${url}/INV-1`, { headers })),
  missing: await see(await fetch(`${url}/INV-2`, { headers })),
  stranger: await see(await fetch(`${url}/INV-1`)),
  forged: await deliver('0'.repeat(64)),
  delivered: await deliver(signature),
  again: await deliver(signature),
  runs,
}
server.close()
server.closeAllConnections()
console.log(JSON.stringify(seen))
