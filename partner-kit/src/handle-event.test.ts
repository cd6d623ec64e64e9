import { describe, expect, test, vi } from 'vitest'
import {
  API_SECRET,
  HMAC_SECRET,
  NOW_SECONDS,
  deferred,
  successEvent,
  testPartner,
  webhookRequest,
  refundedEvent,
} from '../test/support.ts'
import type { Dedupe } from './dedupe.ts'
import { createPartner } from './partner.ts'

const acknowledged = { success: true }

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

describe('handling an event once', () => {
  test('an event that comes again is acknowledged without being handled again', async () => {
    const handler = vi.fn()
    const { partner, log } = testPartner({ on: { 'payment.success': handler } })
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await partner.fetch(webhookRequest(successEvent()))
      expect(await response.json()).toEqual(acknowledged)
    }
    expect(handler).toHaveBeenCalledTimes(1)
    expect(log.map(({ code }) => code)).toEqual([
      'webhook_handled',
      'webhook_duplicate',
      'webhook_duplicate',
    ])
  })

  test('identifies a copy by the signed content, not by the unsigned X-Event-Id', async () => {
    const handler = vi.fn()
    const { partner } = testPartner({ on: { 'payment.success': handler } })
    await partner.fetch(webhookRequest(successEvent(), { 'x-event-id': 'one' }))
    await partner.fetch(webhookRequest(successEvent(), { 'x-event-id': 'two' }))
    expect(handler).toHaveBeenCalledTimes(1)
    const other = successEvent({ paymentId: 'another-payment' })
    await partner.fetch(webhookRequest(other, { 'x-event-id': 'one' }))
    expect(handler).toHaveBeenCalledTimes(2)
  })

  test('copies that come at the same time run the handler once, and wait for it', async () => {
    const held = deferred()
    const handler = vi.fn(() => held.promise)
    const { partner } = testPartner({ on: { 'payment.success': handler } })
    let answered = 0
    const copies = Array.from({ length: 16 }, async () => {
      const response = await partner.fetch(webhookRequest(successEvent()))
      answered += 1
      return response.json()
    })
    await pause(30)
    expect(answered).toBe(0)
    held.resolve()
    expect(await Promise.all(copies)).toEqual(copies.map(() => acknowledged))
    expect(handler).toHaveBeenCalledTimes(1)
  })

  test('when the first of two copies fails, the second runs', async () => {
    const held = deferred()
    const handler = vi.fn(() => (handler.mock.calls.length === 1 ? held.promise : undefined))
    const { partner } = testPartner({ on: { 'payment.success': handler } })
    const first = partner.fetch(webhookRequest(successEvent()))
    const second = partner.fetch(webhookRequest(successEvent()))
    await pause(10)
    held.reject()
    expect((await first).status).toBe(500)
    expect((await second).status).toBe(200)
    expect(handler).toHaveBeenCalledTimes(2)
  })

  test('answers 500 when a handler throws, logs it, and runs the handler at the next attempt', async () => {
    const error = new Error('the database at 10.0.0.7 is down')
    const handler = vi.fn()
    handler.mockRejectedValueOnce(error)
    const { partner, log } = testPartner({ on: { 'payment.success': handler } })
    const failed = await partner.fetch(webhookRequest(successEvent()))
    expect(failed.status).toBe(500)
    const text = await failed.text()
    expect(JSON.parse(text)).toMatchObject({ error: 'INTERNAL_ERROR' })
    expect(text).not.toContain('10.0.0.7')
    expect(log).toMatchObject([{ level: 'error', code: 'webhook_handler_failed', error }])
    expect((await partner.fetch(webhookRequest(successEvent()))).status).toBe(200)
    expect(handler).toHaveBeenCalledTimes(2)
  })

  test('a handler that takes too long is 503; it goes on, and the next attempt is a duplicate', async () => {
    const held = deferred()
    const handler = vi.fn(() => held.promise)
    const { partner, log } = testPartner({
      on: { 'payment.success': handler },
      webhookTimeoutMs: 20,
    })
    expect((await partner.fetch(webhookRequest(successEvent()))).status).toBe(503)
    expect(log).toMatchObject([{ level: 'error', code: 'webhook_too_slow' }])
    held.resolve()
    expect((await partner.fetch(webhookRequest(successEvent()))).status).toBe(200)
    expect(handler).toHaveBeenCalledTimes(1)
  })

  test('handles each refund of a payment once, whatever happened to the payment before', async () => {
    const handled: string[] = []
    const { partner } = testPartner({
      on: {
        'payment.success': () => {},
        'payment.refunded': ({ refundId }) => void handled.push(refundId),
      },
    })
    for (const event of [successEvent(), refundedEvent('r1'), refundedEvent('r2')]) {
      expect((await partner.fetch(webhookRequest(event))).status).toBe(200)
      expect((await partner.fetch(webhookRequest(event))).status).toBe(200)
    }
    expect(handled).toEqual(['r1', 'r2'])
  })

  test("the store's transaction reaches the handler", async () => {
    const dedupe: Dedupe<{ id: number }> = {
      once: async (_key, run) => {
        await run({ id: 7 })
        return 'ran'
      },
    }
    let seen = 0
    const partner = createPartner({
      apiSecret: API_SECRET,
      hmacSecret: HMAC_SECRET,
      lookup: () => ({ status: 'not_found' }),
      dedupe,
      on: {
        'payment.success': (_data, { transaction }) => {
          seen = transaction.id
        },
      },
      now: () => NOW_SECONDS * 1000,
    })
    expect((await partner.fetch(webhookRequest(successEvent()))).status).toBe(200)
    expect(seen).toBe(7)
  })

  test.each<[string, Dedupe]>([
    ['cannot be reached', { once: () => Promise.reject(new Error('no connection')) }],
    ['says "ran" without running', { once: () => Promise.resolve('ran') }],
    ['says something else', { once: () => Promise.resolve(true as unknown as 'ran') }],
    [
      'cannot commit',
      {
        once: async (_key, run) => {
          await run(undefined)
          throw new Error('commit failed')
        },
      },
    ],
    [
      'says "duplicate" of what it just ran',
      {
        once: async (_key, run) => {
          await run(undefined)
          return 'duplicate'
        },
      },
    ],
  ])('a store that %s acknowledges nothing', async (_name, dedupe) => {
    const { partner, log } = testPartner({ dedupe })
    expect((await partner.fetch(webhookRequest(successEvent()))).status).toBe(500)
    expect(log).toMatchObject([{ level: 'error', code: 'webhook_dedupe_failed' }])
  })

  test("a store that swallows the handler's error acknowledges nothing", async () => {
    const dedupe: Dedupe = {
      once: async (_key, run) => {
        await run(undefined).catch(() => {})
        return 'ran'
      },
    }
    const on = {
      'payment.success': () => {
        throw new Error('not saved')
      },
    }
    const { partner, log } = testPartner({ dedupe, on })
    expect((await partner.fetch(webhookRequest(successEvent()))).status).toBe(500)
    expect(log).toMatchObject([{ code: 'webhook_handler_failed' }])
  })
})
