import { readFileSync } from 'node:fs'
import type { ReceiptContent, ReceiptIssuer } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyReceipt } from './verify-receipt.ts'

type Case = { name: string; code: string; issuers: ReceiptIssuer[] } & (
  | { valid: true; receipt: ReceiptContent }
  | { refusal: string }
)

const VECTORS = new URL('../vectors/receipts.json', import.meta.resolve('@wasl/protocol'))

const cases = JSON.parse(readFileSync(VECTORS, 'utf8')) as Case[]

const expectedOf = (vector: Case): object => {
  if ('refusal' in vector) {
    return { ok: false, reason: vector.refusal, message: expect.stringMatching(/^[A-Z].*\.$/) }
  }
  const { centimes, ...content } = vector.receipt
  return { ok: true, receipt: { ...content, amount: centimes / 100 } }
}

describe('verifyReceipt', () => {
  test.each(cases)('$name', (vector) => {
    expect(verifyReceipt(vector)).toEqual(expectedOf(vector))
  })

  const verifyVector = (name: string) =>
    verifyReceipt(cases.find((vector) => vector.name === name) as Case)

  test('verifies the signature', () => {
    expect(verifyVector('an altered amount')).toMatchObject({ reason: 'wrong_signature' })
  })

  test('believes no revoked key', () => {
    expect(verifyVector('a revoked key')).toMatchObject({ reason: 'revoked_key' })
  })

  test('throws for no text', () => {
    const issuers = cases[0]?.issuers ?? []
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (code) => {
        expect(verifyReceipt({ code, issuers }).ok).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const code = Buffer.from([0xd2, ...bytes]).toString('base64url')
        expect(verifyReceipt({ code, issuers }).ok).toBe(false)
      }),
    )
  })
})
