import { readFileSync } from 'node:fs'
import { verifyReceipt } from '@wasl/partner-kit'

/** A copy of https://pay.example.dz/.well-known/wasl-keys, fetched once a day. */
const keys = JSON.parse(readFileSync(process.env['KEYS_FILE'] ?? 'wasl-keys.json', 'utf8'))

const result = verifyReceipt({ code: process.argv[2] ?? '', issuers: [keys] })
if (result.ok) {
  const { reference, amount, currency, paidAt } = result.receipt
  console.log(reference, amount, currency, paidAt)
} else {
  console.error(result.reason, result.message)
}
