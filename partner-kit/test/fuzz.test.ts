/** Whatever comes: never an exception, always an answer in JSON, and nothing handled by chance. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifyWebhook } from '../src/verify-webhook.ts'
import {
  API_SECRET,
  HMAC_SECRET,
  NOW_SECONDS,
  bytesOf,
  lookupHeaders,
  successEvent,
  testPartner,
  webhookHeaders,
} from './support.ts'

const RUNS = { numRuns: 500 }

/** Right values and their neighbours, so that the later checks are reached as well. */
const headerValue = fc.oneof(
  fc.constantFrom(
    `Bearer ${API_SECRET}`,
    `bearer  ${API_SECRET}`,
    `Bearer ${API_SECRET}, Bearer ${API_SECRET}`,
    String(NOW_SECONDS),
    String(NOW_SECONDS - 301),
    '0'.repeat(64),
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 100 }),
)

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.json().map((text) => Uint8Array.from(Buffer.from(text))),
  fc.constant(bytesOf(successEvent())),
)

describe('whatever comes', () => {
  test('verifyWebhook answers with a reason and never throws', () => {
    const headerNames = fc.constantFrom('authorization', 'X-Timestamp', 'x-signature', 'other')
    const headers = fc.dictionary(headerNames, fc.oneof(headerValue, fc.anything()))
    const body = fc.oneof(anyBytes, fc.anything())
    fc.assert(
      fc.property(body, fc.oneof(headers, fc.anything()), (givenBody, givenHeaders) => {
        const result = verifyWebhook({
          body: givenBody as Uint8Array,
          headers: givenHeaders as Record<string, string>,
          apiSecret: API_SECRET,
          hmacSecret: HMAC_SECRET,
          nowSeconds: NOW_SECONDS,
        })
        expect(result).toMatchObject({ ok: false, reason: expect.any(String) })
      }),
      RUNS,
    )
  })

  test('verifyWebhook refuses secrets of any other kind, and never throws', () => {
    const headers = webhookHeaders(bytesOf(successEvent()))
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (apiSecret, hmacSecret) => {
        const secrets = { apiSecret, hmacSecret } as { apiSecret: string; hmacSecret: string }
        const result = verifyWebhook({ body: bytesOf(successEvent()), headers, ...secrets })
        expect(result.ok).toBe(false)
      }),
      RUNS,
    )
  })

  test('what is rightly signed is parsed or refused, never thrown over', () => {
    fc.assert(
      fc.property(anyBytes, (body) => {
        const result = verifyWebhook({
          body,
          headers: webhookHeaders(body),
          apiSecret: API_SECRET,
          hmacSecret: HMAC_SECRET,
          nowSeconds: NOW_SECONDS,
        })
        expect(typeof result.ok).toBe('boolean')
      }),
      RUNS,
    )
  })

  test('the core answers every request in JSON', async () => {
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS', 'POST\u0000', '')
    const pathname = fc.oneof(
      fc.constantFrom('/webhooks/platform', '/INV-1', '/', '', '//', '/%', '/%00', '/%C3'),
      fc.string({ unit: 'binary' }).map((text) => `/${text}`),
    )
    const rightHeaders = { ...lookupHeaders(), 'x-signature': '0'.repeat(64) }
    const headers = fc.oneof(
      fc.constant<Record<string, string>>(rightHeaders),
      fc.dictionary(fc.constantFrom(...Object.keys(rightHeaders)), headerValue),
    )
    await fc.assert(
      fc.asyncProperty(method, pathname, headers, anyBytes, async (verb, path, given, bytes) => {
        const answer = await testPartner().partner.handle({
          method: verb,
          pathname: path,
          headers: { get: (name) => given[name] ?? null },
          readBody: () => Promise.resolve({ ok: true, bytes }),
        })
        expect(typeof JSON.parse(answer.body)).toBe('object')
        expect(answer.headers['content-type']).toContain('application/json')
        expect([200, 400, 401, 404, 405]).toContain(answer.status)
      }),
      RUNS,
    )
  })

  test('whatever lookup returns, the answer is on the specification', async () => {
    const answers = fc.oneof(
      fc.anything(),
      fc.record(
        {
          status: fc.constantFrom('payable', 'not_found', 'already_paid', 'unavailable', 'paid'),
          total_amount: fc.oneof(fc.double(), fc.string(), fc.constant(599.8)),
          currency: fc.constantFrom('DZD', 'EUR', null),
          details: fc.anything(),
          amount_detail: fc.anything(),
        },
        { requiredKeys: [] },
      ),
    )
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        const { partner } = testPartner({ lookup: () => given as { status: 'not_found' } })
        const answer = await partner.handle({
          method: 'GET',
          pathname: '/INV-1',
          headers: new Headers(lookupHeaders()),
          readBody: () => Promise.resolve({ ok: false, problem: 'incomplete' }),
        })
        expect([200, 404, 409, 503]).toContain(answer.status)
        const body = JSON.parse(answer.body) as Record<string, unknown>
        expect(body).toHaveProperty(answer.status === 200 ? 'total_amount' : 'error')
      }),
      RUNS,
    )
  })
})
