/** A partner on Express. Its API URL ends with /payments. */
import { toExpressHandler } from '@wasl/partner-kit/express'
import express from 'express'
import { createShop } from './shop.ts'

const app = express()

// Before every body parser: the signature covers the raw bytes.
app.use('/payments', toExpressHandler(createShop()))

// Your other routes.
app.use(express.json())
app.get('/', (_request, response) => {
  response.send('The shop is open.')
})

const port = Number(process.env['PORT'] ?? 3000)
app.listen(port, '127.0.0.1', () => {
  console.log(`The API URL is http://127.0.0.1:${port}/payments`)
})
