/**
 * What other libraries are known to stumble over: an exception of another type, a comparison that
 * throws, a number that is read from the beginning of a text. Each is refused by name, by
 * `verifyWebhook` and by a partner alike.
 */
import { runInNewContext } from 'node:vm'
import { sign } from '@wasl/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPartner } from '../src/partner.ts'
import { memoryDedupe } from '../src/memory-dedupe.ts'
import { verifyWebhook } from '../src/verify-webhook.ts'
import type { WebhookToVerify } from '../src/verify-webhook.ts'
import {
  API_SECRET,
  HMAC_SECRET,
  NOW_SECONDS,
  bytesOf,
  successEvent,
  testPartner,
  webhookHeaders,
} from './support.ts'

const BODY = bytesOf(successEvent({ reference: 'فاتورة' }))
const HEADERS = webhookHeaders(BODY)
const SIGNATURE = HEADERS['x-signature'] ?? ''

const verify = (changes: Partial<WebhookToVerify>) =>
  verifyWebhook({
    body: BODY,
    headers: HEADERS,
    apiSecret: API_SECRET,
    hmacSecret: HMAC_SECRET,
    nowSeconds: NOW_SECONDS,
    ...changes,
  })

/** Signed as if the timestamp were right, so that nothing but the timestamp can be the reason. */
const timestamped = (timestamp: string): Record<string, string> => {
  const signature = sign(BODY, timestamp, HMAC_SECRET)
  return webhookHeaders(BODY, { 'x-timestamp': timestamp, 'x-signature': signature })
}

const TIMESTAMPS = {
  'far ahead': ['future_timestamp', '9999999999'],
  'a year ahead': ['future_timestamp', String(NOW_SECONDS + 31_536_000)],
  'one second beyond the tolerance': ['future_timestamp', String(NOW_SECONDS + 301)],
  'with letters behind it': ['malformed_timestamp', '1700000000abc'],
  'with letters in the last places': ['malformed_timestamp', '1700000abc'],
  'in milliseconds': ['malformed_timestamp', String(NOW_SECONDS * 1000)],
  'with a fraction': ['malformed_timestamp', `${NOW_SECONDS}.5`],
  'with an exponent': ['malformed_timestamp', '1.795252e9'],
  'in hexadecimal': ['malformed_timestamp', `0x${NOW_SECONDS.toString(16)}`],
  'with a sign': ['malformed_timestamp', `+${NOW_SECONDS}`],
  negative: ['malformed_timestamp', `-${NOW_SECONDS}`],
  'with a space before it': ['malformed_timestamp', ` ${NOW_SECONDS}`],
  'with a line end behind it': ['malformed_timestamp', `${NOW_SECONDS}\n`],
  'in Arabic digits': ['malformed_timestamp', '١٧٩٥٢٥١٦٠٠'],
  'that is no number': ['malformed_timestamp', 'NaN'],
  'that is empty': ['missing_timestamp', ''],
} as const

const SIGNATURES = {
  'of 64 multibyte characters': ['malformed_signature', 'é'.repeat(64)],
  'of 64 bytes in 32 characters': ['malformed_signature', 'é'.repeat(32)],
  // Their low bytes are the right digits, which is what some decoders look at.
  'of wide characters that end in the right bytes': [
    'malformed_signature',
    Array.from(SIGNATURE, (digit) =>
      String.fromCodePoint(0x100 + (digit.codePointAt(0) ?? 0)),
    ).join(''),
  ],
  'of full-width digits': ['malformed_signature', '０'.repeat(64)],
  'of 64 characters outside the first plane': ['malformed_signature', '𝟘'.repeat(64)],
  'cut short': ['malformed_signature', SIGNATURE.slice(0, -2)],
  'with more behind it': ['malformed_signature', `${SIGNATURE}00`],
  'sent twice and joined': ['malformed_signature', `${SIGNATURE}, ${SIGNATURE}`],
  'with a scheme before it': ['malformed_signature', `sha256=${SIGNATURE}`],
  'with a line end behind it': ['malformed_signature', `${SIGNATURE}\n`],
  'with bytes of 0xFF': ['malformed_signature', '\u00ff'.repeat(64)],
  'of zeros': ['wrong_signature', '0'.repeat(64)],
  'that is empty': ['missing_signature', ''],
} as const

describe('known refusals', () => {
  test.each(Object.entries(TIMESTAMPS))('a timestamp %s', (_name, [reason, timestamp]) => {
    expect(verify({ headers: timestamped(timestamp) })).toMatchObject({ ok: false, reason })
  })

  test.each(Object.entries(SIGNATURES))('a signature %s', (_name, [reason, signature]) => {
    const headers = { ...HEADERS, 'x-signature': signature }
    expect(verify({ headers })).toMatchObject({ ok: false, reason })
  })

  test.each(['authorization', 'x-timestamp', 'x-signature'])('two values of %s', async (name) => {
    const value = HEADERS[name] ?? ''
    const reason = `malformed_${name.replace('x-', '')}`
    expect(verify({ headers: { ...HEADERS, [name]: [value, value] } })).toMatchObject({ reason })
    expect(verify({ headers: { ...HEADERS, [name.toUpperCase()]: value } })).toMatchObject({
      reason,
    })
    const twice = new Headers(HEADERS)
    twice.append(name, value)
    expect(verify({ headers: twice })).toMatchObject({ reason })
    const request = new Request('http://shop.test/webhooks/platform', {
      method: 'POST',
      headers: twice,
      body: BODY,
    })
    expect((await testPartner().partner.fetch(request)).status).toBe(401)
  })

  test.each([
    ['not_utf8', 'bytes of 0xFF', Buffer.concat([BODY, Buffer.from([0xff])])],
    ['not_utf8', 'nothing but bytes of 0xFF', Buffer.alloc(64, 0xff)],
    ['not_json', 'a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), BODY])],
    [
      'not_utf8',
      'UTF-16 with its byte order mark',
      Buffer.from(`\ufeff${BODY.toString()}`, 'utf16le'),
    ],
  ])('a rightly signed body that is %s: %s', async (reason, _name, bytes) => {
    const headers = webhookHeaders(bytes)
    expect(verify({ body: bytes, headers })).toMatchObject({ ok: false, reason })
    const init = { method: 'POST', headers, body: Uint8Array.from(bytes) }
    const request = new Request('http://shop.test/webhooks/platform', init)
    expect((await testPartner().partner.fetch(request)).status).toBe(400)
  })

  test.each([successEvent(), JSON.stringify(successEvent()), null, undefined, [1, 2], 5])(
    'a body that is no bytes any more: %j',
    (body) => {
      const result = verify({ body: body as unknown as Uint8Array })
      expect(result).toMatchObject({ ok: false, reason: 'body_not_bytes' })
    },
  )

  test('bytes from another realm are bytes, as test runners have them', () => {
    const foreign = runInNewContext(`Uint8Array.of(${[...BODY].join(',')})`) as Uint8Array
    expect(foreign instanceof Uint8Array).toBe(false)
    expect(verify({ body: foreign }).ok).toBe(true)
  })

  test.each(['', ' ', [], [''], undefined, null, 'short'])('a secret that is %j', (secret) => {
    const wrong = secret as unknown as string
    for (const secrets of [{ apiSecret: wrong }, { hmacSecret: wrong }]) {
      expect(verify(secrets)).toMatchObject({ ok: false, reason: 'unusable_secrets' })
      const options = {
        apiSecret: API_SECRET,
        hmacSecret: HMAC_SECRET,
        lookup: () => ({ status: 'not_found' }) as const,
        on: { 'payment.success': () => {} },
        dedupe: memoryDedupe(),
      }
      expect(() => createPartner({ ...options, ...secrets })).toThrow(TypeError)
    }
  })

  test.each(['\u0142', '\u0100', 'é', '\0'])(
    'an API secret whose characters only end in the right bytes, with %j in it',
    (odd) => {
      const wide = Array.from(API_SECRET, (letter, index) =>
        index === 3 ? String.fromCodePoint(0x100 + letter.charCodeAt(0)) : letter,
      ).join('')
      for (const secret of [wide, `${API_SECRET}${odd}`, `${odd}${API_SECRET}`]) {
        const headers = { ...HEADERS, authorization: `Bearer ${secret}` }
        expect(verify({ headers }).ok).toBe(false)
      }
    },
  )

  test('an API secret that is longer than the right one, whatever their lengths', () => {
    for (const length of [16, 63, 64, 65, 128, 512]) {
      const apiSecret = 'a'.repeat(length)
      const given = (secret: string) =>
        verify({ apiSecret, headers: { ...HEADERS, authorization: `Bearer ${secret}` } })
      expect(given(apiSecret).ok).toBe(true)
      for (const wrong of [`${apiSecret}a`, apiSecret.slice(1), apiSecret + 'a'.repeat(600)]) {
        expect(given(wrong)).toMatchObject({ reason: 'wrong_api_secret' })
      }
    }
  })
})

describe('a mutation', () => {
  const RUNS = { numRuns: 400 }

  test('of one bit of the body is never accepted', () => {
    fc.assert(
      fc.property(fc.nat(BODY.byteLength - 1), fc.nat(7), (at, bit) => {
        const body = Uint8Array.from(BODY)
        body[at] = (body[at] ?? 0) ^ (1 << bit)
        expect(verify({ body })).toMatchObject({ ok: false, reason: 'wrong_signature' })
      }),
      RUNS,
    )
  })

  test('of one character of a header is never accepted, whatever comes in its place', () => {
    const name = fc.constantFrom('authorization', 'x-timestamp', 'x-signature')
    const letter = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 2 }),
      fc.string({ maxLength: 2 }),
    )
    fc.assert(
      fc.property(name, fc.nat(), letter, (header, place, put) => {
        const value = HEADERS[header] ?? ''
        const at = place % value.length
        const mutated = value.slice(0, at) + put + value.slice(at + 1)
        const meansTheSame =
          header === 'x-signature'
            ? mutated.toLowerCase() === value
            : /^bearer +/i.test(mutated) &&
              mutated.replace(/^bearer +/i, '') === value.replace(/^Bearer +/, '')
        const result = verify({ headers: { ...HEADERS, [header]: mutated } })
        expect(result.ok).toBe(mutated === value || meansTheSame)
      }),
      RUNS,
    )
  })

  test('that moves digits between the body and the timestamp is never accepted', () => {
    const digits = fc.integer({ min: 0, max: 9_999_999_999 }).map(String)
    fc.assert(
      fc.property(digits, fc.nat(10), (given, cut) => {
        const body = Buffer.concat([BODY, Buffer.from(given.slice(0, cut))])
        const timestamp = String(NOW_SECONDS).slice(cut) + given.slice(0, cut)
        const headers = { ...HEADERS, 'x-timestamp': timestamp }
        expect(verify({ body, headers }).ok).toBe(cut === 0)
      }),
      RUNS,
    )
  })

  test('of any size is refused by a partner with 401 or 400, and nothing is handled', async () => {
    let handled = 0
    const { partner } = testPartner({
      on: {
        'payment.success': () => {
          handled += 1
        },
      },
    })
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.constant(BODY))
    const change = fc.dictionary(fc.constantFrom(...Object.keys(HEADERS)), fc.string(), {
      maxKeys: 2,
    })
    await fc.assert(
      fc.asyncProperty(bytes, change, async (body, changes) => {
        const headers = { ...HEADERS, ...changes }
        const answer = await partner.handle({
          method: 'POST',
          pathname: '/webhooks/platform',
          headers: { get: (name) => headers[name] ?? null },
          readBody: () => Promise.resolve({ ok: true, bytes: body }),
        })
        const isRight =
          Buffer.from(body).equals(BODY) && signedParts(headers) === signedParts(HEADERS)
        expect(isRight ? [200] : [400, 401]).toContain(answer.status)
      }),
      RUNS,
    )
    expect(handled).toBeLessThanOrEqual(1)
  })
})

const signedParts = (headers: Record<string, string>): string =>
  ['authorization', 'x-timestamp', 'x-signature'].map((name) => headers[name]).join('\n')
