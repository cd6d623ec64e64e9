import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  API_SECRET,
  bytesOf,
  lookupHeaders,
  successEvent,
  testPartner,
  webhookHeaders,
} from '../test/support.ts'
import { toNodeHandler } from './node-adapter.ts'

const servers: { close: () => void }[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listen = async (listener: RequestListener): Promise<{ url: string; port: number }> => {
  const server = createServer(listener)
  servers.push({
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port }
}

const post = async (url: string, body: Uint8Array<ArrayBuffer>, headers = webhookHeaders(body)) => {
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** What body parsers do: read the stream, and leave what they made of it on the request. */
const parseFirst =
  (leave: (bytes: Buffer) => object, next: RequestListener): RequestListener =>
  (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      Object.assign(request, leave(Buffer.concat(chunks)))
      next(request, response)
    })
  }

const event = bytesOf(successEvent())

describe('the node:http adapter', () => {
  test('serves a lookup and a webhook over real HTTP', async () => {
    const { url } = await listen(toNodeHandler(testPartner().partner))
    const lookup = await fetch(`${url}/INV%2F2026%2001`, { headers: lookupHeaders() })
    expect(lookup.status).toBe(200)
    expect(lookup.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await lookup.json()).toMatchObject({ reference: 'INV/2026 01', total_amount: 599.8 })
    const arabic = await fetch(`${url}/${encodeURIComponent('فاتورة')}`, {
      headers: lookupHeaders(),
    })
    expect(await arabic.json()).toMatchObject({ reference: 'فاتورة' })
    expect(await post(`${url}/webhooks/platform`, event)).toEqual({
      status: 200,
      body: { success: true },
    })
  })

  test.each([
    ['not_found', 404, 'NOT_FOUND'],
    ['already_paid', 409, 'ALREADY_PAID'],
    ['unavailable', 503, 'SERVICE_UNAVAILABLE'],
  ] as const)('%s is %d %s (section 7.1)', async (status, httpStatus, error) => {
    const { partner } = testPartner({ lookup: () => ({ status }) })
    const { url } = await listen(toNodeHandler(partner))
    const response = await fetch(`${url}/INV-1`, { headers: lookupHeaders() })
    expect(response.status).toBe(httpStatus)
    expect(await response.json()).toMatchObject({ error })
  })

  test('401, 404, 405 and 413 are JSON too', async () => {
    const { url } = await listen(toNodeHandler(testPartner({ bodyBytesMax: 100 }).partner))
    const requests: [string, RequestInit, number, string][] = [
      ['/INV-1', {}, 401, 'UNAUTHORIZED'],
      ['/a/b', {}, 404, 'ROUTE_NOT_FOUND'],
      ['/INV-1', { method: 'PUT' }, 405, 'METHOD_NOT_ALLOWED'],
      [
        '/webhooks/platform',
        { method: 'POST', headers: webhookHeaders(event), body: new Uint8Array(5_000_000) },
        413,
        'PAYLOAD_TOO_LARGE',
      ],
    ]
    for (const [path, init, status, error] of requests) {
      const response = await fetch(url + path, init)
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ error })
    }
  })

  test('a chunked body beyond the limit is 413', async () => {
    const { url } = await listen(toNodeHandler(testPartner({ bodyBytesMax: 100_000 }).partner))
    const chunks = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (let index = 0; index < 30; index += 1) controller.enqueue(new Uint8Array(10_000))
        controller.close()
      },
    })
    const init = { method: 'POST', headers: webhookHeaders(event), body: chunks, duplex: 'half' }
    const response = await fetch(`${url}/webhooks/platform`, init as RequestInit)
    expect(response.status).toBe(413)
  })

  test('a sender that writes a whole body that is too large before it reads gets its answer', async () => {
    const { port } = await listen(toNodeHandler(testPartner({ bodyBytesMax: 100_000 }).partner))
    const headers = Object.entries({ host: 'shop.test', ...webhookHeaders(event) })
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const chunk = `${(1_000_000).toString(16)}\r\n${'x'.repeat(1_000_000)}\r\n`
    const head = `POST /webhooks/platform HTTP/1.1\r\n${lines}transfer-encoding: chunked\r\n\r\n`
    const socket = connect(port, '127.0.0.1')
    let answers = ''
    socket.on('data', (data) => {
      answers += data.toString()
    })
    // More than the system keeps for a connection that nobody reads from.
    socket.write(`${head}${chunk.repeat(20)}0\r\n\r\nGET /a/b HTTP/1.1\r\nhost: shop.test\r\n\r\n`)
    await expect.poll(() => answers).toMatch(/ 413 [^]* 404 /)
    socket.destroy()
  })

  test('two Authorization headers are refused, although node:http shows only the first', async () => {
    const { port } = await listen(toNodeHandler(testPartner().partner))
    const headers = [
      ...Object.entries({ host: 'shop.test', ...lookupHeaders() }).flat(),
      'authorization',
      `Bearer ${API_SECRET}`,
    ]
    const status = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest({ port, host: '127.0.0.1', path: '/INV-1', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(401)
  })

  test('when a body parser came first, webhooks are 500 with the reason, and do not hang', async () => {
    const { partner, log } = testPartner()
    const parsed = parseFirst(
      (bytes) => ({ body: JSON.parse(bytes.toString()) as unknown }),
      toNodeHandler(partner),
    )
    const { url } = await listen(parsed)
    const answer = await post(`${url}/webhooks/platform`, event)
    expect(answer.status).toBe(500)
    expect(answer.body['errorMessage']).toContain('before express.json()')
    expect(log).toMatchObject([{ level: 'error', code: 'webhook_body_already_read' }])
  })

  test('when a body parser left the stream alone, its empty req.body does no harm', async () => {
    const handler = toNodeHandler(testPartner().partner)
    const { url } = await listen((request, response) => {
      Object.assign(request, { body: {} })
      handler(request, response)
    })
    expect((await post(`${url}/webhooks/platform`, event)).status).toBe(200)
  })

  test.each(['body', 'rawBody'])(
    'raw bytes that somebody kept in req.%s are taken',
    async (key) => {
      const handler = toNodeHandler(testPartner({ bodyBytesMax: 1000 }).partner)
      const { url } = await listen(parseFirst((bytes) => ({ [key]: bytes }), handler))
      expect((await post(`${url}/webhooks/platform`, event)).status).toBe(200)
      expect((await post(`${url}/webhooks/platform`, new Uint8Array(1001))).status).toBe(413)
    },
  )

  test('a sender that goes away in the middle leaves nothing handled and nothing hanging', async () => {
    const handler = vi.fn()
    const { partner, log } = testPartner({ on: { 'payment.success': handler } })
    const incomplete = { code: 'webhook_body_incomplete' }
    const handle = toNodeHandler(partner)
    let arrived = (): void => {}
    const arrival = new Promise<void>((resolve) => (arrived = resolve))
    const { port } = await listen((request, response) => {
      arrived()
      handle(request, response)
    })
    const head = Object.entries({ ...webhookHeaders(event), host: 'x', 'content-length': '999' })
    const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const socket = connect(port, '127.0.0.1')
    socket.write(`POST /webhooks/platform HTTP/1.1\r\n${lines}\r\n`)
    socket.write(event.subarray(0, 20))
    await arrival
    socket.destroy()
    await expect.poll(() => log).toMatchObject([incomplete])
    expect(handler).not.toHaveBeenCalled()
  })

  test('as a middleware answers its own requests, and passes on the others', async () => {
    const handler = toNodeHandler(testPartner({ basePath: '/pay' }).partner)
    const { url } = await listen((request, response) => {
      handler(request, response, () => response.end('the shop itself'))
    })
    expect(await (await fetch(`${url}/cart`)).text()).toBe('the shop itself')
    expect(await (await fetch(`${url}/payments`)).text()).toBe('the shop itself')
    const lookup = await fetch(`${url}/pay/INV-1`, { headers: lookupHeaders() })
    expect(lookup.status).toBe(200)
    expect((await fetch(`${url}/pay/x/y`)).status).toBe(404)
  })

  test('alone, it answers 404 in JSON outside its base path', async () => {
    const { url } = await listen(toNodeHandler(testPartner({ basePath: '/pay' }).partner))
    const response = await fetch(`${url}/cart`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: 'ROUTE_NOT_FOUND' })
  })

  test.each([
    ['//evil.example/INV-1', 404],
    ['http://shop.test/INV-1?x=1', 200],
    ['/INV-1?x=1', 200],
    ['/a%2F..%2Fb', 200],
    ['/%2E%2E', 404],
    ['*', 404],
  ])('the request target %s is %d', async (target, status) => {
    const { port } = await listen(toNodeHandler(testPartner().partner))
    expect(await rawStatus(port, target)).toBe(status)
  })

  test('does not write to a response that is already sent', async () => {
    const handler = toNodeHandler(testPartner().partner)
    const { url } = await listen((request, response) => {
      response.end('too late')
      handler(request, response)
    })
    expect(await (await fetch(`${url}/INV-1`, { headers: lookupHeaders() })).text()).toBe(
      'too late',
    )
  })
})

const rawStatus = (port: number, target: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: target, headers: lookupHeaders() }
    httpRequest(options, (response: IncomingMessage) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
