/** A partner on Fastify. Its API URL ends with /payments. */
import { toFastifyPlugin } from '@wasl/partner-kit/fastify'
import Fastify from 'fastify'
import { createShop } from './shop.ts'

const app = Fastify()

// The plugin has its own scope without Fastify's body parsers: the signature covers the raw bytes.
await app.register(toFastifyPlugin(createShop()), { prefix: '/payments' })

// Your other routes.
app.get('/', () => 'The shop is open.')

const address = await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) })
console.log(`The API URL is ${address}/payments`)
