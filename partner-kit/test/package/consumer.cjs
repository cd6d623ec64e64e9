// A partner whose project is CommonJS, as NestJS's mostly are.
const { createPartner, memoryDedupe, verifyWebhook } = require('@wasl/partner-kit')
const { toExpressHandler } = require('@wasl/partner-kit/express')
const { toFastifyPlugin } = require('@wasl/partner-kit/fastify')
const { toFetchHandler } = require('@wasl/partner-kit/fetch')
const { toHonoHandler } = require('@wasl/partner-kit/hono')
const { mountOnNest } = require('@wasl/partner-kit/nest')
const { toRouteHandlers } = require('@wasl/partner-kit/next')

const apiSecret = 'wasl_sec_test_0000000000000000000000000000001'
const hmacSecret = 'wasl_hmac_test_000000000000000000000000000002'
const partner = createPartner({
  apiSecret,
  hmacSecret,
  dedupe: memoryDedupe(),
  lookup: () => ({ status: 'payable', total_amount: 599.8 }),
  on: { 'payment.success': () => {} },
})
const adapters = [toExpressHandler, toFastifyPlugin, toFetchHandler, toHonoHandler, mountOnNest]

async function main() {
  const headers = {
    authorization: `Bearer ${apiSecret}`,
    'x-timestamp': `${Math.floor(Date.now() / 1000)}`,
  }
  const request = new Request('http://shop.test/INV-1', { headers })
  const response = await toRouteHandlers(partner).GET(request)
  const webhook = verifyWebhook({ body: Buffer.from('{}'), headers, apiSecret, hmacSecret })
  console.log(
    JSON.stringify({
      adapters: adapters.map((adapter) => typeof adapter),
      status: response.status,
      body: await response.json(),
      reason: webhook.reason,
    }),
  )
}

void main()
