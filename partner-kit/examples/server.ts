import { createServer } from 'node:http'
import { createPartner, memoryDedupe, toNodeHandler } from '@wasl/partner-kit'

// Your own records, normally a database.
const invoices = new Map([
  ['INV-2026-0001', { total: 599.8, paid: false }],
  ['INV-2026-0002', { total: 12000, paid: true }],
])

const partner = createPartner({
  apiSecret: process.env['API_SECRET'],
  hmacSecret: process.env['HMAC_SECRET'],
  dedupe: memoryDedupe(),

  // The platform looks up a reference.
  lookup: (reference) => {
    const invoice = invoices.get(reference)
    if (invoice === undefined) return { status: 'not_found' }
    if (invoice.paid) return { status: 'already_paid' }
    return { status: 'payable', total_amount: invoice.total }
  },

  // The platform reports a payment.
  on: {
    'payment.success': (data) => {
      const invoice = invoices.get(data.reference)
      if (invoice === undefined) throw new Error(`There is no invoice ${data.reference}.`)
      invoice.paid = true
      console.log(`${data.reference} was paid by payment ${data.paymentId}.`)
    },
  },

  log: ({ level, message }) => console.log(`${level}: ${message}`),
})

const server = createServer(toNodeHandler(partner))
server.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  console.log('Listening on', server.address())
})
