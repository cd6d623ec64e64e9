import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ERRORS, platformErrorSchema, type ErrorCode } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { newReference, statusPath, type Answer } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const OPEN = '/channel/v1/payments'

const post = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  scene.platform.call('POST', OPEN, { key: scene.channel.apiKey, body, headers })

/** One way to each refusal that needs no partner. */
const refusals = (): [ErrorCode, () => Promise<Answer>][] => {
  const { platform, partner, channel } = scene
  const body = { partnerId: 'prt_999999', reference: 'INV' }
  const NOBODYS = '01989d2e-5c00-7a10-8f3b-9c1e000003e9'
  return [
    ['PARTNER_API401_UNAUTHORIZED', () => platform.call('GET', statusPath('INV'))],
    ['CHANNEL401_UNAUTHORIZED', () => platform.call('POST', OPEN, { body })],
    ['OPERATOR401_UNAUTHORIZED', () => platform.call('GET', '/operator/v1/partners')],
    ['VALIDATION400', () => platform.status(partner, ' ')],
    ['VALIDATION400', () => post({})],
    ['PARTNER404_NOT_FOUND', () => post(body)],
    ['PAYMENT404_NOT_FOUND', () => platform.payment(channel, NOBODYS)],
    ['PAYMENT404_NOT_FOUND', () => platform.refund(NOBODYS)],
    ['ROUTE404_NOT_FOUND', () => platform.call('GET', '/nothing')],
    ['REQUEST405_METHOD_NOT_ALLOWED', () => platform.call('DELETE', OPEN)],
    ['REQUEST413_TOO_LARGE', () => post({ ...body, pad: 'x'.repeat(70_000) })],
    ['REQUEST415_UNSUPPORTED_MEDIA_TYPE', () => post('a=b', { 'content-type': 'text/plain' })],
  ]
}

/** The code that answers: the platform, and the protocol's table of what each side may not do. */
const ANSWERING = ['platform/src/**/*.ts', 'protocol/src/operation-errors.ts']

describe('every code of the table of errors', () => {
  test('is answered somewhere: a code that nobody answers is removed', () => {
    const root = join(import.meta.dirname, '../..')
    const files = globSync(ANSWERING, { cwd: root, exclude: (name) => name.endsWith('.test.ts') })
    expect(files.length).toBeGreaterThan(ANSWERING.length)
    // In quotes, so that a comment about a code does not count.
    const quoted = new Set(
      files.flatMap(
        (file) => readFileSync(join(root, file), 'utf8').match(/(?<=')[A-Z_]+\d{3}\w*(?=')/g) ?? [],
      ),
    )
    expect(Object.keys(ERRORS).filter((code) => !quoted.has(code))).toEqual([])
  })
})

describe('every refusal (D4)', () => {
  test('has the body { error, errorMessage, requestId }, the status in its name and the id in X-Request-Id', async () => {
    const ids = new Set<string>()
    for (const [code, call] of refusals()) {
      const answer = await call()
      expectRefusal(answer, code)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(ERRORS[code].status).toBe(Number(/\d{3}/.exec(code)?.[0]))
      expect(platformErrorSchema.strict().parse(answer.body)).toEqual(answer.body)
      expect('details' in answer.body).toBe(code === 'VALIDATION400')
      ids.add(answer.body.requestId)
    }
    expect(ids.size).toBe(refusals().length)
  })

  test.each([
    ['fr', 'fr'],
    ['ar-DZ,ar;q=0.9,en;q=0.1', 'ar'],
    ['de, fr;q=0.5', 'fr'],
    ['de', 'en'],
    ['', 'en'],
    ['*', 'en'],
    [undefined, 'en'],
  ] as const)('speaks to Accept-Language %j in %s; the code stays', async (header, language) => {
    const headers: Record<string, string> =
      header === undefined ? {} : { 'accept-language': header }
    const { platform, partner, channel } = scene
    const reference = newReference()
    await platform.opened(channel, partner, reference)
    for (const [code, answer] of [
      ['PARTNER_API401_UNAUTHORIZED', await platform.call('GET', statusPath('INV'), { headers })],
      ['REFERENCE409_LOCKED', await platform.open(channel, partner, reference, headers)],
      ['ROUTE404_NOT_FOUND', await platform.call('GET', '/nothing', { headers })],
      ['VALIDATION400', await post({}, headers)],
    ] as const) {
      expect(answer.body.error).toBe(code)
      expect(answer.body.errorMessage).toBe(ERRORS[code].messages[language])
      expect(answer.headers.get('content-language')).toBe(language)
    }
  })

  test('names each wrong field in details', async () => {
    const answer = await post({ partnerId: 7, reference: '' })
    expect(answer.body.details.map(({ path }: any) => path)).toEqual(['partnerId', 'reference'])
    for (const { message } of answer.body.details) expect(message).toMatch(/^expected .+received/)
  })

  test('is logged under its request id, without keys and secrets', async () => {
    const { platform, partner, channel } = scene
    const answer = await post({})
    const lines = platform.logs.filter((line) => line.includes(answer.body.requestId))
    expect(lines).not.toEqual([])
    const all = platform.logs.join('\n')
    for (const secret of [
      partner.apiKey,
      partner.apiSecret,
      partner.hmacSecret,
      channel.apiKey,
      platform.operatorKey,
    ]) {
      expect(all).not.toContain(secret)
    }
  })
})

describe('a partner that gives no usable answer', () => {
  test('is logged in one warning with the request id and the reason, not as our own failure', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    server.onLookup(() => ({ status: 500 }), reference)
    const answer = await platform.open(channel, partner, reference)
    expectRefusal(answer, 'PARTNER502_BAD_RESPONSE')
    const lines = platform.logs
      .filter((line) => line.includes(answer.body.requestId))
      .map((line) => JSON.parse(line))
      // A slow machine adds one.
      .filter(({ msg }) => msg !== 'slow request')
    expect(lines).toMatchObject([
      { level: 40, code: 'PARTNER502_BAD_RESPONSE', reason: expect.stringContaining('500') },
    ])
    expect(lines[0].err).toBeUndefined()
  })
})

describe('X-Request-Id (D4)', () => {
  test('is on every answer, also on successful ones', async () => {
    const { platform, partner, channel } = scene
    const opened = await platform.open(channel, partner, newReference())
    const answers = [
      opened,
      await platform.payment(channel, opened.body.paymentId),
      await platform.change(channel, 'confirm', opened.body.paymentId),
      await platform.status(partner, 'INV'),
      await platform.call('GET', '/healthz'),
      await platform.call('GET', '/metrics'),
    ]
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('is made by the platform: a caller’s value is ignored', async () => {
    const headers = { 'x-request-id': 'mine' }
    const { body, headers: answered } = await post({}, headers)
    expect(body.requestId).not.toBe('mine')
    expect(answered.get('x-request-id')).toBe(body.requestId)
  })
})

test('no answer about a partner may be cached, because a cache ignores the key', async () => {
  const { platform, partner, channel } = scene
  const opened = await platform.open(channel, partner, newReference())
  const key = platform.operatorKey
  const answers = [
    opened,
    await platform.payment(channel, opened.body.paymentId),
    await platform.status(partner, 'INV'),
    await platform.status(partner, 'INV 1'),
    await platform.status({ ...partner, apiKey: 'nobody' }, 'INV'),
    await platform.call('GET', '/operator/v1/payments', { key }),
    await platform.call('GET', '/readyz'),
    await platform.call('GET', '/nothing'),
    await platform.call('GET', '/partner/payments/v1/%zz/status', { key: partner.apiKey }),
  ]
  for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
})

describe('times (D3) are ISO 8601 in UTC with milliseconds', () => {
  test('in every body', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    const opened = await platform.open(channel, partner, reference)
    const texts = [
      opened.text,
      (await platform.open(channel, partner, reference)).text,
      (await platform.change(channel, 'confirm', opened.body.paymentId)).text,
      (await platform.refund(opened.body.paymentId)).text,
      (await platform.status(partner, reference)).text,
      JSON.stringify(await platform.operator(`/payments/${opened.body.paymentId}`)),
      ...(await server.webhooksArrived(reference, 2)).map(({ body }) => body.toString()),
    ]
    let count = 0
    for (const text of texts) {
      for (const [value] of text.matchAll(/(?<=")\d{4}-\d\d-[^"]*(?=")/g)) {
        expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        count += 1
      }
    }
    expect(count).toBeGreaterThan(10)
  })
})

describe('the form of a request', () => {
  test('a wrong method is 405 with the right ones in Allow', async () => {
    const { platform } = scene
    for (const [method, path, allow] of [
      ['POST', statusPath('INV'), 'GET, HEAD'],
      ['DELETE', statusPath('INV'), 'GET, HEAD'],
      ['DELETE', OPEN, 'GET, HEAD, POST'],
      ['GET', `${OPEN}/x/confirm`, 'POST'],
      ['PUT', `${OPEN}/x`, 'GET, HEAD'],
    ] as const) {
      const answer = await platform.call(method, path)
      expectRefusal(answer, 'REQUEST405_METHOD_NOT_ALLOWED')
      expect(answer.headers.get('allow')).toBe(allow)
    }
  })

  test.each([
    '/partner/payments/v2/INV/status',
    '/partner/payments/v1/INV/status/',
    '/Partner/payments/v1/INV/status',
    '/channel/v1',
    '//channel/v1/payments',
    '/operator/v2/partners',
  ])('%s is 404 ROUTE404_NOT_FOUND', async (path) => {
    expectRefusal(await scene.platform.call('GET', path), 'ROUTE404_NOT_FOUND')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/xml',
  ])('a body of type %s is 415', async (type) => {
    const answer = await post('{"partnerId":"prt_1001","reference":"INV"}', {
      'content-type': type,
    })
    expectRefusal(answer, 'REQUEST415_UNSUPPORTED_MEDIA_TYPE')
  })

  test('a compressed body is refused as such, not as wrong JSON', async () => {
    const type = { 'content-type': 'application/json' }
    for (const encoding of ['gzip', 'GZIP', 'br']) {
      const answer = await post(gzipSync('{}'), { ...type, 'content-encoding': encoding })
      expectRefusal(answer, 'REQUEST415_UNSUPPORTED_MEDIA_TYPE')
    }
    const plain = await post('{}', { ...type, 'content-encoding': 'identity' })
    expectRefusal(plain, 'VALIDATION400')
  })

  test('a body of JSON with a charset is accepted', async () => {
    const reference = newReference()
    const body = { partnerId: scene.partner.partnerId, reference }
    const answer = await post(body, { 'content-type': 'application/json; charset=utf-8' })
    expect(answer.status).toBe(201)
  })

  test('a body above 64 KiB is 413, and any below is accepted', async () => {
    const body = { partnerId: scene.partner.partnerId, reference: newReference() }
    const padded = (length: number): string => JSON.stringify(body) + ' '.repeat(length)
    expectRefusal(await post(padded(66_000)), 'REQUEST413_TOO_LARGE')
    expect((await post(padded(60_000))).status).toBe(201)
  })

  test.each([
    ['nothing closed', '{"partnerId":'],
    ['two documents', '{}{}'],
    ['a comment', '{/* */}'],
    ['a trailing comma', '{"a":1,}'],
    ['single quotes', "{'a':1}"],
    ['NaN', '{"a":NaN}'],
    ['a byte that is not UTF-8', Buffer.from('{"a":"\xe9"}', 'latin1')],
    ['a key that comes twice', '{"reference":"INV-A","reference":"INV-B"}'],
    ['a key that comes twice in another spelling', '{"reference":"A","\\u0072eference":"B"}'],
    ['a key that comes twice further in', '{"a":[{"b":1,"b":2}]}'],
    ['nesting without end', '['.repeat(30_000)],
    ['a prototype', '{"__proto__":{"partnerId":"prt_1001"}}'],
  ])('a body with %s is VALIDATION400', async (_name, body) => {
    const answer = await post(body)
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details).toHaveLength(1)
  })

  test.each(['1e400', '-1e400', '1e10', '12345678901234567890', '0.001'])(
    'a confirm of %s dinars is VALIDATION400 (D2)',
    async (amount) => {
      const { platform, partner, channel } = scene
      const { paymentId } = await platform.opened(channel, partner, newReference())
      const body = `{"amount":${amount}}`
      const answer = await platform.change(channel, 'confirm', paymentId, { body })
      expectRefusal(answer, 'VALIDATION400')
      expect((await platform.payment(channel, paymentId)).body.stage).toBe('locked')
    },
  )

  test('an undeclared query is refused, also in broken percent-encoding', async () => {
    const { platform, partner } = scene
    const path = `${statusPath(newReference())}?stage=paid&x=%zz&%zz`
    const answer = await platform.call('GET', path, { key: partner.apiKey })
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details.map(({ path: name }: { path: string }) => name)).toEqual([
      'stage',
      'x',
      '%zz',
    ])
  })
})
