import { paymentDetailsSchema } from '@wasl/protocol'
import { describe, expect, test, vi } from 'vitest'
import { NOW_SECONDS, lookupRequest, testPartner } from '../test/support.ts'
import type { LookupAnswer } from './lookup-answer.ts'
import type { Lookup } from './options.ts'

describe('GET {API_URL}/{reference} (section 4.1)', () => {
  test('answers with the payment details', async () => {
    const label = { label_ar: 'الرسوم', label_en: 'Fees', label_fr: 'Frais' }
    const { partner, log } = testPartner({
      lookup: () => ({
        status: 'payable',
        total_amount: 599.8,
        amount_detail: [{ ...label, value: 599.8 }],
        details: [{ ...label, value: '2026' }],
      }),
    })
    const response = await partner.fetch(lookupRequest('/INV-1'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const body: unknown = await response.json()
    expect(paymentDetailsSchema.parse(body)).toEqual({
      reference: 'INV-1',
      total_amount: 599.8,
      currency: 'DZD',
      amount_detail: [{ ...label, value: 599.8 }],
      details: [{ ...label, value: '2026' }],
    })
    expect(log).toMatchObject([{ level: 'info', code: 'lookup_answered', reference: 'INV-1' }])
  })

  test.each([
    ['/INV%2F2026%2001', 'INV/2026 01'],
    ['/%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9', 'فاتورة'],
    ['/INV-1?utm=x', 'INV-1'],
    ['/a+b', 'a+b'],
    ['/100%25', '100%'],
  ])('%s asks for the reference %s', async (path, reference) => {
    const lookup = vi.fn<Lookup>(() => ({ status: 'payable', total_amount: 1 }))
    const response = await testPartner({ lookup }).partner.fetch(lookupRequest(path))
    expect(lookup.mock.calls[0]?.[0]).toBe(reference)
    expect(await response.json()).toMatchObject({ reference })
  })

  test.each(['/%FF', '/%', '/%00', '/%20x', `/${'x'.repeat(129)}`])(
    'nobody is asked for %s, which is no reference',
    async (path) => {
      const lookup = vi.fn<Lookup>(() => ({ status: 'payable', total_amount: 1 }))
      const response = await testPartner({ lookup }).partner.fetch(lookupRequest(path))
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: 'NOT_FOUND' })
      expect(lookup).not.toHaveBeenCalled()
    },
  )

  test.each([
    ['not_found', 404, 'NOT_FOUND'],
    ['already_paid', 409, 'ALREADY_PAID'],
    ['unavailable', 503, 'SERVICE_UNAVAILABLE'],
  ] as const)('%s is %d %s (section 7.1)', async (status, httpStatus, error) => {
    const { partner, log } = testPartner({ lookup: () => ({ status }) })
    const response = await partner.fetch(lookupRequest('/INV-1'))
    expect(response.status).toBe(httpStatus)
    expect(await response.json()).toEqual({ error, errorMessage: expect.any(String) })
    expect(log).toMatchObject([{ level: 'info', code: 'lookup_answered' }])
  })

  test.each([
    ['no Authorization', { authorization: null }, 'Authorization header is missing'],
    ['a wrong API secret', { authorization: 'Bearer wrong-secret-00000' }, 'API secret is wrong'],
    ['another scheme', { authorization: 'Basic eDp5' }, 'malformed'],
    ['no X-Timestamp', { 'x-timestamp': null }, 'X-Timestamp header is missing'],
    ['a malformed X-Timestamp', { 'x-timestamp': '12' }, 'X-Timestamp header is malformed'],
    ['a stale X-Timestamp', { 'x-timestamp': String(NOW_SECONDS - 301) }, 'in the past'],
    ['an X-Timestamp ahead', { 'x-timestamp': String(NOW_SECONDS + 301) }, 'in the future'],
  ])('%s is 401 before anything is looked up', async (_name, changes, cause) => {
    const lookup = vi.fn<Lookup>(() => ({ status: 'payable', total_amount: 1 }))
    const { partner, log } = testPartner({ lookup })
    const response = await partner.fetch(lookupRequest('/INV-1', changes))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    const body = (await response.json()) as { error: string; errorMessage: string }
    expect(body.error).toBe('UNAUTHORIZED')
    expect(body.errorMessage).toContain(cause)
    expect(lookup).not.toHaveBeenCalled()
    expect(log).toMatchObject([{ level: 'warn', code: 'lookup_refused' }])
  })

  test('answers 401 without the API secret, also for an invalid reference', async () => {
    const response = await testPartner().partner.fetch(
      lookupRequest('/%FF', { authorization: null }),
    )
    expect(response.status).toBe(401)
  })

  test('answers 503 when lookup throws, and logs the error', async () => {
    const error = new Error('the database at 10.0.0.7 is down')
    const throwing: Lookup[] = [
      () => {
        throw error
      },
      () => Promise.reject(error),
    ]
    for (const lookup of throwing) {
      const { partner, log } = testPartner({ lookup })
      const response = await partner.fetch(lookupRequest('/INV-1'))
      expect(response.status).toBe(503)
      const text = await response.text()
      expect(text).toContain('SERVICE_UNAVAILABLE')
      expect(text).not.toContain('10.0.0.7')
      expect(log).toMatchObject([{ level: 'error', code: 'lookup_failed', error }])
    }
  })

  test('answers 503 when lookup returns an invalid answer, and logs the field', async () => {
    const wrong = { status: 'payable', total_amount: '599.80' } as unknown as LookupAnswer
    const { partner, log } = testPartner({ lookup: () => wrong })
    const response = await partner.fetch(lookupRequest('/INV-1'))
    expect(response.status).toBe(503)
    expect(log).toMatchObject([{ level: 'error', code: 'lookup_answer_invalid' }])
    expect(log[0]?.message).toContain('total_amount: ')
  })

  test('an answer larger than the platform reads is 503', async () => {
    const value = 'x'.repeat(300 * 1024)
    const { partner, log } = testPartner({
      lookup: () => ({ status: 'payable', total_amount: 1, details: [{ value }] }),
    })
    expect((await partner.fetch(lookupRequest('/INV-1'))).status).toBe(503)
    expect(log[0]?.message).toContain('262144 bytes')
  })

  test('a breakdown that does not add up is sent, with a warning', async () => {
    const { partner, log } = testPartner({
      lookup: () => ({ status: 'payable', total_amount: 10, amount_detail: [{ value: 9 }] }),
    })
    expect((await partner.fetch(lookupRequest('/INV-1'))).status).toBe(200)
    expect(log[0]).toMatchObject({ level: 'warn', code: 'lookup_breakdown_does_not_add_up' })
  })

  test('answers 503 when lookup takes too long, and aborts its signal', async () => {
    let stopped = false
    const lookup: Lookup = (_reference, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          stopped = true
          resolve({ status: 'not_found' })
        })
      })
    const { partner, log } = testPartner({ lookup, lookupTimeoutMs: 20 })
    const response = await partner.fetch(lookupRequest('/INV-1'))
    expect(response.status).toBe(503)
    expect(stopped).toBe(true)
    expect(log).toMatchObject([{ level: 'error', code: 'lookup_too_slow' }])
  })

  test('a log that throws, or rejects, changes no answer', async () => {
    const logs = [
      () => {
        throw new Error('the disk is full')
      },
      () => Promise.reject(new Error('the disk is full')) as unknown as void,
    ]
    for (const log of logs) {
      const { partner } = testPartner({ log })
      expect((await partner.fetch(lookupRequest('/INV-1'))).status).toBe(200)
    }
  })
})
