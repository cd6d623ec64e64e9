import { readFileSync } from 'node:fs'
import { sign } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import {
  API_SECRET,
  HMAC_SECRET,
  NOW_SECONDS,
  bytesOf,
  failEvent,
  initializedEvent,
  successEvent,
  webhookHeaders,
} from '../test/support.ts'
import type { HeadersInput } from './header-reader.ts'
import { verifyWebhook } from './verify-webhook.ts'
import type { WebhookToVerify } from './verify-webhook.ts'

type SignatureVector = {
  name: string
  secrets: string[]
  bodyBase64: string
  timestamp: string | string[] | null
  signature: string | string[] | null
  nowSeconds: number
  valid?: true
  refusal?: string
}

const vectors = <Vector>(file: string): Vector[] => {
  const url = new URL(`../../protocol/vectors/${file}`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')) as Vector[]
}

const verify = (body: unknown, changes: Partial<WebhookToVerify> = {}) => {
  const bytes = bytesOf(body)
  return verifyWebhook({
    body: bytes,
    headers: webhookHeaders(bytes),
    apiSecret: API_SECRET,
    hmacSecret: HMAC_SECRET,
    nowSeconds: NOW_SECONDS,
    ...changes,
  })
}

describe('verifyWebhook', () => {
  test.each([successEvent(), failEvent(), initializedEvent()])('accepts $event', (event) => {
    expect(verify(event)).toEqual({ ok: true, known: true, event })
  })

  test('keeps fields that it does not know', () => {
    const event = successEvent({ qrCodeToken: 'abc', later: { a: 1 } })
    expect(verify(event)).toEqual({ ok: true, known: true, event })
  })

  test('tells an event of an unknown kind apart', () => {
    const event = { event: 'payment.disputed', data: { anything: true } }
    expect(verify(event)).toEqual({ ok: true, known: false, event })
  })

  test.each(vectors<SignatureVector>('signatures.json'))(
    'agrees with the published signatures: $name',
    (vector) => {
      const result = verifyWebhook({
        body: Buffer.from(vector.bodyBase64, 'base64'),
        headers: {
          Authorization: `Bearer ${API_SECRET}`,
          'X-Timestamp': vector.timestamp ?? undefined,
          'X-Signature': vector.signature ?? undefined,
        },
        apiSecret: API_SECRET,
        hmacSecret: vector.secrets,
        nowSeconds: vector.nowSeconds,
      })
      const reason = result.ok ? null : result.reason
      // Most of the signed bodies hold no event: then the refusal is about that alone.
      const expected = vector.valid ? [null, 'not_json', 'malformed_event'] : [vector.refusal]
      expect(expected).toContain(reason)
    },
  )

  test.each(vectors<{ name: string; body: unknown; valid?: true }>('webhook-events.json'))(
    'agrees with the published events: $name',
    ({ body, valid }) => {
      const result = verify(body)
      const right = { ok: true, known: true, event: body }
      expect(result.ok && result.known ? result : null).toEqual(valid === true ? right : null)
    },
  )

  test.each([
    ['not_utf8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['not_utf8', Buffer.from([0xed, 0xa0, 0x80])],
    ['not_json', 'payment.success'],
    ['not_json', ''],
    ['not_json', `\uFEFF${JSON.stringify(successEvent())}`],
    ['not_an_object', '[]'],
    ['not_an_object', 'null'],
    ['not_an_object', '"text"'],
    ['malformed_event', '{}'],
    ['malformed_event', { event: 'payment.success', data: {} }],
    ['malformed_event', { event: 5, data: {} }],
    ['malformed_event', { event: 'payment.disputed', data: [] }],
    ['malformed_event', successEvent({ paidAt: 'yesterday' })],
  ])('refuses what is rightly signed but %s', (reason, body) => {
    expect(verify(body)).toMatchObject({ ok: false, reason })
  })

  test('says which field of an event is malformed', () => {
    const result = verify(successEvent({ paidAt: 'yesterday' }))
    expect(result.ok ? '' : result.message).toContain('data.paidAt: ')
  })

  test('verifies the signature before it looks at the body', () => {
    const body = bytesOf('this is not JSON')
    const headers = webhookHeaders(body, { 'x-signature': '0'.repeat(64) })
    expect(verify(body, { headers })).toMatchObject({ ok: false, reason: 'wrong_signature' })
  })

  test('checks the API secret first', () => {
    const body = bytesOf(successEvent())
    const headers = webhookHeaders(body, { authorization: null, 'x-signature': null })
    expect(verify(body, { headers })).toMatchObject({ reason: 'missing_authorization' })
  })

  test('accepts either of two secrets of each kind', () => {
    const other = { apiSecret: 'other-api-secret-00', hmacSecret: 'other-hmac-secret-0' }
    const both = {
      apiSecret: [other.apiSecret, API_SECRET],
      hmacSecret: [other.hmacSecret, HMAC_SECRET],
    }
    expect(verify(successEvent(), both).ok).toBe(true)
    expect(verify(successEvent(), other).ok).toBe(false)
  })

  test('uses the secrets of this call, and not of the one before it', () => {
    expect(verify(successEvent()).ok).toBe(true)
    const hmacSecret = 'other-hmac-secret-0'
    expect(verify(successEvent(), { hmacSecret })).toMatchObject({ reason: 'wrong_signature' })
    expect(verify(successEvent()).ok).toBe(true)
    const apiSecret = 'other-api-secret-00'
    expect(verify(successEvent(), { apiSecret })).toMatchObject({ reason: 'wrong_api_secret' })
  })

  test('reads a list of secrets at each call, because the caller may change it', () => {
    const hmacSecret = [HMAC_SECRET, 'other-hmac-secret-0']
    expect(verify(successEvent(), { hmacSecret }).ok).toBe(true)
    hmacSecret.shift()
    expect(verify(successEvent(), { hmacSecret })).toMatchObject({ reason: 'wrong_signature' })
  })

  test('reads headers in any case, from Headers, from an object, and from arrays of one', () => {
    const body = bytesOf(successEvent())
    const plain = webhookHeaders(body)
    const capitals = Object.fromEntries(
      Object.entries(plain).map(([name, value]) => [name.toUpperCase(), value]),
    )
    const arrays = Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, [value]]))
    for (const headers of [plain, capitals, arrays, new Headers(plain)]) {
      expect(verify(body, { headers }).ok).toBe(true)
    }
  })

  test('refuses a header that came twice, however that is spelt', () => {
    const body = bytesOf(successEvent())
    const plain = webhookHeaders(body)
    const authorization = plain['authorization'] ?? ''
    const twice: HeadersInput[] = [
      { ...plain, authorization: [authorization, authorization] },
      { ...plain, Authorization: authorization },
      { ...plain, authorization: `${authorization}, ${authorization}` },
    ]
    for (const headers of twice) {
      expect(verify(body, { headers })).toMatchObject({ reason: 'malformed_authorization' })
    }
  })

  test('uses the system clock by default', () => {
    const seconds = String(Math.floor(Date.now() / 1000))
    const body = bytesOf(successEvent())
    const result = verifyWebhook({
      body,
      headers: webhookHeaders(body, {
        'x-timestamp': seconds,
        'x-signature': sign(body, seconds, HMAC_SECRET),
      }),
      apiSecret: API_SECRET,
      hmacSecret: HMAC_SECRET,
    })
    expect(result.ok).toBe(true)
  })

  test('says that a parsed body, or text, cannot be verified', () => {
    const body = bytesOf(successEvent())
    for (const wrong of [successEvent(), JSON.stringify(successEvent()), undefined]) {
      const result = verify(body, { body: wrong as unknown as Uint8Array })
      expect(result).toMatchObject({ ok: false, reason: 'body_not_bytes' })
    }
  })

  test('says that its own secrets cannot be used, and accepts nothing with them', () => {
    for (const wrong of ['', [], undefined]) {
      const result = verify(successEvent(), { apiSecret: wrong as unknown as string })
      expect(result).toMatchObject({ ok: false, reason: 'unusable_secrets' })
    }
  })
})
