import { readFileSync } from 'node:fs'
import type { ReceiptContent } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { signingKeyOf } from '../../parties/signing-keys/signing-key.ts'
import { receiptCode } from './encode.ts'

type Case = { name: string; code: string; valid?: true; receipt: ReceiptContent }

const VECTORS = new URL('../vectors/receipts.json', import.meta.resolve('@wasl/protocol'))

const cases = JSON.parse(readFileSync(VECTORS, 'utf8')) as Case[]

/** The first key of RFC 8032, section 7.1, signed the vectors. */
const KEY = signingKeyOf(
  'kPrK_qmxVWY',
  Buffer.from('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', 'base64url'),
  'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
)

/** Of the vectors, only one has a reference that the code has not. */
const LONG = `${'ق'.repeat(20)}1`

describe('the code of a receipt', () => {
  const ours = cases.filter(
    ({ name, valid }) => valid === true && name !== 'a field that a later release adds',
  )

  test.each(ours)('is byte for byte that of the vector: $name', ({ code, receipt }) => {
    const { issuer, number, paymentId, partnerName, centimes, currency } = receipt
    const reference = receipt.reference ?? LONG
    const paidAt = new Date(receipt.paidAt)
    const made = receiptCode(
      { issuer, number, paymentId, partnerName, reference, centimes, currency, paidAt },
      KEY,
    )
    expect(made).toBe(code.trim().replace(/^.*#/, ''))
  })

  test('is short enough for a QR code of four dots a module on 58 mm', () => {
    const [first] = ours
    expect(Buffer.from(first?.code ?? '', 'base64url').length).toBeLessThan(230)
  })
})
