/** A partner on Fastify: its API URL is the address below, with /payments. */
import { toFastifyPlugin } from '@wasl/partner-kit/fastify'
import Fastify from 'fastify'
import { createShop } from './shop.ts'

const app = Fastify()

// In a scope of its own, where Fastify's body parsers are put aside: the signature covers the bytes
// as they came.
await app.register(toFastifyPlugin(createShop()), { prefix: '/payments' })

// The rest of the shop goes on as before.
app.get('/', () => 'The shop is open.')

const address = await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) })
console.log(`The API URL is ${address}/payments`)
