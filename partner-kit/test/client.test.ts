/** The client against a server that does what networks, proxies and bugs do. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '../src/client/client.ts'
import type { Client } from '../src/client/client.ts'
import type { ClientLogEntry } from '../src/client/log.ts'
import type { ClientOptions } from '../src/client/options.ts'
import {
  NOT_FOUND_STATUS,
  PAID_STATUS,
  REQUEST_ID,
  SINGLE_USE_CONFIG,
  answer,
  refuse,
  startMisbehavingServer,
} from './misbehaving-server.ts'
import type { MisbehavingServer } from './misbehaving-server.ts'

const KEY = 'wasl_prt_1_0123456789abcdefghijklmnopqrstuvwxyz'
const TOKEN = SINGLE_USE_CONFIG.qrCodeToken

let server: MisbehavingServer
let log: ClientLogEntry[]

// Each test has its own: a server may read a request only after the client has given it up.
beforeEach(async () => {
  server = await startMisbehavingServer()
  log = []
})

afterEach(() => server.close())

const newClient = (options: Partial<ClientOptions> = {}): Client =>
  createClient({
    baseUrl: server.url,
    apiKey: KEY,
    timeoutMs: 60_000,
    attemptTimeoutMs: 30_000,
    log: (entry) => {
      log.push(entry)
    },
    ...options,
  })

describe('a status (section 4.3)', () => {
  test('is asked for with the key, one encoded segment, and a name', async () => {
    server.behave((response) => answer(response, 200, PAID_STATUS))
    const result = await newClient({ language: 'fr' }).status('INV/2026 01 فاتورة')
    expect(result).toEqual({
      ok: true,
      data: PAID_STATUS,
      requestId: REQUEST_ID,
      rateLimit: null,
      attempts: 1,
    })
    const [request] = server.received
    const segment = encodeURIComponent('INV/2026 01 فاتورة')
    expect(request?.method).toBe('GET')
    expect(request?.url).toBe(`/partner/payments/v1/${segment}/status`)
    expect(request?.headers).toMatchObject({
      'x-api-key': KEY,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'accept-language': 'fr',
    })
    expect(request?.headers['user-agent']).toMatch(/^wasl-partner-kit\/\d+\.\d+\.\d+ node\/\d+/)
  })

  test('ignores unknown fields, and reads the remaining quota', async () => {
    const headers = { ratelimit: '"partner";r=59;t=60' }
    const body = {
      ...PAID_STATUS,
      loyalty: 7,
      payment: { ...PAID_STATUS.payment, till: 'Es Senia' },
    }
    server.behave((response) => answer(response, 200, body, headers))
    const result = await newClient().status('INV-1')
    expect(result).toMatchObject({ ok: true, rateLimit: { remaining: 59, resetMs: 60_000 } })
    expect(result.ok && result.data).toEqual(PAID_STATUS)
  })

  test('of an invalid reference is refused by the client and uses no quota', async () => {
    server.behave((response) => answer(response, 200, PAID_STATUS))
    for (const reference of ['', ' INV', '..', 'a\nb', 'x'.repeat(129), 7 as never]) {
      const result = await newClient().status(reference)
      expect(result).toMatchObject({
        ok: false,
        error: 'VALIDATION400',
        status: null,
        attempts: 0,
        details: [{ path: 'reference' }],
      })
    }
    expect(server.received).toEqual([])
  })

  test('keeps a base path, and does not mind a slash at its end', async () => {
    server.behave((response) => answer(response, 200, NOT_FOUND_STATUS))
    const result = await newClient({ baseUrl: `${server.url}/wasl/` }).status('A')
    expect(result).toMatchObject({ ok: true, data: { stage: 'not_found' } })
    expect(server.received[0]?.url).toBe('/wasl/partner/payments/v1/A/status')
  })
})

describe('a QR configuration (sections 4.4 and 4.5)', () => {
  test('is set and unset with POST, JSON and the key', async () => {
    server.behave((response) => answer(response, 200, SINGLE_USE_CONFIG))
    const client = newClient()
    const set = await client.setQrConfig({ qrCodeToken: TOKEN, amounts: [1200], singleUse: true })
    expect(set).toMatchObject({ ok: true, data: SINGLE_USE_CONFIG })
    const expiresAt = new Date('2026-12-01T00:00:00.000Z')
    await client.setQrConfig({ qrCodeToken: TOKEN, amounts: [1200, 599.8], expiresAt })
    const unset = await client.unsetQrConfig({ qrCodeToken: TOKEN })
    expect(unset.ok).toBe(true)
    expect(server.received.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual(
      [
        [
          'POST',
          '/partner/qr/v1/set-qr-config',
          { qrCodeToken: TOKEN, amounts: [1200], singleUse: true },
        ],
        [
          'POST',
          '/partner/qr/v1/set-qr-config',
          { qrCodeToken: TOKEN, amounts: [1200, 599.8], expiresAt: '2026-12-01T00:00:00.000Z' },
        ],
        ['POST', '/partner/qr/v1/un-set-qr-config', { qrCodeToken: TOKEN }],
      ],
    )
    expect(server.received[0]?.headers).toMatchObject({
      'x-api-key': KEY,
      'content-type': 'application/json',
    })
  })

  test('goes to another address when the operator names one', async () => {
    server.behave((response) => answer(response, 200, SINGLE_USE_CONFIG))
    const client = newClient({ qrBaseUrl: `${server.url}/qr/` })
    await client.unsetQrConfig({ qrCodeToken: TOKEN })
    expect(server.received[0]?.url).toBe('/qr/un-set-qr-config')
  })

  test('that the platform would refuse is refused here, field by field', async () => {
    const client = newClient()
    server.behave((response) => answer(response, 200, SINGLE_USE_CONFIG))
    const wrong = [
      { qrCodeToken: '', amounts: [1200] },
      { qrCodeToken: TOKEN, amounts: [] },
      { qrCodeToken: TOKEN, amounts: [Number.NaN] },
      { qrCodeToken: TOKEN, amounts: [1.005] },
      { qrCodeToken: TOKEN, amounts: [1200n as never] },
      { qrCodeToken: TOKEN, amounts: [1200, 1200] },
      { qrCodeToken: TOKEN, amounts: [1200], expiresAt: new Date(Number.NaN) },
      {
        qrCodeToken: TOKEN,
        amounts: [1200],
        expiresAt: '2026-12-01T00:00:00.000Z',
        singleUse: true,
      },
    ]
    for (const config of wrong) {
      const result = await client.setQrConfig(config)
      expect(result).toMatchObject({ ok: false, error: 'VALIDATION400', attempts: 0 })
      expect(result.ok ? [] : result.details).not.toEqual([])
    }
    expect(await client.unsetQrConfig({ qrCodeToken: '' })).toMatchObject({
      ok: false,
      error: 'VALIDATION400',
    })
    expect(server.received).toEqual([])
  })
})

describe('a refusal', () => {
  test('is returned with its code, request id and message', async () => {
    server.behave((response) => refuse(response, 403, 'PARTNER_API403_MERCHANT_INACTIVE'))
    expect(await newClient().status('A')).toEqual({
      ok: false,
      error: 'PARTNER_API403_MERCHANT_INACTIVE',
      status: 403,
      requestId: REQUEST_ID,
      message: 'What PARTNER_API403_MERCHANT_INACTIVE means.',
      details: [],
      retryAfterMs: null,
      attempts: 1,
    })
  })

  test('with a code that this version does not know keeps it', async () => {
    server.behave((response) => refuse(response, 418, 'TEAPOT418_SHORT_AND_STOUT'))
    const result = await newClient().status('A')
    expect(result).toMatchObject({ ok: false, error: 'TEAPOT418_SHORT_AND_STOUT', status: 418 })
  })

  test('has one problem for each wrong field', async () => {
    const details = [{ path: 'amounts.0', message: 'expected a number' }]
    server.behave((response) => refuse(response, 400, 'VALIDATION400', {}, { details }))
    const result = await newClient().unsetQrConfig({ qrCodeToken: TOKEN })
    expect(result).toMatchObject({ ok: false, error: 'VALIDATION400', details })
  })

  test.each([
    ['a page of a proxy', 403, '<html>Forbidden</html>'],
    ['another kind of JSON', 400, { message: 'no' }],
    ['nothing', 401, ''],
  ])('that is %s is a bad_response with its status', async (_, status, body) => {
    server.behave((response) => answer(response, status, body))
    const result = await newClient().status('A')
    expect(result).toMatchObject({
      ok: false,
      error: 'bad_response',
      status,
      requestId: REQUEST_ID,
    })
  })
})

describe('an answer that is off the specification', () => {
  test.each([
    ['not JSON', 'paid'],
    ['an array', []],
    ['null', null],
    ['a page', '<html></html>'],
    ['cut short', '{"stage":"paid"'],
    ['without a field', { ...PAID_STATUS, amount: undefined }],
    ['contradicting itself', { ...PAID_STATUS, paid: false }],
    ['with an unknown stage', { ...PAID_STATUS, stage: 'almost' }],
    ['with an amount as text', { ...PAID_STATUS, amount: '599.80' }],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['compressed', gzipSync(JSON.stringify(PAID_STATUS))],
  ])('because it is %s is a bad_response and is not asked for again', async (_, body) => {
    server.behave((response) => answer(response, 200, body))
    const result = await newClient().status('A')
    expect(result).toMatchObject({ ok: false, error: 'bad_response', status: 200, attempts: 1 })
    expect(server.received).toHaveLength(1)
  })

  test('because there is no content is a bad_response', async () => {
    server.behave((response) => response.writeHead(204).end())
    const result = await newClient().status('A')
    expect(result).toMatchObject({ ok: false, error: 'bad_response', status: 204 })
  })

  test('because it does not end is a bad_response, and the rest is not read', async () => {
    let sent = 0
    server.behave((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, ' '))) sent += 1
      }
      response.on('drain', more)
      more()
    })
    const result = await newClient().status('A')
    expect(result).toMatchObject({ ok: false, error: 'bad_response', status: 200 })
    expect(!result.ok && result.message).toContain('262144 bytes')
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    const sentThen = sent
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    expect(sent).toBe(sentThen)
  })

  test('because it is a compressed bomb is bounded by what it decompresses to', async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024, ' '))
    server.behave((response) => answer(response, 200, bomb, { 'content-encoding': 'gzip' }))
    const result = await newClient().status('A')
    expect(result).toMatchObject({ ok: false, error: 'bad_response' })
    expect(!result.ok && result.message).toContain('262144 bytes')
  })
})

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%d is not followed with the key', async (status) => {
    const elsewhere = await startMisbehavingServer()
    elsewhere.behave((response) => answer(response, 200, PAID_STATUS))
    server.behave((response) => {
      response.writeHead(status, { location: `${elsewhere.url}/status` }).end()
    })
    const result = await newClient().status('A')
    expect(result).toMatchObject({ ok: false, error: 'bad_response', status, attempts: 1 })
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })
})

describe('time', () => {
  test('runs out while nothing is answered', async () => {
    server.behave(() => {})
    const client = newClient({ timeoutMs: 150, attemptTimeoutMs: 600_000, retries: 0 })
    const result = await client.status('A')
    expect(result).toMatchObject({ ok: false, error: 'timeout', status: null, attempts: 1 })
  })

  test('runs out while a body drips in', async () => {
    const drips = new Set<NodeJS.Timeout>()
    server.behave((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      drips.add(setInterval(() => response.write(' '), 10))
    })
    const result = await newClient({ attemptTimeoutMs: 150, retries: 0 }).status('A')
    expect(result).toMatchObject({ ok: false, error: 'timeout' })
    for (const drip of drips) clearInterval(drip)
  })

  test('is bounded over all tries and waits', async () => {
    server.behave(() => {})
    const client = newClient({ timeoutMs: 400, attemptTimeoutMs: 100, retries: 10 })
    const result = await client.status('A')
    expect(result).toMatchObject({ ok: false, error: 'timeout' })
    // Eleven attempts alone take more than a second.
    expect(result.attempts).toBeLessThan(11)
  })

  test('ends the call even when fetch ignores its signal', async () => {
    const deaf = (() => new Promise(() => {})) as typeof globalThis.fetch
    const client = newClient({ fetch: deaf, timeoutMs: 50, retries: 0 })
    expect(await client.status('A')).toMatchObject({ ok: false, error: 'timeout' })
  })

  test('of one slow request leaves time for another', async () => {
    server.behave((response, _, count) => {
      if (count >= 2) answer(response, 200, PAID_STATUS)
    })
    const result = await newClient({ attemptTimeoutMs: 200, retries: 10 }).status('A')
    expect(result.ok).toBe(true)
    // More than two when this machine is slow to answer.
    expect(result.attempts).toBeGreaterThan(1)
  })
})

describe('a signal', () => {
  test('that was aborted before sends nothing', async () => {
    server.behave((response) => answer(response, 200, PAID_STATUS))
    const result = await newClient().status('A', { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ ok: false, error: 'aborted', attempts: 0 })
    expect(server.received).toEqual([])
  })

  test('ends a call under way at once and is not tried again', async () => {
    const controller = new AbortController()
    server.behave(() => controller.abort())
    const result = await newClient().status('A', { signal: controller.signal })
    expect(result).toMatchObject({ ok: false, error: 'aborted', attempts: 1 })
    expect(server.received).toHaveLength(1)
  })

  test('ends the wait before a retry', async () => {
    const controller = new AbortController()
    server.behave((response) => {
      refuse(response, 503, 'SERVER503_UNAVAILABLE', { 'retry-after': '15' })
      setTimeout(() => controller.abort(), 30)
    })
    // A wait that went on would end in a second attempt.
    const result = await newClient({ timeoutMs: 60_000 }).status('A', { signal: controller.signal })
    expect(result).toMatchObject({ ok: false, error: 'aborted', attempts: 1 })
  })

  test('of a long life collects no listeners', async () => {
    const { signal } = new AbortController()
    let listening = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listening += 1
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listening -= 1
      remove(...args)
    }
    server.behave((response, _, count) =>
      count % 2 === 1
        ? refuse(response, 503, 'SERVER503_UNAVAILABLE')
        : answer(response, 200, PAID_STATUS),
    )
    for (let call = 0; call < 3; call += 1) await newClient().status('A', { signal })
    expect(listening).toBe(0)
  })
})

describe('a retry', () => {
  test.each([429, 502, 503, 504])('follows HTTP %d', async (status) => {
    server.behave((response, _, count) =>
      count === 1 ? answer(response, status, '') : answer(response, 200, PAID_STATUS),
    )
    expect(await newClient().status('A')).toMatchObject({ ok: true, attempts: 2 })
  })

  test.each([400, 401, 403, 404, 409, 413, 500, 501])('does not follow HTTP %d', async (status) => {
    server.behave((response) => refuse(response, status, `ANY${status}`))
    expect(await newClient().status('A')).toMatchObject({ ok: false, status, attempts: 1 })
  })

  test('follows a connection that was cut before the answer, and in the middle of it', async () => {
    server.behave((response, _, count) => {
      if (count === 1) response.destroy()
      if (count === 2) {
        response.writeHead(200, { 'content-length': '1000' }).write('{"stage":')
        setTimeout(() => response.destroy(), 20)
      }
      if (count === 3) answer(response, 200, PAID_STATUS)
    })
    expect(await newClient().status('A')).toMatchObject({ ok: true, attempts: 3 })
  })

  test('is made twice unless the client or the call says otherwise', async () => {
    server.behave((response) => answer(response, 503, ''))
    expect(await newClient().status('A')).toMatchObject({ ok: false, attempts: 3 })
    expect(await newClient({ retries: 1 }).status('A')).toMatchObject({ attempts: 2 })
    expect(await newClient().status('A', { retries: 0 })).toMatchObject({ attempts: 1 })
    await expect(newClient().status('A', { retries: -1 })).rejects.toThrow(TypeError)
  })

  test('comes no sooner than Retry-After says in seconds', async () => {
    server.behave((response, _, count) =>
      count === 1
        ? refuse(response, 429, 'PARTNER_API429_RATE_LIMITED', { 'retry-after': '1' })
        : answer(response, 200, PAID_STATUS),
    )
    expect(await newClient().status('A')).toMatchObject({ ok: true, attempts: 2 })
    const [first, second] = server.received
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test('comes no sooner than Retry-After says as a date, by the clock of the answer', async () => {
    // The server's clock is years behind ours.
    const headers = {
      date: 'Sat, 21 Nov 2020 09:00:00 GMT',
      'retry-after': 'Sat, 21 Nov 2020 09:00:01 GMT',
    }
    server.behave((response, _, count) =>
      count === 1 ? answer(response, 503, '', headers) : answer(response, 200, PAID_STATUS),
    )
    expect(await newClient().status('A')).toMatchObject({ ok: true, attempts: 2 })
    const [first, second] = server.received
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test('ends the call when it exceeds the timeout, and returns the wait', async () => {
    server.behave((response) =>
      refuse(response, 429, 'PARTNER_API429_RATE_LIMITED', { 'retry-after': '900' }),
    )
    // The client that waited would hang here.
    expect(await newClient({ timeoutMs: 600_000 }).status('A')).toMatchObject({
      ok: false,
      error: 'PARTNER_API429_RATE_LIMITED',
      status: 429,
      retryAfterMs: 900_000,
      attempts: 1,
    })
  })

  test('of a configuration is made, because setting twice is setting once (D16)', async () => {
    server.behave((response, _, count) =>
      count === 1 ? response.destroy() : answer(response, 200, SINGLE_USE_CONFIG),
    )
    const client = newClient()
    const set = await client.setQrConfig({ qrCodeToken: TOKEN, amounts: [1200] })
    expect(set).toMatchObject({ ok: true, attempts: 2 })
    server.behave((response, _, count) =>
      count === 1 ? answer(response, 503, '') : answer(response, 200, SINGLE_USE_CONFIG),
    )
    const unset = await client.unsetQrConfig({ qrCodeToken: TOKEN })
    expect(unset).toMatchObject({ ok: true, attempts: 2 })
  })

  test('of a single use is not made once it may have been set and used up', async () => {
    const config = { qrCodeToken: TOKEN, amounts: [1200], singleUse: true }
    server.behave((response) => response.destroy())
    const cut = await newClient().setQrConfig(config)
    expect(cut).toMatchObject({ ok: false, error: 'network', attempts: 1 })
    server.behave((response) => refuse(response, 503, 'SERVER503_UNAVAILABLE'))
    const away = await newClient().setQrConfig(config)
    expect(away).toMatchObject({ ok: false, error: 'SERVER503_UNAVAILABLE', attempts: 1 })
    const silent = await startMisbehavingServer()
    silent.behave(() => {})
    const impatient = newClient({ baseUrl: silent.url, attemptTimeoutMs: 100 })
    const late = await impatient.setQrConfig(config)
    expect(late).toMatchObject({ ok: false, error: 'timeout', attempts: 1 })
    await silent.close()
    server.behave((response, _, count) =>
      count === 1
        ? refuse(response, 429, 'REQUEST429_RATE_LIMITED')
        : answer(response, 200, SINGLE_USE_CONFIG),
    )
    const limited = await newClient().setQrConfig(config)
    expect(limited).toMatchObject({ ok: true, attempts: 2 })
  })

  test('of a single use is made when there was no connection', async () => {
    const closed = createServer()
    closed.listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const client = newClient({ baseUrl: `http://127.0.0.1:${port}` })
    const config = { qrCodeToken: TOKEN, amounts: [1200], singleUse: true }
    const result = await client.setQrConfig(config)
    expect(result).toMatchObject({ ok: false, error: 'network', attempts: 3 })
    expect(!result.ok && result.message).toContain('ECONNREFUSED')
  })
})

describe('the key', () => {
  test('is in no result and no log, even when the platform echoes it', async () => {
    const echo = `You sent ${KEY}\u202e\r\nx-api-key: ${KEY}`
    const results: unknown[] = []
    server.behave((response, _, count) => {
      if (count === 1) {
        refuse(response, 401, `E${KEY}`, { 'x-request-id': KEY }, { errorMessage: echo })
      }
      if (count === 2) {
        const details = [{ path: KEY, message: echo }]
        refuse(response, 400, 'VALIDATION400', {}, { requestId: KEY, details })
      }
      if (count === 3) answer(response, 200, { ...PAID_STATUS, stage: KEY })
      if (count === 4) answer(response, 500, echo)
      if (count === 5) response.writeHead(302, { location: `/?${KEY}` }).end()
    })
    const client = newClient()
    for (let call = 1; call <= 5; call += 1) results.push(await client.status('A'))
    const angry = (() =>
      Promise.reject(Object.assign(new Error(echo), { code: KEY }))) as typeof globalThis.fetch
    results.push(await newClient({ fetch: angry, retries: 1 }).status('A'))
    expect(log).toHaveLength(7)
    const shown = JSON.stringify([results, log])
    expect(shown).toContain('[key]')
    expect(shown).not.toContain(KEY)
    expect(shown).not.toContain('\u202e')
    expect(results[0]).toMatchObject({ message: 'You sent [key] x-api-key: [key]' })
  })
})

describe('the log', () => {
  test('receives every answer, retry and failure', async () => {
    server.behave((response, _, count) =>
      count === 1 ? answer(response, 503, '') : answer(response, 200, PAID_STATUS),
    )
    await newClient().status('INV-1')
    server.behave((response) => refuse(response, 403, 'PARTNER_API403_MERCHANT_INACTIVE'))
    await newClient().status('INV-2')
    const common = { operation: 'status', requestId: REQUEST_ID }
    expect(log).toMatchObject([
      { ...common, code: 'call_retried', subject: 'INV-1', status: 503, attempt: 1 },
      { ...common, code: 'call_answered', subject: 'INV-1', status: 200, attempt: 2 },
      {
        ...common,
        code: 'call_failed',
        subject: 'INV-2',
        error: 'PARTNER_API403_MERCHANT_INACTIVE',
      },
    ])
  })

  test('may throw without harm', async () => {
    server.behave((response) => answer(response, 200, PAID_STATUS))
    const throwing = newClient({
      log: () => {
        throw new Error('The disk is full.')
      },
    })
    expect((await throwing.status('A')).ok).toBe(true)
  })
})

describe('a client', () => {
  const made = (options: Partial<ClientOptions>) => () =>
    createClient({ baseUrl: 'https://pay.example', apiKey: KEY, ...options })

  test.each([
    ['https://pay.example', 'https://pay.example/', 'https://pay.example:8443/wasl'],
    ['http://127.0.0.1:8080', 'http://localhost:8080', 'http://[::1]:1', 'http://a.localhost'],
  ])('is made for %s', (...urls) => {
    for (const baseUrl of urls) expect(made({ baseUrl })).not.toThrow()
  })

  test('is made for plain http elsewhere only when that is asked for', () => {
    const baseUrl = 'http://platform:8080'
    expect(made({ baseUrl })).toThrow('expected https')
    expect(made({ baseUrl, allowHttp: false })).toThrow('expected https')
    expect(made({ baseUrl, allowHttp: true })).not.toThrow()
  })

  test.each([
    ['baseUrl', { baseUrl: undefined }, 'is the environment variable set?'],
    ['baseUrl', { baseUrl: '' }, 'expected'],
    ['baseUrl', { baseUrl: 'pay.example' }, 'expected an absolute URL'],
    ['baseUrl', { baseUrl: 'ftp://pay.example' }, 'expected an absolute URL'],
    ['baseUrl', { baseUrl: 'http://pay.example' }, 'expected https'],
    ['baseUrl', { baseUrl: 'http://127.0.0.1.example' }, 'expected https'],
    ['baseUrl', { baseUrl: 'http://localhost.example' }, 'expected https'],
    ['baseUrl', { baseUrl: 'https://pay.example/?a=1' }, 'without a query'],
    ['baseUrl', { baseUrl: 'https://user:hunter2@pay.example' }, 'without a user name'],
    ['qrBaseUrl', { qrBaseUrl: 'http://pay.example' }, 'expected https'],
    ['apiKey', { apiKey: undefined }, 'is the environment variable set?'],
    ['apiKey', { apiKey: '' }, 'expected a key'],
    ['apiKey', { apiKey: 'hunter2\n' }, 'visible ASCII'],
    ['apiKey', { apiKey: 'hunter2 مفتاح' }, 'visible ASCII'],
    ['timeoutMs', { timeoutMs: 0 }, 'from 1 to'],
    ['attemptTimeoutMs', { attemptTimeoutMs: Number.NaN }, 'received NaN'],
    ['retries', { retries: 11 }, 'from 0 to 10'],
    ['bodyBytesMax', { bodyBytesMax: 1.5 }, 'received 1.5'],
    ['language', { language: 'de' as never }, 'one of en, fr, ar'],
    ['log', { log: true as never }, 'expected a function'],
    ['fetch', { fetch: {} as never }, 'expected a function'],
  ])('with a wrong %s is not made: %j', (name, options, sentence) => {
    expect(made(options)).toThrow(TypeError)
    expect(made(options)).toThrow(`createClient: ${name}: `)
    expect(made(options)).toThrow(sentence)
    expect(made(options)).not.toThrow('hunter2')
  })

  test('says its version', () => {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
    const { version } = JSON.parse(manifest) as { version: string }
    server.behave((response) => answer(response, 200, PAID_STATUS))
    return newClient()
      .status('A')
      .then(() => {
        expect(server.received[0]?.headers['user-agent']).toContain(`wasl-partner-kit/${version} `)
      })
  })
})
