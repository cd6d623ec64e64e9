/** A partner on Hono: its API URL is the address below, with /payments. */
import { serve } from '@hono/node-server'
import { toHonoHandler } from '@wasl/partner-kit/hono'
import { Hono } from 'hono'
import { createShop } from './shop.ts'

const app = new Hono()

// Above whatever reads bodies: the signature covers the bytes as they came.
app.use(toHonoHandler(createShop()))

// The rest of the shop goes on as before.
app.get('/', (context) => context.text('The shop is open.'))

const options = {
  fetch: app.fetch,
  hostname: '127.0.0.1',
  port: Number(process.env['PORT'] ?? 3000),
}
serve(options, ({ port }) => {
  console.log(`The API URL is http://127.0.0.1:${port}/payments`)
})
