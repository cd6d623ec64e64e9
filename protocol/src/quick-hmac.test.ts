import { createHmac, createSecretKey } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hmacText } from './quick-hmac.ts'

const digits = fc.stringMatching(/^[0-9]{10}$/)

const expected = (secret: Uint8Array, body: Uint8Array, timestamp: string): string =>
  createHmac('sha256', secret).update(body).update(timestamp).digest('binary')

test('is the HMAC of Node.js, for any secret, body and timestamp', () => {
  const secrets = fc.uint8Array({ minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(secrets, fc.uint8Array({ maxLength: 400 }), digits, (secret, body, timestamp) => {
      const key = createSecretKey(secret)
      for (const form of [body, Buffer.from(body)]) {
        expect(hmacText(key, form, timestamp)).toBe(expected(secret, body, timestamp))
      }
    }),
    { numRuns: 500 },
  )
})

test('is correct at the limits of a block and of the largest copied body', () => {
  for (const secretBytes of [1, 63, 64, 65, 512]) {
    const secret = Buffer.alloc(secretBytes, 'k')
    const key = createSecretKey(secret)
    for (const bodyBytes of [0, 1, 8191, 8192, 8193, 65_536]) {
      const body = Buffer.alloc(bodyBytes, 'b')
      expect(hmacText(key, body, '1795000000')).toBe(expected(secret, body, '1795000000'))
    }
  }
})

test('keeps no state between calls and keys', () => {
  const [one, other] = ['secret number one', 'secret number two'] as const
  const keys = [one, other].map((secret) => createSecretKey(secret, 'utf8'))
  for (let turn = 0; turn < 3; turn += 1) {
    for (const [index, secret] of [one, other].entries()) {
      const key = keys[index]
      if (!key) throw new Error('each secret has its key')
      for (const body of [Buffer.alloc(5000, 'x'), Buffer.from('short')]) {
        const found = hmacText(key, body, '1795000000')
        expect(found).toBe(expected(Buffer.from(secret), body, '1795000000'))
      }
    }
  }
})

test('takes a secret as text too', () => {
  const body = Buffer.from('{}')
  expect(hmacText('text', body, '1795000000')).toBe(
    expected(Buffer.from('text'), body, '1795000000'),
  )
})
