/** A partner on Hono. Its API URL ends with /payments. */
import { serve } from '@hono/node-server'
import { toHonoHandler } from '@wasl/partner-kit/hono'
import { Hono } from 'hono'
import { createShop } from './shop.ts'

const app = new Hono()

// Before anything that reads bodies: the signature covers the raw bytes.
app.use(toHonoHandler(createShop()))

// Your other routes.
app.get('/', (context) => context.text('The shop is open.'))

const options = {
  fetch: app.fetch,
  hostname: '127.0.0.1',
  port: Number(process.env['PORT'] ?? 3000),
}
serve(options, ({ port }) => {
  console.log(`The API URL is http://127.0.0.1:${port}/payments`)
})
