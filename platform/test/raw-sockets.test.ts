import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, type Platform } from '../src/run/app.ts'
import { createDatabase } from '../src/base/database/database.ts'
import { createKeyring } from '../src/base/secrets/seal.ts'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { newReference, statusPath } from './support/node.ts'
import { startTestPlatform, USUAL_CONFIG } from './support/platform.ts'
import type { TestChannel, TestPartner } from './support/node.ts'
import type { TestPlatform } from './support/platform.ts'
import { exchange, type RawExchange, type RawOptions } from './support/raw-client.ts'

let platform: TestPlatform
let shop: PartnerServer
let partner: TestPartner
let channel: TestChannel
/** A locked payment that hidden requests try to confirm. */
let target: string

beforeAll(async () => {
  platform = await startTestPlatform()
  shop = await startPartner()
  partner = await platform.createPartner(shop)
  channel = await platform.createChannel()
  target = (await platform.opened(channel, partner, newReference())).paymentId
})

afterAll(async () => {
  await platform.stop()
  await shop.close()
})

const send = (text: string, options?: RawOptions): Promise<RawExchange> =>
  exchange(platform.port, text, options)

/** Of a connection that the server closes, a pause before its end is a busy machine. */
const CLOSING = { silenceMs: 10_000 }

/** A status request; `lines` stand among its headers. */
const status = (lines = '', path = statusPath('A')): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nx-api-key: ${partner.apiKey}\r\n${lines}\r\n`

/** An opening with framing headers of the test's own. */
const opening = (framing: string, body: string): string =>
  `POST /channel/v1/payments HTTP/1.1\r\nHost: a\r\nx-api-key: ${channel.apiKey}\r\n` +
  `Content-Type: application/json\r\n${framing}\r\n${body}`

const confirm = (paymentId: string, lines = ''): string =>
  `POST /channel/v1/payments/${paymentId}/confirm HTTP/1.1\r\nHost: a\r\n` +
  `x-api-key: ${channel.apiKey}\r\n${lines}\r\n`

const CHUNKED = 'Transfer-Encoding: chunked\r\n'

/** One answer, a refusal, and the end of the connection. */
const expectRefusal = (answer: RawExchange, statuses = [400]): void => {
  const { responses, rest, closed } = answer
  expect({ statuses: responses.map((response) => response.status), rest, closed }).toEqual({
    statuses: [expect.toBeOneOf(statuses)],
    rest: '',
    closed: true,
  })
  expect(JSON.parse(responses[0]?.body ?? '').error).toMatch(/^VALIDATION400$|^REQUEST413_/)
}

describe('a request that hides another one', () => {
  // A parser that reads the length differently finds the confirmation of another payment after it.
  test.each<[string, (hidden: string) => string]>([
    [
      'behind Content-Length and Transfer-Encoding',
      (hidden) => opening(`Content-Length: 5\r\n${CHUNKED}`, `0\r\n\r\n${hidden}`),
    ],
    [
      'behind Transfer-Encoding and Content-Length',
      (hidden) => opening(`${CHUNKED}Content-Length: 5\r\n`, `0\r\n\r\n${hidden}`),
    ],
    [
      'behind a Transfer-Encoding that only looks like chunked',
      (hidden) => opening('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${hidden}`),
    ],
    [
      'behind a Transfer-Encoding that does not end with chunked',
      (hidden) => opening('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`),
    ],
    ['behind chunked twice', (hidden) => opening(`${CHUNKED}${CHUNKED}`, `0\r\n\r\n${hidden}`)],
    [
      'behind a vertical tab before chunked',
      (hidden) => opening('Transfer-Encoding:\u000bchunked\r\n', `0\r\n\r\n${hidden}`),
    ],
    [
      'behind an empty Transfer-Encoding',
      (hidden) => opening('Transfer-Encoding:\r\nContent-Length: 2\r\n', `{}${hidden}`),
    ],
    [
      'behind chunked in HTTP/1.0 with Content-Length',
      (hidden) =>
        opening(`Content-Length: 5\r\n${CHUNKED}`, `0\r\n\r\n${hidden}`).replace(
          'HTTP/1.1',
          'HTTP/1.0',
        ),
    ],
    [
      'behind a chunk extension that ends in a bare LF',
      (hidden) => opening(CHUNKED, `2;a\n${hidden}`),
    ],
    ['behind chunks with bare LFs', (hidden) => opening(CHUNKED, `2\n{}\n0\n\n${hidden}`)],
    ['behind a chunk without its CRLF', (hidden) => opening(CHUNKED, `2\r\n{}0\r\n\r\n${hidden}`)],
    [
      'behind a length in the trailers',
      (hidden) => opening(CHUNKED, `2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n${hidden}`),
    ],
    [
      'behind a body that is too large',
      (hidden) => opening('Content-Length: 700000\r\n', hidden.repeat(600)),
    ],
    [
      'behind a bare CR in a header',
      (hidden) => status(`X: a\r${hidden.replaceAll('\r\n', '\r')}`),
    ],
  ])('%s is refused, and what it hides is not done', async (_, smuggle) => {
    expectRefusal(await send(smuggle(confirm(target)), CLOSING), [400, 413])
    const { body } = await platform.payment(channel, target)
    expect(body.stage).toBe('locked')
  })

  test('in a body of the right length is a body and nothing more', async () => {
    const hidden = confirm(target)
    const answer = await send(status(`Content-Length: ${hidden.length}\r\n`) + hidden)
    expect(answer.responses.map((response) => response.status)).toEqual([415])
    expect((await platform.payment(channel, target)).body.stage).toBe('locked')
  })
})

describe('a length that is not one number', () => {
  test.each([['+2'], ['-2'], ['0x2'], ['1e1'], ['2, 2'], ['2 2'], ['18446744073709551618'], ['']])(
    'Content-Length: %s is refused',
    async (length) => {
      expectRefusal(await send(opening(`Content-Length: ${length}\r\n`, '{}'), CLOSING))
    },
  )

  test.each([
    ['0x2\r\n{}\r\n0\r\n\r\n'],
    ['-2\r\n{}\r\n0\r\n\r\n'],
    ['fffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
    [' 2\r\n{}\r\n0\r\n\r\n'],
    ['2 \r\n{}\r\n0\r\n\r\n'],
    ['\r\n{}\r\n0\r\n\r\n'],
  ])('the chunk %j is refused', async (body) => {
    expectRefusal(await send(opening(CHUNKED, body), CLOSING))
  })

  test('short chunk extensions are ignored', async () => {
    const reference = newReference()
    const body = JSON.stringify({ partnerId: partner.partnerId, reference })
    const chunks = `${body.length.toString(16)};name=value\r\n${body}\r\n0\r\n\r\n`
    const answer = await send(opening(CHUNKED, chunks))
    expect(answer.responses.map((response) => response.status)).toEqual([201])
    const endless = opening(CHUNKED, `2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`)
    expectRefusal(await send(endless, CLOSING), [413])
  })
})

describe('line endings', () => {
  test.each<[string, (text: string) => string]>([
    ['bare LFs everywhere', (text) => text.replaceAll('\r\n', '\n')],
    ['a bare LF after Host', (text) => text.replace('Host: a\r\n', 'Host: a\n')],
    ['a bare LF at the end of the headers', (text) => `${text.slice(0, -2)}\n`],
    ['a bare CR after Host', (text) => text.replace('Host: a\r\n', 'Host: a\r')],
    ['a NUL in a header', (text) => text.replace('Host: a', 'Host: a\0')],
    ['a header without a name', (text) => text.replace('Host: a', 'Host: a\r\n: b')],
    ['a header without a colon', (text) => text.replace('Host: a', 'Host: a\r\nb')],
    ['a first header that is folded', (text) => text.replace('Host: a', ' Host: a')],
  ])('%s are refused', async (_, spoil) => {
    expectRefusal(await send(spoil(status()), CLOSING))
  })
})

describe('the target of a request', () => {
  test('is refused in absolute form, because a proxy may read another path', async () => {
    for (const origin of ['http://a', 'https://a', 'http://evil.example:99']) {
      const answer = await send(status('', `${origin}${statusPath('A')}`))
      expect(answer.responses.map((response) => response.status)).toEqual([404])
    }
  })

  test.each([
    ['nowhere'],
    ['evil.example:80'],
    ['?a=b'],
    ['/a b'],
    [statusPath('A').replace('A', 'A\r\nX: 1')],
    [statusPath('A').replace('A', 'A\u00e9')],
    ['/\u0001'],
  ])('that is invalid is refused: %j', async (path) => {
    const answer = await send(status('', path))
    expect(answer.responses.map((response) => response.status)).toEqual([
      expect.toBeOneOf([400, 404]),
    ])
    expect(answer.rest).toBe('')
  })

  test.each([
    ['//evil.example/healthz'],
    ['*/x'],
    ['/../healthz'],
    ['/healthz/'],
    ['/%68ealthz/x'],
  ])('that names nothing of ours is not found: %j', async (path) => {
    const answer = await send(status('', path))
    expect(answer.responses.map((response) => response.status)).toEqual([404])
  })

  test.each([['A%0d%0aX-Injected:%201'], ['%0d%0a%0d%0aHTTP/1.1%20200%20OK'], ['A%00']])(
    'cannot bring a line of its own into the answer: %s',
    async (segment) => {
      const path = statusPath('A').replace('A', segment)
      const { responses, rest } = await send(status('Accept-Language: fr\r\n', path))
      expect({ rest, statuses: responses.map((response) => response.status) }).toEqual({
        rest: '',
        statuses: [expect.toBeOneOf([400, 404])],
      })
      expect(responses[0]?.headers).not.toHaveProperty('x-injected')
    },
  )

  test('of CONNECT gets no tunnel: the connection is closed', async () => {
    for (const authority of ['a:443', '127.0.0.1:5432', statusPath('A')]) {
      const answer = await send(status('', authority).replace('GET', 'CONNECT'))
      expect(answer).toMatchObject({ responses: [], rest: '', closed: true })
    }
  })

  test('of TRACE does not return the key', async () => {
    const { responses } = await send(status().replace('GET', 'TRACE'))
    expect(responses.map((response) => response.status)).toEqual([405])
    expect(JSON.stringify(responses)).not.toContain(partner.apiKey)
  })

  test('of an upgrade is answered in HTTP/1.1', async () => {
    for (const protocol of ['websocket', 'h2c', 'TLS/1.2']) {
      const { responses } = await send(status(`Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`))
      expect(responses.map((response) => response.status)).toEqual([200])
    }
  })
})

describe('two x-api-key headers', () => {
  // A proxy that checks one of them must not find the platform going by the other.
  test.each<[string, () => string]>([
    ['a status', () => status(`x-api-key: ${partner.apiKey}\r\n`)],
    ['a status, by way of the route', () => status('x-api-key: other\r\n', statusPath('A b'))],
    ['a confirmation', () => confirm(target, `x-api-key: ${channel.apiKey}\r\n`)],
    ['a confirmation, the wrong one last', () => confirm(target, 'X-Api-Key: other\r\n')],
  ])('are no key, whichever is right: %s', async (_, request) => {
    const { responses } = await send(request())
    expect(responses.map((response) => response.status)).toEqual([401])
  })
})

describe('another protocol', () => {
  test.each([
    ['HTTP/0.9 with headers', 'GET /healthz\r\nHost: a\r\n\r\n'],
    ['HTTP/0.9', 'GET /healthz\r\n\r\n'],
    ['HTTP/2.0 in the manner of HTTP/1.1', 'GET /healthz HTTP/2.0\r\nHost: a\r\n\r\n'],
    ['HTTP/1.2', 'GET /healthz HTTP/1.2\r\nHost: a\r\n\r\n'],
    ['HTTP/9.9', 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['http/1.1 in small letters', 'GET /healthz http/1.1\r\nHost: a\r\n\r\n'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['PostgreSQL', '\u0000\u0000\u0000\u0008\u0004\u00d2\u0016\u002f'],
    ['SSH', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ])('%s is refused', async (_, text) => {
    const answer = await send(text)
    expect(answer.responses.map((response) => response.status)).toEqual([400])
    expect(answer.rest).toBe('')
  })
})

describe('too much', () => {
  test.each<[string, () => string]>([
    [
      '10,000 headers',
      () => status(Array.from({ length: 10_000 }, (_, index) => `x-${index}: 1\r\n`).join('')),
    ],
    ['10,000 headers without names to speak of', () => status('a:\r\n'.repeat(10_000))],
    [
      'a second Host behind as many headers as Node keeps',
      () => status(`${'a:\r\n'.repeat(2_500)}Host: evil\r\n`),
    ],
    ['a header of a million bytes', () => status(`X: ${'x'.repeat(1_000_000)}\r\n`)],
    ['a header name of 100,000 bytes', () => status(`${'x'.repeat(100_000)}: 1\r\n`)],
    ['a path of 100,000 bytes', () => status('', `/${'x'.repeat(100_000)}`)],
    ['a method of 100,000 bytes', () => status().replace('GET', 'G'.repeat(100_000))],
    [
      'endless trailers',
      () => opening(CHUNKED, `2\r\n{}\r\n0\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
    ],
  ])('%s is refused, and others are served', async (_, text) => {
    const [answer, other] = await Promise.all([
      send(text(), CLOSING),
      platform.status(partner, 'A'),
    ])
    expectRefusal(answer, [400, 413])
    expect(other.status).toBe(200)
  })
})

describe('pipelined requests', () => {
  test('are answered in their order, each with its own partner’s data', async () => {
    const otherShop = await startPartner()
    const other = await platform.createPartner(otherShop)
    const reference = newReference()
    const [own, foreign] = await Promise.all([
      platform.opened(channel, partner, reference),
      platform.opened(channel, other, reference),
    ])
    const asking = (key: string): string =>
      status('', statusPath(reference)).replace(partner.apiKey, key)
    const turns = Array.from({ length: 24 }, (_, index) => index % 3)
    const texts = [asking(partner.apiKey), asking(other.apiKey), asking('wasl_prt_1_x')]
    const answer = await send(turns.map((turn) => texts[turn]).join(''), {
      responses: turns.length,
    })
    expect(answer.rest).toBe('')
    expect(
      answer.responses.map((response) => JSON.parse(response.body).paymentId ?? response.status),
    ).toEqual(turns.map((turn) => [own.paymentId, foreign.paymentId, 401][turn]))
    await otherShop.close()
  })

  test('are each answered, also when garbage follows', async () => {
    const { paymentId } = await platform.opened(channel, partner, newReference())
    const confirmed = confirm(paymentId)
    const text = `${confirmed}${confirmed}GARBAGE\r\n\r\n`
    const answer = await send(text, { ...CLOSING, responses: 2 })
    const stages = answer.responses.map(({ body }) => JSON.parse(body).stage)
    expect({ stages, rest: answer.rest, closed: answer.closed }).toEqual({
      stages: ['paid', 'paid'],
      rest: '',
      closed: true,
    })
  })

  test('end with one that asks to close', async () => {
    const { paymentId } = await platform.opened(channel, partner, newReference())
    const answer = await send(confirm(target, 'Connection: close\r\n') + confirm(paymentId))
    expect(answer.responses.map(({ body }) => JSON.parse(body).paymentId)).toEqual([target])
    expect((await platform.payment(channel, paymentId)).body.stage).toBe('locked')
  })

  test('with a broken body get the answers before it and one for it', async () => {
    const { paymentId } = await platform.opened(channel, partner, newReference())
    const text = `${confirm(paymentId)}${opening(CHUNKED, 'zz\r\n')}`
    const answer = await send(text, { ...CLOSING, responses: 2 })
    expect(answer.responses.map((response) => response.status)).toEqual([200, 400])
    expect(answer).toMatchObject({ rest: '', closed: true })
  })
})

describe('a request that is answered before it is complete', () => {
  test.each<[string, number, () => string]>([
    [
      'a type that is not taken',
      415,
      () => opening(CHUNKED, '').replace('application/json', 'text/plain'),
    ],
    ['a path that is not there', 404, () => status(CHUNKED, '/nowhere')],
    ['two Hosts', 400, () => status(`Host: b\r\n${CHUNKED}`)],
    ['a body where none is expected', 415, () => status(CHUNKED)],
  ])('(%s) has no second answer to a body that is broken', async (_, expected, head) => {
    const answer = await exchange(platform.port, [head(), 'zz\r\n'], {
      ...CLOSING,
      pauseMs: 150,
    })
    expect(answer.responses.map((response) => response.status)).toEqual([expected])
    expect(answer).toMatchObject({ rest: '', closed: true })
  })
})

describe('slow senders', () => {
  let hurried: Platform
  let port: number

  const HASTE = 4
  const LIMIT_MS = 15_000 / HASTE
  /**
   * Node looks for requests past theirs every two seconds; the rest is for a busy machine, and ends
   * before Node's own limit of five minutes would in this haste.
   */
  const CLOSED_MS_MAX = 60_000

  beforeAll(async () => {
    hurried = buildApp({
      config: USUAL_CONFIG,
      db: createDatabase(platform.databaseUrl),
      databaseUrl: platform.databaseUrl,
      keyring: createKeyring(platform.masterKey),
      log: pino({ level: 'silent' }),
    })
    const { server } = hurried.app
    // The limits as they are, on a clock that runs faster.
    server.requestTimeout /= HASTE
    server.headersTimeout /= HASTE
    port = Number(new URL(await hurried.start()).port)
  })

  afterAll(() => hurried.stop())

  const drip = (text: string): string[] => text.split('')

  test.concurrent.each<[string, number, () => string[]]>([
    // A browser that has opened it ahead would take an answer for that of its next request.
    ['nothing', 0, () => ['']],
    ['half a request line', 1, () => ['GET /heal']],
    ['headers one byte at a time', 1, () => drip(status())],
    ['headers line by line without end', 1, () => [status().slice(0, -2), ...drip('x: 1\r\n')]],
    ['half a body', 1, () => [opening('Content-Length: 50\r\n', '{')]],
    [
      'a body one byte at a time',
      1,
      () => [opening('Content-Length: 50\r\n', ''), ...drip('{  }')],
    ],
    ['chunks one at a time', 1, () => [opening(CHUNKED, ''), ...drip('1\r\n{\r\n1\r\n \r\n')]],
    ['half a request behind a whole one', 2, () => [status(), 'GET /heal']],
    [
      'half a body behind a whole request',
      2,
      () => [status(), opening('Content-Length: 9\r\n', '{')],
    ],
    [
      'a body whose answer is out already',
      1,
      () => [opening('Content-Length: 50\r\n', '{').replace('application/json', 'text/plain')],
    ],
  ])('that send %s are cut off at the limit, while others are served', async (_, count, pieces) => {
    const [slow, other] = await Promise.all([
      exchange(port, pieces(), {
        pauseMs: 300,
        silenceMs: CLOSED_MS_MAX,
        patienceMs: CLOSED_MS_MAX,
      }),
      send(status()),
    ])
    expect({ count: slow.responses.length, rest: slow.rest, closed: slow.closed }).toEqual({
      count,
      rest: '',
      closed: true,
    })
    expect(slow.durationMs).toBeGreaterThan(LIMIT_MS * 0.9)
    expect(slow.durationMs).toBeLessThan(CLOSED_MS_MAX)
    expect(other.responses).toHaveLength(1)
  })
})
