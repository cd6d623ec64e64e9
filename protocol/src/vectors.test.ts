import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { describeIssues } from './issues.ts'
import { centimesFromDinars } from './centimes.ts'
import { paymentDetailsSchema } from './payment-details.ts'
import { paymentStatusSchema } from './payment-status.ts'
import { decodeReference, encodeReference, isReference } from './reference.ts'
import {
  readReceipt,
  RECEIPT_REFUSALS,
  receiptKeyOf,
  type ReceiptContent,
  type ReceiptIssuer,
} from './receipts/read-receipt.ts'
import { SIGNATURE_REFUSALS, sign, verifySignature } from './signature.ts'
import { webhookEventSchema } from './webhook-event.ts'

type Named = { name: string }

const vectors = <Case>(file: string): (Case & Named)[] => {
  const url = new URL(`../vectors/${file}.json`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as (Case & Named)[]
}

describe('signatures.json', () => {
  type Case = {
    secrets: string[]
    body: string
    bodyBase64: string
    timestamp: string | string[] | null
    signature: string | string[] | null
    nowSeconds: number
  } & ({ valid: true; secretIndex: number } | { refusal: string })
  const cases = vectors<Case>('signatures')

  test.each(cases)('$name', (vector) => {
    const body = Buffer.from(vector.bodyBase64, 'base64')
    expect(body.toString('utf8')).toBe(vector.body)
    const expected =
      'refusal' in vector
        ? { ok: false, reason: vector.refusal }
        : { ok: true, secretIndex: vector.secretIndex }
    const { timestamp, signature, secrets, nowSeconds } = vector
    expect(verifySignature({ body, timestamp, signature, secrets, nowSeconds })).toEqual(expected)
  })

  test('sign returns the hexadecimal form of every valid case', () => {
    const valid = cases.filter((vector) => 'valid' in vector)
    expect(valid.length).toBeGreaterThan(15)
    for (const { body, timestamp, signature, secrets, secretIndex } of valid) {
      const ours = sign(Buffer.from(body), String(timestamp), secrets[secretIndex] ?? '')
      const theirs = String(signature)
      const encoding = theirs.length === 64 ? 'hex' : 'base64'
      expect(ours).toBe(Buffer.from(theirs, encoding).toString('hex'))
    }
  })

  test('every refusal has a case', () => {
    const named = new Set(cases.flatMap((vector) => ('refusal' in vector ? [vector.refusal] : [])))
    expect([...named].toSorted()).toEqual([...SIGNATURE_REFUSALS].toSorted())
  })
})

describe('receipts.json', () => {
  type Case = { code: string; issuers: ReceiptIssuer[] } & (
    | { valid: true; receipt: ReceiptContent }
    | { refusal: string }
  )
  const cases = vectors<Case>('receipts')

  const check = ({ code, issuers }: Case): ReceiptContent | string => {
    const reading = readReceipt(code)
    if (!reading.ok) return reading.reason
    const key = receiptKeyOf(reading, issuers)
    if (!key.ok) return key.reason
    const x = Buffer.from(key.publicKey).toString('base64url')
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const isSigned = verify(null, reading.signed, publicKey, reading.signature)
    return isSigned ? reading.content : 'wrong_signature'
  }

  test.each(cases)('$name', (vector) => {
    expect(check(vector)).toEqual('refusal' in vector ? vector.refusal : vector.receipt)
  })

  test('every refusal has a case', () => {
    const named = new Set(cases.flatMap((vector) => ('refusal' in vector ? [vector.refusal] : [])))
    expect([...named].toSorted()).toEqual([...RECEIPT_REFUSALS].toSorted())
  })

  test('a code has one spelling: no change of any single bit is accepted', () => {
    const [first] = cases
    const bytes = Buffer.from(first?.code ?? '', 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(typeof check({ ...(first as Case), code: changed.toString('base64url') })).toBe(
        'string',
      )
    }
  })
})

describe('amounts.json', () => {
  type Case = { json: string; centimes?: number; refusal?: string }

  test.each(vectors<Case>('amounts'))('$name: $json', (vector) => {
    const result = centimesFromDinars(JSON.parse(vector.json))
    expect(result.ok ? result.centimes : null).toBe(vector.centimes ?? null)
  })
})

describe('references.json', () => {
  type Case = {
    reference?: string
    segment?: string
    canonicalSegment?: string
    valid?: true
    refusal?: string
  }

  const cases = vectors<Case>('references')

  test.each(cases.filter(({ valid }) => valid))('$name', (vector) => {
    const { reference = '', segment = '', canonicalSegment } = vector
    expect(isReference(reference)).toBe(true)
    expect(encodeReference(reference)).toBe(canonicalSegment ?? segment)
    expect(decodeReference(segment)).toBe(reference)
  })

  const refused = cases.filter(({ valid }) => !valid)

  test.each(refused.filter(({ reference }) => reference !== undefined))(
    '$name',
    ({ reference = '', refusal }) => {
      expect(refusal).toBeTypeOf('string')
      expect(isReference(reference)).toBe(false)
      expect(() => encodeReference(reference)).toThrow(RangeError)
      expect(decodeReference(encodeURIComponent(reference))).toBe(null)
    },
  )

  test.each(refused.filter(({ segment }) => segment !== undefined))(
    '$name, as a segment',
    ({ segment = '', refusal }) => {
      expect(refusal).toBeTypeOf('string')
      expect(decodeReference(segment)).toBe(null)
    },
  )
})

describe.each<[string, z.ZodType]>([
  ['payment-details', paymentDetailsSchema],
  ['webhook-events', webhookEventSchema],
  ['payment-status', paymentStatusSchema],
])('%s.json', (file, schema) => {
  type Case = { body: unknown; valid?: true; refusal?: string[] }

  test.each(vectors<Case>(file))('$name', ({ body, valid, refusal }) => {
    const result = schema.safeParse(body)
    expect(result.success).toBe(valid ?? false)
    const issues = result.error === undefined ? [] : describeIssues(result.error, body)
    expect([...new Set(issues.map(({ path }) => path))].toSorted()).toEqual(
      (refusal ?? []).toSorted(),
    )
    for (const { message } of issues) expect(message).toMatch(/^expected /)
  })
})
