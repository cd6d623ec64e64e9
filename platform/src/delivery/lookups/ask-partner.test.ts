import { describe, expect, test } from 'vitest'
import type { OutboundRequest, OutboundResult } from '../../base/outbound/outbound-types.ts'
import type { GuardedFailure } from '../../base/outbound/partner-guard.ts'
import { fetchPaymentDetails, type Lookup } from './ask-partner.ts'

const SECRET = 'wasl_sec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const DETAILS = {
  reference: 'INV-1',
  total_amount: 599.8,
  currency: 'DZD',
  amount_detail: [],
  details: [],
}

type Call = { reference?: string; apiUrl?: string; requestId?: string }

/** A lookup whose partner gives one scripted result; also tells what was sent. */
const lookUp = async (result: OutboundResult | GuardedFailure, call: Call = {}) => {
  const sent: OutboundRequest[] = []
  const lookup = await fetchPaymentDetails(
    {
      now: () => new Date('2026-11-21T09:00:00.900Z'),
      async send(request, readIt) {
        sent.push(request)
        return result.ok ? { ok: true, value: readIt(result).value } : result
      },
    },
    {
      partnerId: 1001,
      apiUrl: 'https://shop.example/pay',
      apiSecret: SECRET,
      reference: 'INV-1',
      ...call,
    },
  )
  return { lookup, request: sent[0] }
}

const answer = (status: number, body: unknown): OutboundResult => {
  const headers = { 'content-type': 'application/json', 'retry-after': undefined }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { ok: true, status, headers, body: Buffer.from(text), durationMs: 1 }
}

const read = async (status: number, body: unknown): Promise<Lookup> => {
  return (await lookUp(answer(status, body))).lookup
}

const explanationOf = async (status: number, body: unknown): Promise<string> => {
  const lookup = await read(status, body)
  return lookup.ok ? 'ok' : `${lookup.code}: ${lookup.explanation}`
}

/** The details as JSON text with one member's text replaced. */
const withTotal = (literal: string): string => {
  return JSON.stringify(DETAILS).replace('599.8', literal)
}

describe('the request of a lookup', () => {
  test('carries the headers of section 5, and the reference as one path segment', async () => {
    const call = { reference: 'INV/2026 01', requestId: 'req-1' }
    const { request } = await lookUp(answer(404, ''), call)
    expect(request).toEqual({
      method: 'GET',
      url: 'https://shop.example/pay',
      pathSuffix: '/INV%2F2026%2001',
      headers: {
        authorization: `Bearer ${SECRET}`,
        'x-timestamp': '1795251600',
        accept: 'application/json',
        'x-request-id': 'req-1',
      },
      timeoutMs: 5_000,
      maxBytes: 262_144,
      partner: 1001,
      retryOnConnectionError: true,
    })
  })

  test('does not carry a request id that is no plain word', async () => {
    const { request } = await lookUp(answer(404, ''), { requestId: 'a\r\nx: 1' })
    expect(request?.headers).not.toHaveProperty('x-request-id')
  })

  test('is never made for what is no reference', async () => {
    await expect(lookUp(answer(200, DETAILS), { reference: '..' })).rejects.toThrow(RangeError)
  })
})

describe('an answer of 200', () => {
  test('gives the amount in centimes, the currency and the labels', async () => {
    const labels = { label_ar: 'تخفيض', label_en: 'Discount', label_fr: 'Remise' }
    const body = {
      ...DETAILS,
      amount_detail: [
        { ...labels, value: 700.1 },
        { ...labels, value: -100.3 },
      ],
      details: [{ ...labels, value: 'مرحبا' }],
      note: 'ignored',
    }
    expect(await read(200, body)).toEqual({
      ok: true,
      exchange: { durationMs: 1, bytes: Buffer.byteLength(JSON.stringify(body)) },
      details: {
        totalCentimes: 59_980,
        currency: 'DZD',
        amountDetail: body.amount_detail,
        details: body.details,
      },
    })
  })

  test('may leave both lists out', async () => {
    const { amount_detail: _amounts, details: _details, ...bare } = DETAILS
    expect(await read(200, bare)).toMatchObject({
      ok: true,
      details: { amountDetail: [], details: [] },
    })
  })

  test('whose breakdown does not add up goes on, with a warning', async () => {
    const body = { ...DETAILS, amount_detail: [{ value: 100 }, { value: 499.81 }] }
    expect(await read(200, body)).toMatchObject({
      ok: true,
      details: { totalCentimes: 59_980 },
      warning: 'The 2 values of amount_detail do not add up to total_amount 599.80.',
    })
  })

  test('whose breakdown adds up in decimals has no warning, whatever binary fractions do', async () => {
    const body = {
      ...DETAILS,
      total_amount: 0.3,
      amount_detail: [{ value: 0.1 }, { value: 0.2 }],
    }
    expect(await read(200, body)).not.toHaveProperty('warning')
  })

  test.each([
    ['599.8', 59_980],
    ['599.80', 59_980],
    ['599.800', 59_980],
    ['5998e-1', 59_980],
    ['1e3', 100_000],
    ['0.01', 1],
    ['9999999999.99', 999_999_999_999],
  ])('with total_amount %s means %i centimes', async (literal, totalCentimes) => {
    expect(await read(200, withTotal(literal))).toMatchObject({ details: { totalCentimes } })
  })

  test.each([
    ['"1200"', 'total_amount: expected a number, received "1200"'],
    ['null', 'total_amount: expected a number, received null'],
    ['0', 'total_amount: expected a number of dinars greater than 0'],
    ['-5', 'total_amount: expected a number of dinars greater than 0'],
    ['10000000000', 'at most 9999999999.99'],
    ['1.001', 'at most two decimals'],
    ['599.8000000000000001', 'total_amount 599.8000000000000001: expected two decimals'],
    ['0.30000000000000004', 'at most two decimals'],
    ['1e400', 'the number 1e400 cannot be held exactly'],
    ['99999999999999999999', 'the number 99999999999999999999 cannot be held exactly'],
  ])('with total_amount %s is unusable', async (literal, sentence) => {
    const explanation = await explanationOf(200, withTotal(literal))
    expect(explanation).toContain('PARTNER502_BAD_RESPONSE: the partner answered 200')
    expect(explanation).toContain(sentence)
  })

  test.each([
    [{ ...DETAILS, currency: 'EUR' }, 'currency: expected "DZD", received "EUR"'],
    [{ ...DETAILS, reference: 'INV-2' }, 'with reference "INV-2"; "INV-1" was asked for'],
    [{ ...DETAILS, reference: 7 }, 'reference: expected a string, received 7'],
    [{ ...DETAILS, amount_detail: null }, 'amount_detail: expected an array, received null'],
    [
      { ...DETAILS, amount_detail: [{ value: '5' }] },
      'amount_detail.0.value: expected a number, received "5"',
    ],
    [{ ...DETAILS, details: [{ value: 5 }] }, 'details.0.value: expected a string, received 5'],
    [{ ...DETAILS, details: [{ label_en: 'x' }] }, 'details.0.value: expected a string'],
    [
      { ...DETAILS, details: [{ label_fr: 1, value: 'x' }] },
      'details.0.label_fr: expected a string, received 1',
    ],
    [[], 'its body: expected an object, received an array'],
    ['null', 'its body: expected an object, received null'],
    ['"text"', 'its body: expected an object, received "text"'],
    ['', 'its body is empty; JSON was expected'],
    ['<html>', 'its body cannot be used: it is not valid JSON'],
    ['{"a":1,"a":2}', 'its body cannot be used: the key "a" comes twice'],
  ])('with %j is unusable, and the explanation says why', async (body, sentence) => {
    const explanation = await explanationOf(200, body)
    expect(explanation).toContain('PARTNER502_BAD_RESPONSE: the partner answered 200')
    expect(explanation).toContain(sentence)
  })
})

describe('an answer of another status', () => {
  test.each([
    [404, 'NOT_FOUND', 'REFERENCE404_NOT_FOUND'],
    [409, 'ALREADY_PAID', 'REFERENCE409_ALREADY_PAID'],
    [503, 'SERVICE_UNAVAILABLE', 'PARTNER503_UNAVAILABLE'],
  ])('%i with the error %s is %s', async (status, error, code) => {
    expect(await read(status, { error, errorMessage: 'Non trouvé' })).toEqual({
      ok: false,
      code,
      explanation: `the partner answered ${status} ${error}: "Non trouvé"`,
    })
    expect(await explanationOf(status, '<h1>Cannot GET /INV-1</h1>')).toBe(
      `${code}: the partner answered ${status}, without the error code ${error} in its body: ` +
        'if this is not meant, check the API URL',
    )
  })

  test.each([
    [401, 'it does not accept its API secret'],
    [201, '200, 404, 409 or 503 was expected'],
    [204, '200, 404, 409 or 503 was expected'],
    [302, 'redirects are not followed'],
    [400, 'the partner answered 400'],
    [403, 'the partner answered 403'],
    [429, 'the partner answered 429'],
    [500, 'the partner answered 500'],
    [502, 'the partner answered 502'],
  ])('%i is unusable', async (status, sentence) => {
    const explanation = await explanationOf(status, DETAILS)
    expect(explanation).toContain('PARTNER502_BAD_RESPONSE')
    expect(explanation).toContain(sentence)
  })
})

describe('no answer', () => {
  test.each<[GuardedFailure['reason'], string]>([
    ['timeout', 'PARTNER504_TIMEOUT'],
    ['breaker_open', 'PARTNER503_UNAVAILABLE'],
    ['too_many_calls', 'PARTNER503_UNAVAILABLE'],
    ['no_resources', 'SERVER503_UNAVAILABLE'],
    ['connection', 'PARTNER502_BAD_RESPONSE'],
    ['tls', 'PARTNER502_BAD_RESPONSE'],
    ['too_large', 'PARTNER502_BAD_RESPONSE'],
    ['bad_encoding', 'PARTNER502_BAD_RESPONSE'],
    ['bad_response', 'PARTNER502_BAD_RESPONSE'],
  ])('because of %s is %s', async (reason, code) => {
    const { lookup } = await lookUp({ ok: false, reason, message: 'what was wrong', durationMs: 1 })
    expect(lookup).toMatchObject({ ok: false, code })
    expect(!lookup.ok && lookup.explanation).toContain('what was wrong')
  })

  test.each([
    [
      'dns',
      'no address was found for db.internal (ENOTFOUND)',
      "the host of the partner's URL was not found",
    ],
    [
      'refused_address',
      'db.internal leads to 10.0.0.7',
      "the platform may not call the partner's URL",
    ],
    ['bad_request', 'expected a URL with a host', "the platform may not call the partner's URL"],
  ] as const)(
    'because of %s tells the channel no names and no addresses',
    async (reason, message, told) => {
      const { lookup } = await lookUp({ ok: false, reason, message, durationMs: 1 })
      expect(lookup).toEqual({
        ok: false,
        code: 'PARTNER502_BAD_RESPONSE',
        explanation: told,
        cause: message,
      })
    },
  )
})

describe("the partner's own words", () => {
  const secretAndMore = `token ${SECRET} \u202e\r\n${'x'.repeat(1_000)}`

  test.each([
    [404, { error: 'NOT_FOUND', errorMessage: secretAndMore }],
    [409, { error: 'ALREADY_PAID', errorMessage: secretAndMore }],
    [200, { ...DETAILS, reference: secretAndMore }],
    [200, { ...DETAILS, reference: SECRET }],
    [200, { ...DETAILS, currency: `EUR ${SECRET}` }],
    [200, { ...DETAILS, currency: `${'x'.repeat(40)}${SECRET}` }],
    [200, `{"${SECRET}":1,"${SECRET}":2}`],
    [200, { ...DETAILS, total_amount: SECRET }],
  ])('are cut, cleaned and never show the secret: %i %j', async (status, body) => {
    const explanation = await explanationOf(status, body)
    expect(explanation).not.toContain(SECRET.slice(0, 12))
    expect(explanation).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    expect(explanation.length).toBeLessThan(400)
  })

  test('that repeat the secret in a label are taken without it', async () => {
    const body = { ...DETAILS, details: [{ label_en: 'Debug', value: `Bearer ${SECRET}` }] }
    expect(await read(200, body)).toMatchObject({
      details: { details: [{ value: 'Bearer [secret]' }] },
    })
  })
})
