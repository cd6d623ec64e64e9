import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SIGNATURE_REFUSALS, hmacKey, sign, verifySignature } from './signature.ts'
import type { SignatureToVerify } from './signature.ts'

const NOW = 1_795_251_600
const SECRET = 'wasl_hmac_test'
const BODY = Buffer.from('{"event":"payment.success","data":{}}')

const signed = (changes: Partial<SignatureToVerify> = {}): SignatureToVerify => {
  const body = changes.body ?? BODY
  const timestamp = changes.timestamp ?? String(NOW)
  return {
    body,
    timestamp,
    signature: sign(body, String(timestamp), SECRET),
    secrets: [SECRET],
    nowSeconds: NOW,
    ...changes,
  }
}

const anyHeader = fc.oneof(
  fc.constantFrom(undefined, null, '', String(NOW), 'a'.repeat(64)),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'binary', minLength: 64, maxLength: 64 }),
  fc.array(fc.string(), { maxLength: 3 }),
)

describe('verifySignature', () => {
  test('accepts the signature of sign, for any bytes and any secret', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ minLength: 1 }), (body, secret) => {
        const timestamp = String(NOW)
        const signature = sign(body, timestamp, secret)
        expect(signature).toMatch(/^[0-9a-f]{64}$/)
        const input = { body, timestamp, signature, secrets: [secret], nowSeconds: NOW }
        expect(verifySignature(input)).toEqual({ ok: true, secretIndex: 0 })
      }),
    )
  })

  test('refuses the signature when any bit of the body is flipped', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.nat(7), (body, at, bit) => {
        const signature = sign(body, String(NOW), SECRET)
        const changed = Uint8Array.from(body)
        const index = at % body.length
        changed[index] = (changed[index] ?? 0) ^ (1 << bit)
        const result = verifySignature(signed({ body: changed, signature }))
        expect(result).toEqual({ ok: false, reason: 'wrong_signature' })
      }),
    )
  })

  test('accepts exactly one text for each form of a signature', () => {
    const bytes = createHmac('sha256', SECRET).update(BODY).update(String(NOW)).digest()
    const forms = [
      bytes.toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64').replace('=', ''),
      bytes.toString('base64url'),
      `${bytes.toString('base64url')}=`,
    ]
    for (const signature of forms) {
      expect(verifySignature(signed({ signature })).ok).toBe(true)
      for (let index = 0; index < signature.length; index += 1) {
        for (const character of '0Zz+/-_= \né') {
          if (signature[index] === character) continue
          const other = signature.slice(0, index) + character + signature.slice(index + 1)
          if (forms.includes(other)) continue
          expect(verifySignature(signed({ signature: other })).ok).toBe(false)
        }
      }
    }
  })

  test('never throws and never accepts arbitrary headers', () => {
    fc.assert(
      fc.property(anyHeader, anyHeader, (timestamp, signature) => {
        const result = verifySignature({ ...signed(), timestamp, signature })
        expect(SIGNATURE_REFUSALS).toContain(result.ok ? 'accepted' : result.reason)
      }),
      { numRuns: 5000 },
    )
  })

  test('never throws on headers that a typed caller could not give', () => {
    for (const value of [7, true, {}, [undefined], [null], [['a']], Symbol('x'), () => '']) {
      const header = value as unknown as string
      expect(verifySignature(signed({ timestamp: header, signature: 'x' })).ok).toBe(false)
      expect(verifySignature({ ...signed(), signature: header }).ok).toBe(false)
    }
  })

  test('tolerates 300 seconds either way and no more', () => {
    const reasons = [-301, -300, 0, 300, 301].map((ageSeconds) => {
      const result = verifySignature({ ...signed(), nowSeconds: NOW + ageSeconds })
      return result.ok ? 'ok' : result.reason
    })
    expect(reasons).toEqual(['future_timestamp', 'ok', 'ok', 'ok', 'stale_timestamp'])
  })

  test('uses the given tolerance', () => {
    const late = { ...signed(), nowSeconds: NOW + 61 }
    expect(verifySignature({ ...late, toleranceSeconds: 60 }).ok).toBe(false)
    expect(verifySignature({ ...late, toleranceSeconds: 61 }).ok).toBe(true)
  })

  test('a fraction of a second of our clock does not count against the sender', () => {
    expect(verifySignature({ ...signed(), nowSeconds: NOW + 300.9 }).ok).toBe(true)
  })

  test('refuses everything when the clock is not a number', () => {
    expect(verifySignature({ ...signed(), nowSeconds: Number.NaN })).toEqual({
      ok: false,
      reason: 'stale_timestamp',
    })
  })

  test('reports the timestamp before the signature', () => {
    const both = verifySignature({ ...signed(), timestamp: 'x', signature: 'y' })
    expect(both).toEqual({ ok: false, reason: 'malformed_timestamp' })
  })

  test('returns the index of the matching secret', () => {
    const result = verifySignature({ ...signed(), secrets: ['new', 'newer', SECRET] })
    expect(result).toEqual({ ok: true, secretIndex: 2 })
  })

  test('a header given as a list of one value is that value', () => {
    const { timestamp, signature } = signed()
    const lists = { timestamp: [String(timestamp)], signature: [String(signature)] }
    expect(verifySignature({ ...signed(), ...lists }).ok).toBe(true)
  })

  test('accepts nothing without a secret', () => {
    expect(verifySignature({ ...signed(), secrets: [] })).toEqual({
      ok: false,
      reason: 'wrong_signature',
    })
  })
})

describe('hmacKey', () => {
  test('signs and verifies as the secret itself does', () => {
    const key = hmacKey(SECRET)
    expect(sign(BODY, String(NOW), key)).toBe(sign(BODY, String(NOW), SECRET))
    expect(verifySignature({ ...signed(), secrets: [key] }).ok).toBe(true)
  })
})
