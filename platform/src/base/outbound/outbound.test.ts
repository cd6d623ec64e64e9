import { once } from 'node:events'
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type RawServer,
  response,
  type Script,
  startRawServer,
} from '../../../test/support/raw-server.ts'
import { until } from '../../../test/support/wait.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { createOutbound, type Outbound, type OutboundOptions } from './outbound.ts'
import type { OutboundRequest, OutboundResult } from './outbound-types.ts'

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const partner = async (script: Script): Promise<RawServer> => {
  const server = await startRawServer(script)
  open.push(() => server.close())
  return server
}

const client = (options: Partial<OutboundOptions> = {}): Outbound => {
  const outbound = createOutbound({ allowPrivateTargets: true, ...options })
  open.push(() => outbound.close())
  return outbound
}

const get = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => {
  return {
    method: 'GET',
    url,
    headers: {},
    timeoutMs: 2_000,
    maxBytes: 1_024,
    partner: 1001,
    ...more,
  }
}

const textOf = (result: OutboundResult): string => {
  return result.ok ? result.body.toString() : `${result.reason}: ${result.message}`
}

/**
 * The server hears of a connection's end a moment after the client. An idle connection that nobody
 * closes ends by itself after four seconds, which must not count.
 */
const expectAllClosed = async (server: RawServer): Promise<void> => {
  await expect.poll(() => server.openCount(), { interval: 5, timeout: 3_000 }).toBe(0)
}

/**
 * A partner in a thread of its own, which answers a call `afterMs` later, also while this thread stands still.
 *
 * @returns its port, and `called`, which resolves when a call has arrived.
 */
const partnerElsewhere = async (afterMs: number) => {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
    const server = require('node:http').createServer((request, response) => {
      parentPort.postMessage('called')
      setTimeout(() => response.end('ok'), ${afterMs})
    })
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
    { eval: true },
  )
  open.push(async () => void (await worker.terminate()))
  const [port] = (await once(worker, 'message')) as [number]
  return { port, called: once(worker, 'message') }
}

const standStill = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const answerOk: Script = (socket) => socket.write(response(200, 'ok'))
const answerNothing: Script = () => {}

describe('a call', () => {
  test('has its answer that arrived in time while this process stood still', async () => {
    const { port, called } = await partnerElsewhere(100)
    const answer = client().send(get(`http://127.0.0.1:${port}/`, { timeoutMs: 1_000 }))
    await called
    standStill(2_000)
    expect(textOf(await answer)).toBe('ok')
  })

  test('sends method, path, headers and body as given, and returns the answer', async () => {
    const server = await partner((socket) =>
      socket.write(
        response(503, 'later', ['Retry-After: 7', 'Content-Type: text/plain', 'X-Else: 1']),
      ),
    )
    const result = await client().send(
      get(`${server.origin}/hook?a=b`, {
        method: 'POST',
        headers: { authorization: 'Bearer s', 'X-Signature': 'abc' },
        body: Buffer.from('{"é":1}'),
      }),
    )
    expect(result).toMatchObject({
      ok: true,
      status: 503,
      headers: { 'retry-after': '7', 'content-type': 'text/plain' },
    })
    expect(textOf(result)).toBe('later')
    const [request = ''] = server.requests
    expect(request).toMatch(/^POST \/hook\?a=b HTTP\/1\.1\r\n/)
    expect(request).toMatch(/\r\naccept-encoding: identity\r\n/)
    expect(request).toMatch(/\r\nuser-agent: Wasl\r\n/)
    expect(request).toMatch(/\r\nX-Signature: abc\r\n/)
    expect(request).toMatch(new RegExp(`\\r\\nhost: 127\\.0\\.0\\.1:${server.port}\\r\\n`))
    expect(Buffer.from(request, 'latin1').toString()).toMatch(/\r\n\r\n\{"é":1\}$/)
  })

  test('accepts a body in many pieces', async () => {
    const server = await partner((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n')
      const characters = Array.from('a body in pieces')
      const timer = setInterval(() => {
        const character = characters.shift()
        socket.write(character === undefined ? '0\r\n\r\n' : `1\r\n${character}\r\n`)
        if (character === undefined) clearInterval(timer)
      }, 1)
    })
    expect(textOf(await client().send(get(server.origin)))).toBe('a body in pieces')
  })

  test('accepts a body up to its limit and none above it', async () => {
    const server = await partner((socket) => socket.write(response(200, 'x'.repeat(1_024))))
    const outbound = client()
    expect(await outbound.send(get(server.origin))).toMatchObject({ ok: true })
    expect(await outbound.send(get(server.origin, { maxBytes: 1_023 }))).toMatchObject({
      reason: 'too_large',
    })
  })

  test.each([
    { 'x-request-id': 'a\r\nx-injected: 1' },
    { 'x-request-id': 'a\nb' },
    { 'x-request-id': 'a\u0000b' },
    { 'x-request-id': 'سلام' },
    { 'bad name': '1' },
    { 'x\r\ninjected': '1' },
  ])('with a header that could become two is not sent: %j', async (headers) => {
    const server = await partner(answerOk)
    const outbound = client()
    expect(await outbound.send(get(server.origin, { headers }))).toMatchObject({
      reason: 'bad_request',
    })
    expect(await outbound.send(get(server.origin))).toMatchObject({ ok: true })
    expect(server.requests).toHaveLength(1)
  })

  test('with a path that could become two lines is not sent', async () => {
    const server = await partner(answerOk)
    const result = await client().send(get(server.origin, { pathSuffix: '/a HTTP/1.1\r\nx: 1' }))
    expect(result).toMatchObject({ reason: 'bad_request' })
    expect(server.requests).toHaveLength(0)
  })
})

describe('connections', () => {
  test('are kept and used again', async () => {
    const server = await partner(answerOk)
    const outbound = client()
    for (let count = 0; count < 5; count += 1) await outbound.send(get(server.origin))
    expect(server.connectionCount()).toBe(1)
  })

  test('are as many as are needed, up to the limit, and calls above it wait', async () => {
    const server = await partner((socket) => {
      setTimeout(() => socket.write(response(200, 'ok')), 20)
    })
    const outbound = client({ maxOriginConnections: 3 })
    const calls = Array.from({ length: 10 }, () => outbound.send(get(server.origin)))
    expect(outbound.stats()).toMatchObject({ inFlight: 3, waiting: 7 })
    expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true)
    expect(server.connectionCount()).toBe(3)
  })

  test('are given to waiting calls also after one has failed', async () => {
    const server = await partner((socket, _request, number) => {
      if (number % 2 === 0) socket.destroy()
      else socket.write(response(200, 'ok'))
    })
    const outbound = client({ maxOriginConnections: 1 })
    const calls = Array.from({ length: 6 }, () => outbound.send(get(server.origin)))
    expect((await Promise.all(calls)).map(({ ok }) => ok)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ])
  })

  test('of one partner are never used for another, though the origin is the same', async () => {
    const held: Parameters<Script>[0][] = []
    let isHolding = true
    const server = await partner((socket, request) => {
      if (request.startsWith('GET /slow') && isHolding) held.push(socket)
      else socket.write(response(200, 'ok'))
    })
    const outbound = client({ maxOriginConnections: 2 })
    const patient = { timeoutMs: 60_000 }
    const slow = [1, 2, 3, 4].map(() => outbound.send(get(`${server.origin}/slow`, patient)))
    await until('two slow requests', () => held.length === 2)
    const fast = await outbound.send(get(`${server.origin}/fast`, { ...patient, partner: 1002 }))
    expect(textOf(fast)).toBe('ok')
    expect(held).toHaveLength(2)
    isHolding = false
    for (const socket of held) socket.write(response(200, 'ok'))
    expect((await Promise.all(slow)).map(textOf)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  test('that are all in use end the wait for one in a sentence', async () => {
    const server = await partner(() => undefined)
    const outbound = client({ maxOriginConnections: 1 })
    const first = outbound.send(get(`${server.origin}/slow`, { timeoutMs: 500 }))
    const second = outbound.send(get(`${server.origin}/slow`, { timeoutMs: 200 }))
    expect(textOf(await second)).toBe('timeout: no connection became free within 200 ms')
    expect(textOf(await first)).toBe('timeout: no answer came within 500 ms')
  })

  test('for waiting calls are limited too', async () => {
    const server = await partner(answerNothing)
    const outbound = client({ maxOriginConnections: 1, maxWaiting: 1 })
    const calls = [1, 2, 3].map(() => outbound.send(get(server.origin, { timeoutMs: 100 })))
    expect((await Promise.all(calls)).map((result) => !result.ok && result.reason)).toEqual([
      'timeout',
      'timeout',
      'too_many_calls',
    ])
  })

  test('lead to a limited number of origins: an unused one makes room, a used one does not', async () => {
    const [a, b, c] = await Promise.all([
      partner(answerOk),
      partner(answerNothing),
      partner(answerOk),
    ])
    const outbound = client({ maxOrigins: 2 })
    await outbound.send(get(a.origin))
    const busy = outbound.send(get(b.origin, { timeoutMs: 300 }))
    expect(await outbound.send(get(c.origin))).toMatchObject({ ok: true })
    expect(outbound.stats().origins).toBe(2)
    const alsoBusy = outbound.send(get(b.origin, { timeoutMs: 300, partner: 1002 }))
    expect(await outbound.send(get(c.origin))).toMatchObject({ reason: 'too_many_calls' })
    await Promise.all([busy, alsoBusy])
  })

  test('that the partner closes while they are idle harm no call', async () => {
    const server = await partner((socket) => socket.end(response(200, 'ok')))
    const outbound = client()
    for (let count = 0; count < 5; count += 1) {
      expect(await outbound.send(get(server.origin))).toMatchObject({ ok: true })
      await expectAllClosed(server)
    }
    expect(server.connectionCount()).toBe(5)
  })

  test('do not carry an answer nobody asked for into the next call', async () => {
    const server = await partner((socket, _request, number) => {
      socket.write(response(200, `answer ${number}`))
      socket.write(response(200, 'an answer in advance'))
    })
    const outbound = client()
    expect(textOf(await outbound.send(get(server.origin)))).toBe('answer 1')
    await expectAllClosed(server)
    expect(textOf(await outbound.send(get(server.origin)))).toBe('answer 2')
  })
})

describe('the deadline', () => {
  /** What the call ends with; given more time while the machine has not come as far as expected. */
  const expectTimeout = async (script: Script, expected: string): Promise<void> => {
    const server = await partner(script)
    let text = ''
    for (const timeoutMs of [150, 1_000, 10_000]) {
      const startedAt = performance.now()
      const result = await client().send(get(server.origin, { timeoutMs }))
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(timeoutMs - 1)
      expect(result).toMatchObject({ ok: false, reason: 'timeout' })
      await expectAllClosed(server)
      text = textOf(result)
      if (text.includes(expected)) break
    }
    expect(text).toContain(expected)
  }

  test('ends a call that gets no answer', async () => {
    await expectTimeout(answerNothing, 'no answer came')
  })

  test('ends a call whose headers come drop by drop', async () => {
    const drip: Script = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x: 1\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    }
    await expectTimeout(drip, 'headers of the answer did not end')
  })

  test('ends a call whose body comes drop by drop', async () => {
    const drip: Script = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(timer))
    }
    await expectTimeout(drip, 'body of the answer did not end')
  })

  test('ends a call that waits for a name server', async () => {
    const lookup = () => new Promise<string[]>(() => {})
    const result = await client({ lookup }).send(get('http://shop.test/', { timeoutMs: 150 }))
    expect(textOf(result)).toBe('timeout: no connection could be made within 150 ms')
  })

  test('ends a call that waits for a TLS handshake', async () => {
    const server = await partner(answerNothing)
    const url = server.origin.replace('http:', 'https:')
    const result = await client().send(get(url, { timeoutMs: 150 }))
    expect(textOf(result)).toBe('timeout: no connection could be made within 150 ms')
    await expectAllClosed(server)
  })

  test('holds for both tries together', async () => {
    const server = await partner((socket, _request, number) => {
      if (number === 1) setTimeout(() => socket.destroy(), 2_000)
    })
    const startedAt = performance.now()
    const result = await client().send(
      get(server.origin, { timeoutMs: 3_000, retryOnConnectionError: true }),
    )
    expect(result).toMatchObject({ reason: 'timeout' })
    expect(result.durationMs).toBeGreaterThanOrEqual(2_999)
    // Two deadlines, one for each try, would be 5,000 ms.
    expect(performance.now() - startedAt).toBeLessThan(4_900)
    expect(server.requests).toHaveLength(2)
  })
})

describe('the one retry', () => {
  const dropFirst: Script = (socket, _request, number) => {
    if (number === 1) socket.resetAndDestroy()
    else socket.write(response(200, 'second'))
  }

  test('saves a GET whose connection broke before any answer', async () => {
    const server = await partner(dropFirst)
    const call = get(server.origin, { retryOnConnectionError: true })
    expect(textOf(await client().send(call))).toBe('second')
  })

  test('is made only when asked for', async () => {
    const server = await partner(dropFirst)
    expect(await client().send(get(server.origin))).toMatchObject({ reason: 'connection' })
  })

  test('is never made for a POST', async () => {
    const server = await partner(dropFirst)
    const call = get(server.origin, { method: 'POST', body: '{}', retryOnConnectionError: true })
    expect(await client().send(call)).toMatchObject({ reason: 'connection' })
    expect(server.requests).toHaveLength(1)
  })

  test('is one', async () => {
    const server = await partner((socket) => socket.destroy())
    const call = get(server.origin, { retryOnConnectionError: true })
    expect(await client().send(call)).toMatchObject({ reason: 'connection' })
    expect(server.requests).toHaveLength(2)
  })

  test('is not made once a byte of an answer has come', async () => {
    const server = await partner((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nContent-Le')
    })
    const call = get(server.origin, { retryOnConnectionError: true })
    expect(textOf(await client().send(call))).toContain('in the middle of the answer')
    expect(server.requests).toHaveLength(1)
  })

  test('is made when nobody listens, and then told', async () => {
    const server = await startRawServer(answerOk)
    await server.close()
    const call = get(server.origin, { retryOnConnectionError: true })
    expect(textOf(await client().send(call))).toBe(
      'connection: no connection could be made (ECONNREFUSED)',
    )
  })
})

describe('names', () => {
  test('are resolved and called by their checked address, with the name as Host', async () => {
    const server = await partner(answerOk)
    const outbound = client({ lookup: async () => ['127.0.0.1'] })
    const url = `http://shop.test:${server.port}/x`
    expect(await outbound.send(get(url))).toMatchObject({ ok: true })
    expect(server.requests[0]).toContain(`\r\nhost: shop.test:${server.port}\r\n`)
  })

  test('without an address are told as such', async () => {
    const lookup = async () => {
      throw Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
    }
    expect(textOf(await client({ lookup }).send(get('http://shop.test/')))).toBe(
      'dns: no address was found for shop.test (ENOTFOUND)',
    )
  })

  test('with a dead address are called by their living one', async () => {
    const server = await partner(answerOk)
    const outbound = client({ lookup: async () => ['::1', '127.0.0.1'] })
    const result = await outbound.send(get(`http://shop.test:${server.port}/`))
    expect(result).toMatchObject({ ok: true })
  })
})

describe('TLS', () => {
  const tlsPartner = async (names: string[]) => {
    const { key, cert } = selfSigned(names)
    const serverNames: (string | false | null)[] = []
    const server = await startRawServer(answerOk, (handle) =>
      createTlsServer({ key, cert, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
        serverNames.push(socket.servername)
        handle(socket)
      }),
    )
    open.push(() => server.close())
    return { server, cert, serverNames }
  }

  test('a trusted certificate of the right name is taken, over HTTP/1.1', async () => {
    const { server, cert, serverNames } = await tlsPartner(['shop.test'])
    const outbound = client({ lookup: async () => ['127.0.0.1'], ca: cert })
    const result = await outbound.send(get(`https://shop.test:${server.port}/x`))
    expect(textOf(result)).toBe('ok')
    expect(serverNames).toEqual(['shop.test'])
    expect(server.requests[0]).toMatch(/^GET \/x HTTP\/1\.1\r\nhost: shop\.test:/)
  })

  test('an untrusted certificate is refused', async () => {
    const { server } = await tlsPartner(['shop.test'])
    const outbound = client({ lookup: async () => ['127.0.0.1'] })
    expect(await outbound.send(get(`https://shop.test:${server.port}/`))).toMatchObject({
      reason: 'tls',
      message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    })
    expect(server.requests).toHaveLength(0)
  })

  test('a certificate of another name is refused', async () => {
    const { server, cert } = await tlsPartner(['other.test'])
    const outbound = client({ lookup: async () => ['127.0.0.1'], ca: cert })
    expect(await outbound.send(get(`https://shop.test:${server.port}/`))).toMatchObject({
      reason: 'tls',
      message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
    })
    expect(server.requests).toHaveLength(0)
  })

  test('a server without TLS is told as such', async () => {
    const server = await startRawServer(answerOk, (handle) =>
      createServer((socket) => {
        handle(socket)
        socket.once('data', () => socket.end(response(400, 'what?')))
      }),
    )
    open.push(() => server.close())
    const url = server.origin.replace('http:', 'https:')
    expect(await client().send(get(url))).toMatchObject({ reason: 'tls' })
  })
})

describe('closing', () => {
  test('lets calls in flight end, takes no more, and leaves no connection', async () => {
    let answer = (): void => undefined
    const server = await partner((socket) => {
      answer = () => void socket.write(response(200, 'ok'))
    })
    const outbound = createOutbound({ allowPrivateTargets: true })
    const call = outbound.send(get(server.origin))
    await expect.poll(() => server.requests.length, { interval: 1 }).toBe(1)
    const closed = outbound.close()
    expect(await outbound.send(get(server.origin))).toMatchObject({ ok: false })
    answer()
    expect(textOf(await call)).toBe('ok')
    await closed
    expect(outbound.stats()).toEqual({ origins: 0, connections: 0, inFlight: 0, waiting: 0 })
    await expectAllClosed(server)
  })

  test('ends when nothing is in flight', async () => {
    await expect(createOutbound({ allowPrivateTargets: true }).close()).resolves.toBeUndefined()
  })
})

test.each(['maxOriginConnections', 'maxWaiting', 'maxOrigins'])('%s must make sense', (name) => {
  expect(() => createOutbound({ allowPrivateTargets: true, [name]: 0 })).toThrow(
    `expected ${name} to be a whole number of at least 1, received 0`,
  )
})
