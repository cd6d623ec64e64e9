import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound } from '../src/base/outbound/outbound.ts'
import { createPartnerGuard } from '../src/base/outbound/partner-guard.ts'
import { fetchPaymentDetails, type Lookup } from '../src/delivery/lookups/ask-partner.ts'
import { type RawServer, response, type Script, startRawServer } from './support/raw-server.ts'

/**
 * A partner that answers a lookup with everything a broken, careless or hostile server can think of.
 * Each answer leads to exactly one code of D11, within the deadline, and leaves no connection behind
 * that could disturb the next call.
 */
const TIMEOUT_MS = 10_000
/** For partners that are too slow on purpose; long enough that a busy machine is not taken for one. */
const SLOW_TIMEOUT_MS = 600
/** The deadline is looked after every 20 ms; the rest is for a busy machine. */
const SLACK_MS = 20_000

const DEAD_PARTNER_TIMEOUT_MS = 20_000

const SECRET = 'wasl_sec_BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB'
const GOOD = { reference: 'INV-1', total_amount: 1200, currency: 'DZD' }
const GOOD_TEXT = JSON.stringify(GOOD)
const OK_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

const json = (value: unknown): Script => body(JSON.stringify(value))
const status = (code: number, text: string, ...headers: string[]): Script => {
  return (socket) => socket.write(response(code, text, headers))
}
const bytes = (...parts: (string | Buffer)[]): Script => {
  return (socket) => socket.write(Buffer.concat(parts.map((part) => Buffer.from(part))))
}
const bytesThenEnd = (...parts: (string | Buffer)[]): Script => {
  return (socket) => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part))))
}

const body = (text: string | Buffer, ...headers: string[]): Script => {
  return (socket) => socket.write(response(200, text, headers))
}

const withTotal = (literal: string): Script => {
  return body(GOOD_TEXT.replace('1200', literal))
}

/** Goes on writing for as long as anybody listens. */
const endless = (first: string, next: string, everyMs: number): Script => {
  return (socket) => {
    socket.write(first)
    const timer = setInterval(() => socket.write(next), everyMs)
    socket.on('close', () => clearInterval(timer))
  }
}

/** Writes as fast as it is taken. */
const flood = (first: string, next: string): Script => {
  return (socket) => {
    socket.write(first)
    const pour = (target: Socket) => {
      while (!target.destroyed && target.write(next)) {
        // Until the buffer is full.
      }
    }
    socket.on('drain', () => pour(socket))
    pour(socket)
  }
}

const redirect = (to: string): Script => status(302, '', `Location: ${to}`)

const BAD = 'PARTNER502_BAD_RESPONSE'
const SLOW = 'PARTNER504_TIMEOUT'

type Case = [name: string, script: Script, code: string, explanation: string]

const REDIRECTS: Case[] = [
  ['to loopback', redirect('http://127.0.0.1/'), BAD, 'redirects are not followed'],
  ['to cloud metadata', redirect('http://169.254.169.254/latest/'), BAD, 'redirects'],
  ['permanently', status(301, GOOD_TEXT, 'Location: /elsewhere'), BAD, 'answered 301'],
  ['keeping the method', status(307, GOOD_TEXT, 'Location: https://x.test/'), BAD, 'answered 307'],
  ['to a file', status(308, '', 'Location: file:///etc/passwd'), BAD, 'answered 308'],
  ['to nothing', status(304, ''), BAD, 'answered 304'],
]

const STATUSES: Case[] = [
  ['401', status(401, '{"error":"UNAUTHORIZED","errorMessage":"no"}'), BAD, 'its API secret'],
  ['403', status(403, GOOD_TEXT), BAD, 'answered 403'],
  [
    '404',
    status(404, '{"error":"NOT_FOUND","errorMessage":"no such invoice"}'),
    'REFERENCE404_NOT_FOUND',
    'NOT_FOUND: "no such invoice"',
  ],
  [
    '404 of a framework',
    status(404, '<h1>404</h1>'),
    'REFERENCE404_NOT_FOUND',
    'check the API URL',
  ],
  [
    '409',
    status(409, '{"error":"ALREADY_PAID","errorMessage":"paid"}'),
    'REFERENCE409_ALREADY_PAID',
    'ALREADY_PAID: "paid"',
  ],
  ['429', status(429, '', 'Retry-After: 1'), BAD, 'answered 429'],
  ['500', status(500, 'oops'), BAD, 'answered 500'],
  ['503', status(503, ''), 'PARTNER503_UNAVAILABLE', 'answered 503'],
  ['201 with good details', status(201, GOOD_TEXT), BAD, 'answered 201'],
  ['204 without a body', bytes('HTTP/1.1 204 No Content\r\n\r\n'), BAD, 'answered 204'],
  ['206', status(206, GOOD_TEXT, 'Content-Range: bytes 0-9/10'), BAD, 'answered 206'],
  ['999', status(999, GOOD_TEXT), BAD, 'answered 999'],
]

const BODIES: Case[] = [
  ['nothing', body(''), BAD, 'its body is empty'],
  ['HTML', body('<!doctype html>'), BAD, 'not valid JSON'],
  ['a wrong reference', json({ ...GOOD, reference: 'INV-2' }), BAD, '"INV-2"; "INV-1" was asked'],
  ['a missing reference', json({ ...GOOD, reference: undefined }), BAD, 'reference: expected'],
  ['a string amount', withTotal('"1200"'), BAD, 'expected a number, received "1200"'],
  ['a negative amount', withTotal('-1200'), BAD, 'greater than 0'],
  ['an amount of zero', withTotal('0'), BAD, 'greater than 0'],
  ['an amount of NaN', withTotal('NaN'), BAD, 'not valid JSON'],
  ['an amount of 1e400', withTotal('1e400'), BAD, '1e400 cannot be held exactly'],
  ['a huge integer', withTotal('123456789012345678901234567890'), BAD, 'cannot be held exactly'],
  ['three decimals', withTotal('1200.005'), BAD, 'at most two decimals'],
  ['hidden decimals', withTotal('1200.000000000000000001'), BAD, 'expected two decimals'],
  ['another currency', json({ ...GOOD, currency: 'dzd' }), BAD, 'currency: expected "DZD"'],
  ['an array', json([GOOD]), BAD, 'expected an object, received an array'],
  ['null', body('null'), BAD, 'expected an object, received null'],
  ['a string', json(GOOD_TEXT), BAD, 'expected an object, received'],
  ['two documents', body(GOOD_TEXT + GOOD_TEXT), BAD, 'not valid JSON'],
  ['a comment', body(`${GOOD_TEXT}// ok`), BAD, 'not valid JSON'],
  ['a byte order mark', body(`\uFEFF${GOOD_TEXT}`), BAD, 'byte order mark'],
  ['UTF-16', body(Buffer.from(GOOD_TEXT, 'utf16le')), BAD, 'not valid JSON'],
  [
    'Latin-1',
    body(Buffer.from(JSON.stringify({ ...GOOD, note: 'payé' }), 'latin1')),
    BAD,
    'not valid UTF-8',
  ],
  ['duplicate keys', body(GOOD_TEXT.replace('{', '{"total_amount":1,')), BAD, 'comes twice'],
  [
    'duplicate keys in disguise',
    body(GOOD_TEXT.replace('{', '{"total\\u005famount":1,')),
    BAD,
    '"total_amount" comes twice',
  ],
  ['a lone surrogate', body(GOOD_TEXT.replace('{', '{"x":"\\ud800",')), BAD, 'lone surrogate'],
  ['a null character', body(GOOD_TEXT.replace('{', '{"x":"\\u0000",')), BAD, 'null character'],
  ['deep nesting', body('['.repeat(200_000)), BAD, 'nested deeper'],
  ['deep objects', body('{"a":'.repeat(50_000)), BAD, 'nested deeper'],
  ['labels that are a string', json({ ...GOOD, details: 'x' }), BAD, 'details: expected an array'],
  [
    'text for a value of the breakdown',
    json({ ...GOOD, amount_detail: [{ value: '1' }] }),
    BAD,
    'amount_detail.0.value: expected a number',
  ],
]

const SIZES_AND_CODINGS: Case[] = [
  ['a body that is too long', body(' '.repeat(256 * 1024 + 1)), BAD, 'above 262144 bytes'],
  [
    'the promise of a huge body',
    bytes(`${OK_HEAD}Content-Length: 99999999999\r\n\r\n`),
    BAD,
    'above',
  ],
  [
    'a chunked body without end',
    flood(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n`, `8000\r\n${' '.repeat(0x8000)}\r\n`),
    BAD,
    'above 262144 bytes',
  ],
  [
    'a body in pieces of one byte',
    bytes(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'.repeat(5_000)),
    BAD,
    'the body came in more than 4096 pieces',
  ],
  [
    'a chunk whose extension does not end',
    flood(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n1;x=`, 'x'.repeat(0x8000)),
    BAD,
    'far more bytes around its body',
  ],
  ['a body without a length or an end', flood(`${OK_HEAD}\r\n`, ' '.repeat(0x8000)), BAD, 'above'],
  [
    'a gzip bomb',
    body(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 'Content-Encoding: gzip'),
    BAD,
    'Content-Encoding although identity',
  ],
  [
    'too many labels, whatever they are',
    json({ ...GOOD, details: Array(201).fill(0) }),
    BAD,
    'details: expected a number of items of at most 200, received 201',
  ],
  [
    'too many values',
    json({ ...GOOD, details: Array(49_901).fill(0) }),
    BAD,
    'it has more than 2048 values',
  ],
  ['gzip', body(gzipSync(GOOD_TEXT), 'Content-Encoding: GZIP'), BAD, 'Content-Encoding'],
  ['brotli by name', body(GOOD_TEXT, 'Content-Encoding: br'), BAD, 'Content-Encoding'],
  ['two codings', body(GOOD_TEXT, 'Content-Encoding: identity, gzip'), BAD, 'Content-Encoding'],
  [
    'two coding headers',
    body(GOOD_TEXT, 'Content-Encoding: identity', 'Content-Encoding: gzip'),
    BAD,
    'Content-Encoding',
  ],
  [
    'gzip as a transfer coding',
    bytes(`${OK_HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`),
    BAD,
    'Transfer-Encoding other than chunked',
  ],
  ['gzip without saying so', body(gzipSync(GOOD_TEXT)), BAD, 'not valid UTF-8'],
  ['a huge header', body(GOOD_TEXT, `X: ${'x'.repeat(64 * 1024)}`), BAD, 'headers of the answer'],
  [
    'very many headers',
    body(GOOD_TEXT, ...Array.from({ length: 5_000 }, (_, index) => `X-${index}: 1`)),
    BAD,
    'headers of the answer are too large',
  ],
]

const PROTOCOL: Case[] = [
  ['HTTP/0.9', bytesThenEnd(GOOD_TEXT), BAD, 'not valid HTTP/1.1'],
  ['garbage', bytes(Buffer.alloc(1_000, 0x07)), BAD, 'not valid HTTP/1.1'],
  ['a TLS alert', bytes(Buffer.from('15030100020228', 'hex')), BAD, 'not valid HTTP/1.1'],
  ['SSH', bytes('SSH-2.0-OpenSSH_9.6\r\n'), BAD, 'not valid HTTP/1.1'],
  [
    'HTTP/2',
    bytes(Buffer.from('000012040000000000000300000064', 'hex')),
    BAD,
    'not valid HTTP/1.1',
  ],
  ['a status of two digits', bytes('HTTP/1.1 20 OK\r\n\r\n'), BAD, 'not valid HTTP/1.1'],
  ['a broken header', bytes(`${OK_HEAD}bad header\r\n\r\n`), BAD, 'not valid HTTP/1.1'],
  [
    'a broken chunk size',
    bytes(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`),
    BAD,
    'HTTP',
  ],
  [
    'two lengths',
    bytes(`${OK_HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n${GOOD_TEXT}`),
    BAD,
    'the length that its headers say',
  ],
  [
    'a length and chunks',
    bytes(`${OK_HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    BAD,
    'the length that its headers say',
  ],
  ['a negative length', bytes(`${OK_HEAD}Content-Length: -1\r\n\r\n`), BAD, 'not valid HTTP/1.1'],
  ['an empty reply', (socket) => socket.end(), BAD, 'closed before any answer'],
  ['a reset', (socket) => socket.resetAndDestroy(), BAD, 'closed before any answer'],
  [
    'a reset in the body',
    (socket) => {
      socket.write(`${OK_HEAD}Content-Length: 1000\r\n\r\n${GOOD_TEXT}`)
      setTimeout(() => socket.resetAndDestroy(), 20)
    },
    BAD,
    'in the middle of the answer',
  ],
  [
    'an end in the body',
    bytesThenEnd(`${OK_HEAD}Content-Length: 1000\r\n\r\n${GOOD_TEXT}`),
    BAD,
    'in the middle of the answer',
  ],
  [
    'an end in the chunks',
    bytesThenEnd(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n3e8\r\n${GOOD_TEXT}`),
    BAD,
    'in the middle of the answer',
  ],
  [
    'a body shorter than it should be, and the end',
    bytesThenEnd(`${OK_HEAD}Connection: close\r\nContent-Length: 1000\r\n\r\n${GOOD_TEXT}`),
    BAD,
    'the length that its headers say',
  ],
  ['an end in the headers', bytesThenEnd('HTTP/1.1 200 OK\r\nContent-'), BAD, 'in the middle'],
  [
    'a body cut by its length',
    bytes(`${OK_HEAD}Content-Length: 20\r\n\r\n${GOOD_TEXT}`),
    BAD,
    'JSON',
  ],
  ['100 unasked', bytes(`HTTP/1.1 100 Continue\r\n\r\n${OK_HEAD}\r\n`), BAD, 'not a response to'],
  [
    '101 unasked',
    bytes('HTTP/1.1 101 Switching\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n'),
    BAD,
    'not a response to',
  ],
  [
    'a flood of 1xx',
    flood('', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(2_000)),
    BAD,
    'interim responses',
  ],
]

const SLOWNESS: Case[] = [
  ['no answer at all', () => {}, SLOW, 'no answer came within 600 ms'],
  [
    'a late first byte',
    (s) => void setTimeout(() => s.write(OK_HEAD), 900),
    SLOW,
    'no answer came',
  ],
  ['half a status line', bytes('HTTP/1.1 20'), SLOW, 'headers of the answer did not end'],
  ['dripping headers', endless(OK_HEAD, 'X: 1\r\n', 10), SLOW, 'headers of the answer did not end'],
  [
    'dripping 1xx',
    endless('', 'HTTP/1.1 102 P\r\n\r\n', 150),
    SLOW,
    'headers of the answer did not',
  ],
  [
    'a dripping body',
    endless(`${OK_HEAD}Content-Length: 5000\r\n\r\n`, ' ', 10),
    SLOW,
    'body of the answer did not end',
  ],
  [
    'dripping chunks',
    endless(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n', 10),
    SLOW,
    'body of the answer did not end',
  ],
  [
    'a chunk extension without end',
    endless(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n1;x=`, 'y', 10),
    SLOW,
    'body of the answer did not end',
  ],
  [
    'dripping trailers',
    endless(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X: 1\r\n', 10),
    SLOW,
    'body of the answer did not end',
  ],
  [
    'a length that is too long',
    bytes(`${OK_HEAD}Content-Length: 1000\r\n\r\n${GOOD_TEXT}`),
    SLOW,
    'body of the answer did not end',
  ],
]

/** What is unusual but right, so that strictness is not mistaken for safety. */
const HARMLESS: [name: string, script: Script][] = [
  [
    'no content type',
    bytes(`HTTP/1.1 200 OK\r\nContent-Length: ${GOOD_TEXT.length}\r\n\r\n${GOOD_TEXT}`),
  ],
  ['identity by name', body(GOOD_TEXT, 'Content-Encoding: identity')],
  ['HTTP/1.0 until the end', bytesThenEnd(`HTTP/1.0 200 OK\r\n\r\n${GOOD_TEXT}`)],
  ['an interim response', bytes('HTTP/1.1 103 Early Hints\r\n\r\n', response(200, GOOD_TEXT))],
  ['white space around', body(`\r\n\t ${GOOD_TEXT}\n`)],
  ['a key called __proto__', body(GOOD_TEXT.replace('{', '{"__proto__":{"currency":"EUR"},'))],
  ['headers named like parts of objects', body(GOOD_TEXT, '__proto__: 1', 'constructor: 1')],
  ['trailing zeros', withTotal('1200.000')],
]

let script: Script = () => {}
let server: RawServer
let outbound: Outbound

beforeAll(async () => {
  server = await startRawServer((...call) => script(...call))
  outbound = createOutbound({ allowPrivateTargets: true })
})

afterAll(async () => {
  await outbound.close()
  await server.close()
})

const lookUp = async (answer: Script, timeoutMs = TIMEOUT_MS): Promise<Lookup> => {
  script = answer
  const { send } = createPartnerGuard(outbound.send)
  const startedAt = performance.now()
  const lookup = await fetchPaymentDetails(
    { send, timeoutMs },
    { partnerId: 1001, apiUrl: `${server.origin}/api`, apiSecret: SECRET, reference: 'INV-1' },
  )
  expect(performance.now() - startedAt).toBeLessThan(timeoutMs + SLACK_MS)
  return lookup
}

/** With more time, when the machine was too slow for the answer to come as far as it should. */
const lookUpSlowly = async (answer: Script, explanation: string): Promise<Lookup> => {
  const lookup = await lookUp(answer, SLOW_TIMEOUT_MS)
  const isAsExpected = lookup.ok || lookup.explanation.includes(explanation)
  return isAsExpected ? lookup : lookUp(answer, TIMEOUT_MS)
}

const expectNoTraceOfIt = async (): Promise<void> => {
  await expect
    .poll(() => outbound.stats(), { interval: 1, timeout: 8_000 })
    .toMatchObject({ inFlight: 0, waiting: 0 })
  expect(await lookUp(body(GOOD_TEXT))).toMatchObject({ ok: true })
}

describe.each([
  ['a redirect', REDIRECTS],
  ['the status', STATUSES],
  ['a body of', BODIES],
  ['a size or coding:', SIZES_AND_CODINGS],
  ['a breach of HTTP:', PROTOCOL],
  ['slowness:', SLOWNESS],
])('%s', (_name, cases) => {
  test.each(cases)('%s', async (_case, answer, code, explanation) => {
    const lookup = await (code === SLOW ? lookUpSlowly(answer, explanation) : lookUp(answer))
    expect(lookup).toMatchObject({ ok: false, code })
    expect(!lookup.ok && lookup.explanation).toContain(explanation)
    expect(JSON.stringify(lookup)).not.toContain(SECRET)
    await expectNoTraceOfIt()
  })
})

describe('harmless, though unusual:', () => {
  test.each(HARMLESS)('%s', async (_case, answer) => {
    expect(await lookUp(answer)).toMatchObject({ ok: true, details: { totalCentimes: 120_000 } })
    await expectNoTraceOfIt()
  })
})

test('a redirect is never followed, also not to the same partner', async () => {
  const before = server.requests.length
  await lookUp(redirect(`${server.origin}/api/INV-1`))
  expect(server.requests.length - before).toBe(1)
})

test('a refused body is not read to its end: the connection is closed at once', async () => {
  let isClosed = false
  const pour: Script = (socket) => {
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`
    endless(`${OK_HEAD}Transfer-Encoding: chunked\r\n\r\n`, chunk, 1)(socket, '', 0)
    socket.on('close', () => (isClosed = true))
  }
  expect(await lookUp(pour)).toMatchObject({ code: BAD })
  await expect.poll(() => isClosed, { interval: 5, timeout: 8_000 }).toBe(true)
})

test('a partner with unreadable answers gets fewer calls, and then none', async () => {
  const guard = createPartnerGuard(outbound.send, { callsMax: 16, failuresMax: 4 })
  const lookUpOnce = () =>
    fetchPaymentDetails(
      { send: guard.send, timeoutMs: TIMEOUT_MS },
      { partnerId: 1001, apiUrl: `${server.origin}/api`, apiSecret: SECRET, reference: 'INV-1' },
    )
  const held: Socket[] = []
  const hold: Script = (socket) => held.push(socket)
  script = hold
  /** How many of twenty lookups are sent while none is answered, and what all of them end with. */
  const sentOfMany = async (answer: string) => {
    let turnedAway = 0
    const lookups = Array.from({ length: 20 }, lookUpOnce)
    for (const lookup of lookups) void lookup.then(() => (turnedAway += 1))
    await expect.poll(() => held.length + turnedAway, { interval: 1 }).toBe(20)
    const sent = held.length
    for (const socket of held.splice(0)) socket.write(response(200, answer))
    const codes = (await Promise.all(lookups)).map((lookup) => (lookup.ok ? 'ok' : lookup.code))
    return { sent, codes: new Set(codes) }
  }
  expect(await sentOfMany(GOOD_TEXT)).toEqual({
    sent: 16,
    codes: new Set(['ok', 'PARTNER503_UNAVAILABLE']),
  })
  const bad = JSON.stringify({ ...GOOD, details: Array(201).fill(0) })
  script = body(bad)
  expect(await lookUpOnce()).toMatchObject({ code: BAD })
  script = hold
  expect((await sentOfMany(GOOD_TEXT)).sent).toBe(4)
  expect((await sentOfMany(bad)).sent).toBe(16)
  expect(guard.stats()).toMatchObject({ openBreakers: 1 })
  expect(await lookUpOnce()).toMatchObject({
    code: 'PARTNER503_UNAVAILABLE',
    explanation: expect.stringContaining('answered with what cannot be read'),
  })
})

test('one dead partner costs the others nothing', async () => {
  const { send } = createPartnerGuard(outbound.send, { callsMax: 4, failuresMax: 3 })
  const call = (partnerId: number, apiUrl: string) =>
    fetchPaymentDetails(
      { send, timeoutMs: DEAD_PARTNER_TIMEOUT_MS },
      { partnerId, apiUrl, apiSecret: SECRET, reference: 'INV-1' },
    )
  const dead = await startRawServer(() => {})
  script = body(GOOD_TEXT)
  const codes = new Map<string, number>()
  const count = (lookup: Lookup) => {
    const code = lookup.ok ? 'ok' : lookup.code
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  const storm = Array.from({ length: 40 }, () => call(2001, dead.origin).then(count))
  for (let index = 0; index < 20; index += 1) {
    expect(await call(2002, `${server.origin}/api`)).toMatchObject({ ok: true })
  }
  // None of the four calls under way has ended meanwhile.
  expect(Object.fromEntries(codes)).toEqual({ PARTNER503_UNAVAILABLE: 36 })
  await Promise.all(storm)
  expect(Object.fromEntries(codes)).toEqual({ PARTNER504_TIMEOUT: 4, PARTNER503_UNAVAILABLE: 36 })
  expect(await call(2001, dead.origin)).toMatchObject({
    code: 'PARTNER503_UNAVAILABLE',
    explanation: expect.stringContaining('last calls all failed'),
  })
  expect(dead.connectionCount()).toBe(4)
  await dead.close()
})

test('all of them at once, through few connections, end each call exactly once', async () => {
  const cases = [
    ...REDIRECTS,
    ...STATUSES,
    ...BODIES,
    ...SIZES_AND_CODINGS,
    ...PROTOCOL,
    ...SLOWNESS,
  ]
  const scripts = [...cases.map(([, each]) => each), ...HARMLESS.map(([, each]) => each)]
  // Each request names its answer, so that the order in which they come does not matter.
  script = (socket, request, number) => {
    const index = Number(/^GET \/api\/(\d+) /.exec(request)?.[1])
    scripts[index % scripts.length]?.(socket, request, number)
  }
  const few = createOutbound({ allowPrivateTargets: true, maxOriginConnections: 4 })
  let endCount = 0
  const calls = Array.from({ length: scripts.length * 2 }, async (_, index) => {
    const result = await few.send({
      method: 'GET',
      url: `${server.origin}/api`,
      pathSuffix: `/${index}`,
      // Some are not even valid requests.
      headers: index % 7 === 0 ? { 'x-broken': 'a\r\nb' } : {},
      timeoutMs: 50 + (index % 5) * 400,
      maxBytes: 256 * 1024,
      partner: 1001,
      retryOnConnectionError: index % 2 === 0,
    })
    endCount += 1
    return result
  })
  await Promise.all(calls)
  expect(endCount).toBe(calls.length)
  expect(few.stats()).toMatchObject({ inFlight: 0, waiting: 0 })
  await few.close()
})
