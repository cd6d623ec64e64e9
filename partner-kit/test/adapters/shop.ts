/**
 * What every adapter must do, told once and run on each real framework over real HTTP: a shop with
 * the partner at /payments and a JSON route of its own, `POST /shop/echo`.
 */
import { request as httpRequest } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { bytesOf, lookupHeaders, successEvent, testPartner, webhookHeaders } from '../support.ts'
import type { TestPartner } from '../support.ts'
import type { Partner } from '../../src/partner.ts'
import type { PartnerOptions } from '../../src/options.ts'

export type RunningShop = { port: number; close: () => unknown }

export type Framework = {
  name: string
  /** Whether the adapter wants to be told the path (`basePath`), or learns it from where it is. */
  basePath?: '/payments'
  start: (partner: Partner) => Promise<RunningShop>
  /** The same, with something before the partner that reads the body. */
  startParserFirst: (partner: Partner) => Promise<RunningShop>
  /** What the answer says about this framework when a body parser came first. */
  advice: string
}

const ARABIC = 'فاتورة ٢٠٢٦/١'

export const describeAdapter = (framework: Framework): void => {
  describe(`the partner in ${framework.name}`, () => {
    test('serves lookups of references in any script, with slashes and of full length', async () => {
      const { get } = await openShop(framework)
      for (const reference of ['INV-1', 'INV/2026 01', ARABIC, 'a/../b', '100%', 'ع'.repeat(128)]) {
        const { status, body } = await get(`/payments/${encodeURIComponent(reference)}`)
        expect(status).toBe(200)
        expect(body).toMatchObject({ reference, total_amount: 599.8, currency: 'DZD' })
      }
    })

    test('refuses a lookup without the API secret, and answers what is not there in JSON', async () => {
      const { get } = await openShop(framework)
      const stranger = await get('/payments/INV-1', { authorization: null })
      expect(stranger).toMatchObject({ status: 401, body: { error: 'UNAUTHORIZED' } })
      expect((await get('/payments/a/b')).status).toBe(404)
    })

    test.each([
      'application/json',
      'text/plain; charset=utf-8',
      'application/x-www-form-urlencoded',
    ])('gets the raw bytes of an Arabic webhook that comes as %s', async (type) => {
      const { deliver, handled } = await openShop(framework)
      const body = bytesOf(successEvent({ reference: ARABIC }))
      expect(await deliver(body, { 'content-type': type })).toEqual({
        status: 200,
        body: { success: true },
      })
      expect(handled).toEqual([ARABIC])
    })

    test('gets the raw bytes of a webhook without a content type', async () => {
      const { deliver, handled } = await openShop(framework)
      const body = bytesOf(successEvent())
      expect((await deliver(body, { 'content-type': null })).status).toBe(200)
      expect(handled).toHaveLength(1)
    })

    test('verifies the bytes, not what they mean: spaces and escapes stay as they were', async () => {
      const { deliver } = await openShop(framework)
      const escaped = JSON.stringify(successEvent(), null, 3).replace('INV', String.raw`\u0049NV`)
      const body = bytesOf(escaped)
      expect((await deliver(body)).status).toBe(200)
      const rewritten = bytesOf(JSON.stringify(JSON.parse(escaped)))
      const headers = webhookHeaders(body)
      const forged = await deliver(rewritten, { 'x-signature': headers['x-signature'] ?? '' })
      expect(forged).toMatchObject({ status: 401, body: { error: 'UNAUTHORIZED' } })
    })

    test('runs the handler once for two copies at the same time, and again after it failed', async () => {
      const { deliver, handled, failNext } = await openShop(framework)
      const body = bytesOf(successEvent())
      failNext()
      expect((await deliver(body)).status).toBe(500)
      const copies = await Promise.all([deliver(body), deliver(body)])
      expect(copies.map(({ status }) => status)).toEqual([200, 200])
      expect(handled).toHaveLength(1)
    })

    test('a body beyond the limit is refused', async () => {
      const { deliver, handled } = await openShop(framework, { bodyBytesMax: 1000 })
      const { status, body } = await deliver(new Uint8Array(5000))
      expect({ status, error: body['error'] }).toEqual({ status: 413, error: 'PAYLOAD_TOO_LARGE' })
      expect(handled).toEqual([])
    })

    test('another method is refused in JSON', async () => {
      const { send } = await openShop(framework)
      const { status, body } = await send('PUT', '/payments/INV-1', {})
      expect({ status, error: body['error'] }).toEqual({ status: 405, error: 'METHOD_NOT_ALLOWED' })
    })

    test('the rest of the shop keeps its body parser', async () => {
      const { send } = await openShop(framework)
      const type = { 'content-type': 'application/json' }
      const echoed = await send('POST', '/shop/echo', type, bytesOf({ cart: ['تمر'] }))
      expect(echoed).toEqual({ status: 200, body: { cart: ['تمر'] } })
    })

    test('says what to move when a body parser came first, and acknowledges nothing', async () => {
      const { deliver, get, handled, log } = await openShop(framework, {}, 'startParserFirst')
      const { status, body } = await deliver(bytesOf(successEvent()))
      expect(status).toBe(500)
      expect(body['errorMessage']).toContain('was read before it reached the partner kit')
      expect(body['errorMessage']).toContain(framework.advice)
      expect(log).toMatchObject([{ level: 'error', code: 'webhook_body_already_read' }])
      expect(handled).toEqual([])
      expect((await get('/payments/INV-1')).status).toBe(200)
    })
  })
}

type Received = { status: number; body: Record<string, unknown> }

const openShop = async (
  framework: Framework,
  options: Partial<PartnerOptions> = {},
  how: 'start' | 'startParserFirst' = 'start',
) => {
  const handled: string[] = []
  let failures = 0
  const { partner, log }: TestPartner = testPartner({
    basePath: framework.basePath,
    on: {
      'payment.success': async ({ reference }) => {
        await vi.waitFor(() => {})
        failures -= 1
        if (failures >= 0) throw new Error('the printer is out of paper')
        handled.push(reference)
      },
    },
    ...options,
  })
  const { port, close } = await framework[how](partner)
  onTestFinished(async () => {
    await close()
  })
  const send = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array,
  ): Promise<Received> => sendTo(port, method, path, headers, body)
  return {
    handled,
    log,
    send,
    failNext: () => {
      failures = 1
    },
    get: (path: string, changes: Record<string, string | null> = {}) =>
      send('GET', path, lookupHeaders(changes)),
    deliver: (body: Uint8Array, changes: Record<string, string | null> = {}) =>
      send('POST', '/payments/webhooks/platform', webhookHeaders(body, changes), body),
  }
}

/** By node:http, because fetch adds a content type and resolves paths. */
const sendTo = (
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Uint8Array,
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.byteLength }
    const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } }
    const request = httpRequest({ ...options, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        try {
          const parsed = JSON.parse(text) as Record<string, unknown>
          resolve({ status: response.statusCode ?? 0, body: parsed })
        } catch {
          reject(new Error(`expected JSON, received ${response.statusCode} ${text.slice(0, 300)}`))
        }
      })
    })
    request.on('error', reject)
    request.end(body)
  })
