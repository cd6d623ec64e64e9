import { ERRORS, platformErrorSchema, type ErrorCode } from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../src/base/database/database.ts'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'
import { exchange, type RawOptions } from './support/raw-client.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
})

afterAll(() => house.close())

type RawAnswer = { status: number; headers: Record<string, string>; body: any; closed: boolean }

/** Sends bytes as they are; the one answer to them. */
const sendRaw = async (
  text: string,
  { port = house.port, ...options }: RawOptions & { port?: number } = {},
): Promise<RawAnswer> => {
  const { responses, rest, closed } = await exchange(port, text, options)
  expect({ count: responses.length, rest }).toEqual({ count: 1, rest: '' })
  const { status = 0, headers = {}, body = '' } = responses[0] ?? {}
  return {
    status,
    headers,
    body: body === '' ? null : JSON.parse(Buffer.from(body, 'latin1').toString()),
    closed,
  }
}

const expectError = (
  answer: { status: number; headers: Headers | Record<string, string>; body: any },
  code: ErrorCode,
): void => {
  expect([answer.body?.error, answer.status]).toEqual([code, ERRORS[code].status])
  expect(platformErrorSchema.strip().parse(answer.body).requestId).toMatch(/^[0-9a-f-]{36}$/)
  const header =
    answer.headers instanceof Headers
      ? answer.headers.get('x-request-id')
      : answer.headers['x-request-id']
  expect(header).toBe(answer.body.requestId)
}

describe('every refusal has the body of D4 and its X-Request-Id', () => {
  test('includes an unknown path', async () => {
    expectError(await house.call('GET', '/nothing/here'), 'ROUTE404_NOT_FOUND')
    expectError(await house.call('GET', '/operator/v1/partners/prt_1/x'), 'ROUTE404_NOT_FOUND')
  })

  test('includes a wrong method, with the right ones in Allow', async () => {
    const partners = await house.call('DELETE', '/operator/v1/partners')
    expectError(partners, 'REQUEST405_METHOD_NOT_ALLOWED')
    expect(partners.headers.get('allow')).toBe('GET, HEAD, POST')
    const one = await house.call('PUT', '/operator/v1/partners/prt_1001?x=1')
    expect(one.headers.get('allow')).toBe('GET, HEAD, PATCH')
    const both = await house.call('GET', '/operator/v1/webhook-events/redeliver')
    expect(both.status).not.toBe(405)
  })

  test('includes a body that is too large', async () => {
    const body = { name: 'x'.repeat(70_000) }
    expectError(await house.call('POST', '/operator/v1/partners', { body }), 'REQUEST413_TOO_LARGE')
  })

  test('includes a body of another type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/json; charset=utf-8',
      'x',
    ]) {
      const options = { body: '{"name":"Shop"}', headers: { 'content-type': type } }
      const answer = await house.call('POST', '/operator/v1/partners', options)
      expectError(answer, 'REQUEST415_UNSUPPORTED_MEDIA_TYPE')
    }
  })

  test.each([
    '{',
    '{"name":"Shop",}',
    '"\u0001"',
    'nul',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{}}}',
  ])('also a body that is no JSON: %j', async (body) => {
    expectError(await house.call('POST', '/operator/v1/partners', { body }), 'VALIDATION400')
  })

  test('includes a body that is not UTF-8', async () => {
    const body = '{"name":"caf\xe9","apiUrl":"https://shop.example"}'
    const answer = await sendRaw(
      'POST /operator/v1/partners HTTP/1.1\r\nHost: a\r\nx-api-key: an-operator-key-for-tests-0123456789\r\n' +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expectError(answer, 'VALIDATION400')
  })

  test.each([
    ['a byte order mark', 'application/json', '\ufeff{"name":"Shop","apiUrl":"https://a.example"}'],
    ['another character set', 'application/json; charset=utf-16', '{"name":"Shop"}'],
    ['another character set', 'application/json;CHARSET="ISO-8859-1"', '{"name":"Shop"}'],
  ])('also a body with %s (%s), in a sentence that says so', async (_, type, body) => {
    const headers = { 'content-type': type }
    const answer = await house.call('POST', '/operator/v1/partners', { body, headers })
    expectError(answer, 'VALIDATION400')
    expect(answer.body.details[0].message).toMatch(
      /^expected a body of valid JSON in UTF-8, but (?:it begins with a byte order mark|Content-Type says charset=)/,
    )
  })

  test('UTF-8 may be named in any case', async () => {
    const body = { name: 'Shop', apiUrl: 'https://utf8.example' }
    const headers = { 'content-type': 'application/json; charset="UTF-8"' }
    expect((await house.call('POST', '/operator/v1/partners', { body, headers })).status).toBe(201)
  })

  test('an empty body counts as absent, whatever its type', async () => {
    const options = { body: '', headers: { 'content-type': 'application/json' } }
    const answer = await house.call('POST', '/operator/v1/partners', options)
    expectError(answer, 'VALIDATION400')
    expect(answer.body.details[0].message).toBe('expected an object, received nothing')
  })

  test('includes a path in broken percent-encoding', async () => {
    expectError(await house.call('GET', '/operator/v1/payments/%zz'), 'VALIDATION400')
    expectError(
      await house.call('GET', `/operator/v1/payments/${'x'.repeat(2000)}`),
      'VALIDATION400',
    )
  })
})

describe('bytes on a bare socket', () => {
  const KEY = 'x-api-key: an-operator-key-for-tests-0123456789\r\n'
  const LIST = 'GET /operator/v1/partners HTTP/1.1\r\n'

  test.each([
    ['that are no HTTP', 'hello\r\n\r\n'],
    ['with an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'with two Content-Lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'with Content-Length beside Transfer-Encoding',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['with a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n'],
    ['with a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ])('%s are answered with VALIDATION400, and the connection is closed', async (_, text) => {
    const answer = await sendRaw(text)
    expectError(answer, 'VALIDATION400')
    expect(answer.closed).toBe(true)
  })

  test('with endless headers are answered with REQUEST413_TOO_LARGE', async () => {
    const answer = await sendRaw(`${LIST}Host: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`)
    expectError(answer, 'REQUEST413_TOO_LARGE')
    expect(answer.closed).toBe(true)
  })

  test('that never end are answered after the time limit', async () => {
    const { port, close } = await openOperatorHouse({ requestMsMax: 1_000 })
    const answer = await sendRaw(`${LIST}Host: a\r\nX: `, { port, patienceMs: 60_000 })
    expectError(answer, 'VALIDATION400')
    expect(answer.closed).toBe(true)
    await close()
  })

  test('with no Host or two are refused, even with a valid key', async () => {
    expectError(await sendRaw(`${LIST}${KEY}\r\n`), 'VALIDATION400')
    expectError(await sendRaw(`${LIST}Host: a\r\nHost: b\r\n${KEY}\r\n`), 'VALIDATION400')
    expectError(await sendRaw(`${LIST}host: a\r\nHOST: a\r\n${KEY}\r\n`), 'VALIDATION400')
    expect((await sendRaw(`${LIST}Host: a\r\n${KEY}\r\n`)).status).toBe(200)
  })

  test('with two keys are refused as without one', async () => {
    expectError(await sendRaw(`${LIST}Host: a\r\n${KEY}${KEY}\r\n`), 'OPERATOR401_UNAUTHORIZED')
  })

  test('with an unknown Expect are refused', async () => {
    const answer = await sendRaw(`${LIST}Host: a\r\nExpect: a-miracle\r\n${KEY}\r\n`)
    expectError(answer, 'VALIDATION400')
  })
})

describe('languages (D4)', () => {
  test.each([
    ['fr-DZ,fr;q=0.9', 'fr'],
    ['ar', 'ar'],
    ['de', 'en'],
    ['en;q=0.1, ar;q=0.9', 'ar'],
  ] as const)('Accept-Language: %s is answered in %s', async (header, language) => {
    const answer = await house.call('GET', '/operator/v1/partners/prt_999999', {
      headers: { 'accept-language': header },
    })
    expectError(answer, 'PARTNER404_NOT_FOUND')
    expect(answer.body.errorMessage).toBe(ERRORS.PARTNER404_NOT_FOUND.messages[language])
    expect(answer.headers.get('content-language')).toBe(language)
  })
})

describe('a bug', () => {
  test('is answered with a 500 that reveals nothing, and logged with its request id', async () => {
    const answer = await house.call('GET', '/test/breaks')
    expectError(answer, 'SERVER500_INTERNAL')
    const shown = JSON.stringify(answer.body) + JSON.stringify([...answer.headers])
    for (const word of ['secret_column', 'select', 'partner_secrets', 'at ', '.ts']) {
      expect(shown.replace(answer.body.errorMessage, '')).not.toContain(word)
    }
    const line = house.logs
      .map((text) => JSON.parse(text))
      .find((entry) => entry.level === 50 && entry.requestId === answer.body.requestId)
    expect(line.err.message).toContain('secret_column')
    expect(line.route).toBe('/test/breaks')
  })

  test('callers’ errors are logged in one line at info', async () => {
    const answer = await house.call('GET', '/operator/v1/partners/prt_999999')
    const lines = house.logs
      .map((text) => JSON.parse(text))
      .filter((entry) => entry.requestId === answer.body.requestId)
    expect(lines.map((entry) => entry.level)).toEqual([30])
  })
})

describe('an unavailable database', () => {
  test('is answered with 503 and Retry-After, and the process goes on', async () => {
    const real = house.db.pool
    const away = createDatabase('postgres://nobody@127.0.0.1:1/nothing')
    const { hot } = house.db
    Object.assign(house.db, { pool: away.pool, hot: away.hot })
    try {
      const answer = await house.call('GET', '/operator/v1/partners')
      expectError(answer, 'SERVER503_UNAVAILABLE')
      expect(answer.headers.get('retry-after')).toBe('5')
    } finally {
      Object.assign(house.db, { pool: real, hot })
      await away.close()
    }
    expect((await house.call('GET', '/operator/v1/partners')).status).toBe(200)
  })

  test('is used again with the next request after all connections were cut', async () => {
    await house.call('GET', '/operator/v1/partners')
    await house.db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const answers = [
      await house.call('GET', '/operator/v1/partners'),
      await house.call('GET', '/operator/v1/partners'),
    ]
    for (const { status } of answers) expect([200, 503]).toContain(status)
    expect((await house.call('GET', '/operator/v1/partners')).status).toBe(200)
  })
})
