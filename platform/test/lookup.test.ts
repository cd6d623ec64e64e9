import { createServer } from 'node:net'
import { once } from 'node:events'
import { createdPartner, errorMessage, ERRORS, type ErrorCode } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PRICE, startPartner, type Reply } from './support/partner.ts'
import { newReference } from './support/node.ts'
import { expectRefusal, openedDuring, useScene } from './support/scene.ts'

const scene = useScene()

describe('the lookup request (section 4.1)', () => {
  test('is GET {API_URL}/{reference} with the Bearer secret, the time in seconds and no body (section 5, D3)', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    const opened = await platform.open(channel, partner, reference)
    const [lookup, ...more] = server.lookupsOf(reference)
    expect(more).toEqual([])
    expect(lookup?.method).toBe('GET')
    expect(lookup?.path).toBe(`/pay/${reference}`)
    expect(lookup?.body).toHaveLength(0)
    expect(lookup?.headers.authorization).toBe(`Bearer ${partner.apiSecret}`)
    expect(lookup?.headers['x-timestamp']).toMatch(/^\d{10}$/)
    expect(Math.abs(Number(lookup?.headers['x-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(lookup?.headers['x-signature']).toBeUndefined()
    expect(lookup?.headers['x-request-id']).toBe(opened.headers.get('x-request-id'))
    expect(lookup?.headers['accept-encoding']).toBe('identity')
  })

  test.each([
    ['INV/2026 01', 'INV%2F2026%2001'],
    ['a/../b', 'a%2F..%2Fb'],
    ['..%2f..', '..%252f..'],
    ['100%', '100%25'],
    ['a?b=c#d&e;f', 'a%3Fb%3Dc%23d%26e%3Bf'],
    ['back\\slash', 'back%5Cslash'],
    ['فاتورة ٧', '%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9%20%D9%A7'],
    ['🧾', '%F0%9F%A7%BE'],
    ['a+b', 'a%2Bb'],
    ["it's(1)!*~", "it's(1)!*~"],
    ['https://evil.example/x', 'https%3A%2F%2Fevil.example%2Fx'],
    ['webhooks/platform', 'webhooks%2Fplatform'],
  ])('carries %j as the one path segment %s (D1)', async (reference, segment) => {
    const { platform, server, partner, channel } = scene
    const payment = await platform.opened(channel, partner, reference)
    expect(payment.reference).toBe(reference)
    expect(server.lookupsOf(reference).map(({ path }) => path)).toEqual([`/pay/${segment}`])
    const status = await platform.status(partner, reference)
    expect(status.body).toMatchObject({ stage: 'locked', paymentId: payment.paymentId })
    const [event] = await server.webhooksArrived(reference, 1)
    expect(event?.event?.data['reference']).toBe(reference)
  })

  test('keeps a path and a slash at the end of the API URL apart from the reference (D12)', async () => {
    const { platform, server, channel } = scene
    const partner = await platform.createPartner(server, { apiUrl: `${server.apiUrl}/` })
    const reference = newReference()
    await platform.opened(channel, partner, reference)
    expect(server.lookupsOf(reference)[0]?.path).toBe(`/pay/${reference}`)
  })

  test.each([
    ['', 'nothing'],
    ['x'.repeat(129), '129 characters'],
    [' INV', 'white space before'],
    ['INV\u00a0', 'white space behind'],
    ['IN\r\nV', 'a line break'],
    ['IN\u0000V', 'a null character'],
    ['IN\u0085V', 'a control character beyond ASCII'],
    ['\ud800', 'half a surrogate pair'],
    ['..', 'a step in the path'],
  ])('is not made for %j (%s): VALIDATION400 names the field (D1)', async (reference) => {
    const { platform, server, partner, channel } = scene
    const before = server.requests.length
    const answer = await platform.open(channel, partner, reference)
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details.map((detail: any) => detail.path)).toEqual(['reference'])
    expect(server.requests.slice(before).filter(({ kind }) => kind === 'lookup')).toEqual([])
  })

  test('takes 128 characters of four bytes each (D1)', async () => {
    const { platform, partner, channel } = scene
    const reference = '🧾'.repeat(128)
    await platform.opened(channel, partner, reference)
    expect((await platform.status(partner, reference)).body.stage).toBe('locked')
  })

  test('is not made for an unknown or an inactive partner (D11, D21)', async () => {
    const { platform, server, channel, operatorKey } = { ...scene, ...scene.platform }
    const unknown = { ...scene.partner, partnerId: 'prt_999999' }
    expectRefusal(await platform.open(channel, unknown, 'INV'), 'PARTNER404_NOT_FOUND')
    const partner = await platform.createPartner(server)
    const path = `/operator/v1/partners/${partner.partnerId}`
    await platform.call('PATCH', path, { key: operatorKey, body: { status: 'inactive' } })
    const reference = newReference()
    expectRefusal(await platform.open(channel, partner, reference), 'PARTNER403_INACTIVE')
    expect(server.lookupsOf(reference)).toEqual([])
    await platform.call('PATCH', path, { key: operatorKey, body: { status: 'active' } })
    await platform.opened(channel, partner, reference)
  })
})

describe('a partner that becomes inactive during its lookup', () => {
  test('gets no payment when it answers', async () => {
    const { platform, server, channel, operatorKey } = { ...scene, ...scene.platform }
    const partner = await platform.createPartner(server)
    const path = `/operator/v1/partners/${partner.partnerId}`
    const reference = newReference()
    const opening = await openedDuring(scene, partner, reference, () =>
      platform.call('PATCH', path, { key: operatorKey, body: { status: 'inactive' } }),
    )
    expectRefusal(opening, 'PARTNER403_INACTIVE')
    expect((await platform.status(partner, reference)).status).toBe(403)
    await platform.call('PATCH', path, { key: operatorKey, body: { status: 'active' } })
    await platform.opened(channel, partner, reference)
  })
})

describe('a partner’s answer (section 2.1)', () => {
  test('opens the payment with its amount, breakdown and details unchanged', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    const amount_detail = [
      { label_ar: 'رسوم التسجيل', label_en: 'Registration', label_fr: 'Inscription', value: 500 },
      { label_ar: 'خصم', label_en: 'Discount', label_fr: 'Remise', value: -0.2 },
      { label_en: 'Stamp', value: 100 },
    ]
    const details = [{ label_fr: 'Élève', value: 'Amine <b>B.</b>' }]
    const body = { reference, total_amount: 599.8, currency: 'DZD', amount_detail, details }
    server.onLookup(() => ({ body: { ...body, extra: 'ignored' } }), reference)
    const payment = await platform.opened(channel, partner, reference)
    expect(payment).toEqual({
      paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      stage: 'locked',
      reference,
      partnerId: partner.partnerId,
      amount: 599.8,
      currency: 'DZD',
      amount_detail,
      details,
      lockReleaseTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      paidAt: null,
      refundedAt: null,
      refundedAmount: 0,
      failReason: null,
      qrCodeToken: null,
      agentId: null,
      takenBy: null,
    })
    expect((await platform.payment(channel, payment.paymentId)).body).toEqual(payment)
  })

  test('may leave the breakdown and the details out', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    server.onLookup(() => ({ body: { reference, total_amount: 1, currency: 'DZD' } }), reference)
    const payment = await platform.opened(channel, partner, reference)
    expect([payment.amount, payment.amount_detail, payment.details]).toEqual([1, [], []])
  })

  test.each([0.01, 0.07, 599.8, 1.1, 4.35, 1_234_567.89, 8_388_608.01, 9_999_999_999.99])(
    '%d dinars stay exactly that, in every body (D2)',
    async (price) => {
      const { platform, server, partner, channel } = scene
      const reference = newReference()
      server.prices.set(reference, price)
      const opened = await platform.open(channel, partner, reference)
      expect(opened.text).toContain(`"amount":${price},`)
      const status = await platform.status(partner, reference)
      expect(status.text).toContain(`"amount":${price},`)
      const [event] = await server.webhooksArrived(reference, 1)
      expect(event?.body.toString()).toContain(`"amount":${price},`)
      const body = `{"amount":${price}}`
      const confirmed = await platform.change(channel, 'confirm', opened.body.paymentId, { body })
      expect([confirmed.status, confirmed.body.amount]).toEqual([200, price])
      const { rows } = await platform.pool.query(
        'select amount from payments where payment_id = $1',
        [opened.body.paymentId],
      )
      expect(rows[0].amount).toBe(Math.round(price * 100))
    },
  )

  test('with a wrong breakdown still opens the payment, and warns the partner (D11)', async () => {
    const { platform, server, channel } = scene
    const partner = await platform.createPartner(server)
    const [wrong, right] = [newReference(), newReference()]
    const lines = [{ value: 0.1 }, { value: 0.2 }]
    const reply = (reference: string, total_amount: number): Reply => ({
      body: { reference, total_amount, currency: 'DZD', amount_detail: lines },
    })
    server.onLookup(() => reply(wrong, 0.31), wrong)
    server.onLookup(() => reply(right, 0.3), right)
    const payment = await platform.opened(channel, partner, wrong)
    await platform.opened(channel, partner, right)
    expect(payment.amount).toBe(0.31)
    expect((await platform.change(channel, 'confirm', payment.paymentId)).status).toBe(200)
    const { warnings } = await platform.operator(`/partners/${partner.partnerId}`)
    expect(warnings).toEqual([
      {
        at: expect.any(String),
        kind: 'amount_detail',
        reference: wrong,
        message: expect.stringMatching(/2 values of amount_detail .* total_amount 0\.31/),
      },
    ])
  })
})

/** Reply of a partner that answers `code` under `status` as section 7.1 has it. */
const partnerError = (status: number, error: string): Reply => ({
  status,
  body: { error, errorMessage: `The partner says ${error}.` },
})

const details =
  (changes: Record<string, unknown>) =>
  (reference: string): Reply => ({
    body: { reference, total_amount: 10, currency: 'DZD', ...changes },
  })

const always = (reply: Reply) => () => reply

describe('each row of section 7.1, and every other answer, as the channel is told it (D11):', () => {
  const cases: [string, (reference: string) => Reply, ErrorCode, string][] = [
    [
      '404 NOT_FOUND',
      always(partnerError(404, 'NOT_FOUND')),
      'REFERENCE404_NOT_FOUND',
      'says NOT_FOUND',
    ],
    [
      '409 ALREADY_PAID',
      always(partnerError(409, 'ALREADY_PAID')),
      'REFERENCE409_ALREADY_PAID',
      'ALREADY_PAID',
    ],
    [
      '503',
      always(partnerError(503, 'SERVICE_UNAVAILABLE')),
      'PARTNER503_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
    ],
    [
      '401 UNAUTHORIZED',
      always(partnerError(401, 'UNAUTHORIZED')),
      'PARTNER502_BAD_RESPONSE',
      'does not accept its API secret',
    ],
    ['500', always({ status: 500, body: 'Oops' }), 'PARTNER502_BAD_RESPONSE', 'answered 500'],
    [
      'a redirect',
      always({ status: 302, headers: { location: '/pay/other' } }),
      'PARTNER502_BAD_RESPONSE',
      'redirects are not followed',
    ],
    ['no JSON', always({ body: '<html>' }), 'PARTNER502_BAD_RESPONSE', 'not valid JSON'],
    [
      'another reference',
      details({ reference: 'INV-OTHER' }),
      'PARTNER502_BAD_RESPONSE',
      '"INV-OTHER"',
    ],
    [
      'an amount of text',
      details({ total_amount: '10' }),
      'PARTNER502_BAD_RESPONSE',
      'total_amount',
    ],
    [
      'three decimals',
      details({ total_amount: 10.005 }),
      'PARTNER502_BAD_RESPONSE',
      'two decimals',
    ],
    ['no amount', details({ total_amount: 0 }), 'PARTNER502_BAD_RESPONSE', 'greater than 0'],
    ['another currency', details({ currency: 'EUR' }), 'PARTNER502_BAD_RESPONSE', 'currency'],
    [
      'a label value of text in amount_detail',
      details({ amount_detail: [{ value: '10' }] }),
      'PARTNER502_BAD_RESPONSE',
      'amount_detail.0.value',
    ],
    [
      'a label value of a number in details',
      details({ details: [{ value: 10 }] }),
      'PARTNER502_BAD_RESPONSE',
      'details.0.value',
    ],
    [
      'a cut connection',
      always({ drop: true }),
      'PARTNER502_BAD_RESPONSE',
      'closed before any answer',
    ],
  ]

  test.each(cases)('%s', async (_name, reply, code, told) => {
    const { platform, server, channel } = scene
    // One of its own for each: several of these in a row would open its circuit breaker.
    const partner = await platform.createPartner(server)
    const reference = newReference()
    server.onLookup(() => reply(reference), reference)
    const answer = await platform.open(channel, partner, reference)
    expectRefusal(answer, code)
    expect(answer.body.errorMessage).toContain(errorMessage(code, 'en'))
    expect(answer.body.errorMessage).toContain(told)
    expect(answer.text).not.toContain(partner.apiSecret)
    // Nothing was locked, and the partner is told of nothing.
    expect((await platform.status(partner, reference)).body.stage).toBe('not_found')
    expect(server.webhooksOf(reference)).toEqual([])
  })

  test('too slow: PARTNER504_TIMEOUT after 5 seconds over headers and body together', async () => {
    const { platform, channel } = scene
    const drip = await startDrip()
    const partner = await platform.createPartner({ apiUrl: drip.url, trust: () => undefined })
    const start = performance.now()
    const answer = await platform.open(channel, partner, newReference())
    const tookMs = performance.now() - start
    expectRefusal(answer, 'PARTNER504_TIMEOUT')
    expect(tookMs).toBeGreaterThan(4_900)
    await drip.close()
  })

  test('a connection error is retried once, an answer never (D11)', async () => {
    const { platform, server, partner, channel } = scene
    const [cut, busy] = [newReference(), newReference()]
    server.onLookup((_request, count) => (count === 1 ? { drop: true } : undefined), cut)
    server.onLookup(() => partnerError(503, 'SERVICE_UNAVAILABLE'), busy)
    expect((await platform.open(channel, partner, cut)).status).toBe(201)
    expect(server.lookupsOf(cut)).toHaveLength(2)
    await platform.open(channel, partner, busy)
    expect(server.lookupsOf(busy)).toHaveLength(1)
  })

  test('the partner’s own words are repeated only in English: an Arabic message is all in Arabic (D4)', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    server.onLookup(() => partnerError(404, 'NOT_FOUND'), reference)
    const answer = await platform.open(channel, partner, reference, { 'accept-language': 'ar' })
    expect(answer.body.errorMessage).toBe(ERRORS.REFERENCE404_NOT_FOUND.messages.ar)
    expect(answer.body.details?.[0]?.message).toContain('says NOT_FOUND')
  })
})

describe('the amount of an open payment (D11)', () => {
  test('is the one of its lookup, even if the partner’s answer changes', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    const { paymentId } = await platform.opened(channel, partner, reference)
    server.prices.set(reference, 1)
    const confirmed = await platform.change(channel, 'confirm', paymentId)
    expect(confirmed.body).toMatchObject({ stage: 'paid', amount: DEFAULT_PRICE })
    expect(server.lookupsOf(reference)).toHaveLength(1)
  })

  test('is looked up again for the next payment of a released reference', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    const { paymentId } = await platform.opened(channel, partner, reference)
    await platform.change(channel, 'cancel', paymentId)
    server.prices.set(reference, 42)
    expect((await platform.opened(channel, partner, reference)).amount).toBe(42)
  })

  test('must match the confirm: otherwise PAYMENT409_AMOUNT_MISMATCH, and the payment stays locked (D21)', async () => {
    const { platform, partner, channel } = scene
    const reference = newReference()
    const { paymentId } = await platform.opened(channel, partner, reference)
    for (const amount of [599.79, 599.81, 5998, 0.01]) {
      const answer = await platform.change(channel, 'confirm', paymentId, { body: { amount } })
      expectRefusal(answer, 'PAYMENT409_AMOUNT_MISMATCH')
    }
    expect((await platform.status(partner, reference)).body.stage).toBe('locked')
    const right = await platform.change(channel, 'confirm', paymentId, { body: { amount: 599.8 } })
    expect(right.body.stage).toBe('paid')
    // Repeating with another amount than was paid is no repetition.
    const other = await platform.change(channel, 'confirm', paymentId, { body: { amount: 1 } })
    expectRefusal(other, 'PAYMENT409_AMOUNT_MISMATCH')
    const { timeline } = await platform.operator(`/payments/${paymentId}`)
    const refusals = timeline.filter((item: any) => item.kind === 'refusal')
    expect(refusals.map(({ amount }: any) => amount)).toEqual([599.79, 599.81, 5998, 0.01, 1])
  })

  test('may be refused any number of times; the timeline keeps the first thousand refusals', async () => {
    const { platform, partner, channel } = scene
    const { paymentId } = await platform.opened(channel, partner, newReference())
    await platform.pool.query(
      `insert into payment_refusals (partner_id, payment_id, refusal_id, at, cause, code, amount)
      select $1, $2, new_id($1), wasl_now(), 'confirm', 'PAYMENT409_AMOUNT_MISMATCH', 100
      from generate_series(1, 998)`,
      [partner.number, paymentId],
    )
    for (const amount of [1, 2, 3, 4]) {
      const answer = await platform.change(channel, 'confirm', paymentId, { body: { amount } })
      expectRefusal(answer, 'PAYMENT409_AMOUNT_MISMATCH')
    }
    const { timeline } = await platform.operator(`/payments/${paymentId}`)
    const refusals = timeline.filter((item: any) => item.kind === 'refusal')
    expect(refusals.slice(-2).map(({ amount }: any) => amount)).toEqual([1, 2])
    expect(refusals).toHaveLength(1_000)
  })

  test.each(['"599.80"', '599.801', '-599.8', '0', '1e400', 'null', '{}', '1e10'])(
    'is not confirmed as %s: VALIDATION400 (D2)',
    async (amount) => {
      const { platform, partner, channel } = scene
      const { paymentId } = await platform.opened(channel, partner, newReference())
      const body = `{"amount":${amount}}`
      const answer = await platform.change(channel, 'confirm', paymentId, { body })
      expectRefusal(answer, 'VALIDATION400')
      expect(answer.body.details?.[0]?.path).toBe('amount')
    },
  )
})

test('the three secrets of a partner are shown once and differ (section 1, D22)', async () => {
  const { platform, operatorKey } = { ...scene, ...scene.platform }
  const body = { name: 'Shop', apiUrl: scene.server.apiUrl }
  const answer = await platform.call('POST', '/operator/v1/partners', { key: operatorKey, body })
  const { apiKey, apiSecret, hmacSecret } = createdPartner.parse(answer.body)
  expect(new Set([apiKey, apiSecret, hmacSecret]).size).toBe(3)
})

test('a partner that is down costs another partner nothing (D11)', async () => {
  const { platform, partner, channel } = scene
  const down = await startPartner()
  await down.close()
  const dead = await platform.createPartner(down)
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => platform.open(channel, dead, newReference())),
  )
  for (const { body } of answers) {
    expect(['PARTNER502_BAD_RESPONSE', 'PARTNER503_UNAVAILABLE']).toContain(body.error)
  }
  expect((await platform.open(channel, partner, newReference())).status).toBe(201)
})

/** A server that sends headers at once and then a byte of the body every 100 ms, for ever. */
const startDrip = async (): Promise<{ url: string; close(): Promise<void> }> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
    )
    const timer = setInterval(() => socket.write(' '), 100)
    socket.on('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close()
      await once(server, 'close')
    },
  }
}
