import { describe, expect, test, vi } from 'vitest'
import {
  API_SECRET,
  NOW_SECONDS,
  bytesOf,
  failEvent,
  initializedEvent,
  successEvent,
  testPartner,
  webhookHeaders,
  webhookRequest,
} from '../test/support.ts'

describe('POST {API_URL}/webhooks/platform (section 4.2)', () => {
  test('each kind of event reaches its own handler and is acknowledged (2.5, 6)', async () => {
    const on = {
      'payment.initialized': vi.fn(),
      'payment.success': vi.fn(),
      'payment.fail': vi.fn(),
    }
    const { partner, log } = testPartner({ on })
    for (const event of [initializedEvent(), successEvent(), failEvent()]) {
      const response = await partner.fetch(webhookRequest(event))
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ success: true })
      const context = { eventId: '019ab1c2-7c00-7abc-8def-0123000003e9', transaction: undefined }
      expect(on[event.event].mock.calls).toEqual([[event.data, context]])
    }
    expect(log.map(({ code }) => code)).toEqual(Array(3).fill('webhook_handled'))
  })

  test.each([
    ['no Authorization', { authorization: null }, 'Authorization header is missing'],
    ['a wrong API secret', { authorization: 'Bearer wrong-secret-00000' }, 'API secret is wrong'],
    ['no X-Timestamp', { 'x-timestamp': null }, 'X-Timestamp header is missing'],
    ['a stale X-Timestamp', { 'x-timestamp': String(NOW_SECONDS - 301) }, 'in the past'],
    ['an X-Timestamp ahead', { 'x-timestamp': String(NOW_SECONDS + 301) }, 'in the future'],
    [
      'another X-Timestamp than was signed',
      { 'x-timestamp': String(NOW_SECONDS - 1) },
      'not match',
    ],
    ['no X-Signature', { 'x-signature': null }, 'X-Signature header is missing'],
    ['a malformed X-Signature', { 'x-signature': 'abc' }, 'X-Signature header is malformed'],
    ['a wrong X-Signature', { 'x-signature': '0'.repeat(64) }, 'does not match'],
  ])('%s is 401 and nothing is handled (section 5)', async (_name, changes, cause) => {
    const handler = vi.fn()
    const { partner, log } = testPartner({ on: { 'payment.success': handler } })
    const response = await partner.fetch(webhookRequest(successEvent(), changes))
    expect(response.status).toBe(401)
    const body = (await response.json()) as { error: string; errorMessage: string }
    expect(body.error).toBe('UNAUTHORIZED')
    expect(body.errorMessage).toContain(cause)
    expect(handler).not.toHaveBeenCalled()
    expect(log).toMatchObject([{ level: 'warn', code: 'webhook_refused' }])
  })

  test('a body that was changed after signing is refused', async () => {
    const handler = vi.fn()
    const { partner } = testPartner({ on: { 'payment.success': handler } })
    const signed = webhookHeaders(bytesOf(successEvent()))
    const response = await partner.fetch(
      new Request('http://shop.test/webhooks/platform', {
        method: 'POST',
        headers: signed,
        body: bytesOf(successEvent({ amount: 1 })),
      }),
    )
    expect(response.status).toBe(401)
    expect(handler).not.toHaveBeenCalled()
  })

  test.each([
    ['no JSON', 'payment.success'],
    ['no object', '[]'],
    ['no UTF-8', Buffer.from([0xff])],
    ['no event', '{}'],
    ['an event without its fields', { event: 'payment.success', data: {} }],
  ])('rightly signed but %s is 400', async (_name, body) => {
    const response = await testPartner().partner.fetch(webhookRequest(body))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'BAD_REQUEST' })
  })

  test('acknowledges and logs an event of an unknown kind', async () => {
    const { partner, log } = testPartner()
    const response = await partner.fetch(webhookRequest({ event: 'payment.disputed', data: {} }))
    expect(await response.json()).toEqual({ success: true })
    expect(log).toMatchObject([{ code: 'webhook_unknown_event', event: 'payment.disputed' }])
  })

  test('acknowledges and logs an event without a handler', async () => {
    const { partner, log } = testPartner()
    const response = await partner.fetch(webhookRequest(failEvent()))
    expect(await response.json()).toEqual({ success: true })
    expect(log).toMatchObject([{ code: 'webhook_without_handler', event: 'payment.fail' }])
  })

  test('the body is not read before the API secret is right', async () => {
    let pulled = false
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulled = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const request = new Request('http://shop.test/webhooks/platform', {
      method: 'POST',
      headers: { authorization: 'Bearer wrong-secret-00000' },
      body,
      duplex: 'half',
    })
    expect((await testPartner().partner.fetch(request)).status).toBe(401)
    expect(pulled).toBe(false)
  })

  test.each([
    ['by its Content-Length', { 'content-length': '101' }],
    ['by its bytes', {}],
  ])('a body that is too large, told %s, is 413', async (_name, headers) => {
    const { partner } = testPartner({ bodyBytesMax: 100 })
    const response = await partner.fetch(webhookRequest('x'.repeat(101), headers))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: 'PAYLOAD_TOO_LARGE' })
  })

  test('a stream without an end is not read beyond the limit', async () => {
    let chunks = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        chunks += 1
        controller.enqueue(new Uint8Array(1000))
      },
    })
    const headers = webhookHeaders(new Uint8Array())
    const init = { method: 'POST', headers, body, duplex: 'half' } as const
    const request = new Request('http://shop.test/webhooks/platform', init)
    const { partner } = testPartner({ bodyBytesMax: 10_000 })
    expect((await partner.fetch(request)).status).toBe(413)
    expect(chunks).toBeLessThan(20)
  })

  test('a body that breaks off is 400, and nothing is handled', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('connection reset')),
    })
    const headers = { authorization: `Bearer ${API_SECRET}` }
    const init = { method: 'POST', headers, body, duplex: 'half' } as const
    const { partner, log } = testPartner()
    const request = new Request('http://shop.test/webhooks/platform', init)
    expect((await partner.fetch(request)).status).toBe(400)
    expect(log).toMatchObject([{ code: 'webhook_body_incomplete' }])
  })

  test('answers 500 to a body that was already read, and logs what to change', async () => {
    const { partner, log } = testPartner()
    const request = webhookRequest(successEvent())
    await request.json()
    expect((await partner.fetch(request)).status).toBe(500)
    expect(log).toMatchObject([{ level: 'error', code: 'webhook_body_already_read' }])
    expect(log[0]?.message).toContain(
      'Pass the request to the partner before anything calls its json()',
    )
  })

  test('an X-Event-Id that could hurt a log is dropped', async () => {
    const handler = vi.fn()
    const { partner, log } = testPartner({ on: { 'payment.success': handler } })
    await partner.fetch(webhookRequest(successEvent(), { 'x-event-id': '<script>' }))
    expect(handler.mock.calls[0]?.[1]).toMatchObject({ eventId: null })
    expect(log[0]).not.toHaveProperty('eventId')
  })

  test.each([
    ['GET', '/webhooks/platform', 405, 'METHOD_NOT_ALLOWED', 'POST'],
    ['DELETE', '/INV-1', 405, 'METHOD_NOT_ALLOWED', 'GET'],
    ['POST', '/', 404, 'ROUTE_NOT_FOUND', null],
    ['GET', '/a/b', 404, 'ROUTE_NOT_FOUND', null],
  ])('%s %s is %d %s, in JSON', async (method, path, status, error, allow) => {
    const request = new Request(`http://shop.test${path}`, { method })
    const response = await testPartner().partner.fetch(request)
    expect(response.status).toBe(status)
    expect(response.headers.get('allow')).toBe(allow)
    expect(await response.json()).toEqual({ error, errorMessage: expect.any(String) })
  })

  test('serves another basePath and webhookPath', async () => {
    const { partner } = testPartner({ basePath: '/pay', webhookPath: '/hooks/wasl' })
    const response = await partner.fetch(webhookRequest(successEvent(), {}, '/hooks/wasl'))
    expect(response.status).toBe(200)
    expect((await partner.fetch(webhookRequest(successEvent()))).status).toBe(404)
  })
})
