import { setTimeout as pause } from 'node:timers/promises'
import { webhookEventSchema } from '@wasl/protocol'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signatureOf, startPartner, type RecordedRequest } from './support/partner.ts'
import { newReference, type TestPartner } from './support/node.ts'
import { patiently } from './support/patiently.ts'
import { useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene({ hooks: { aroundSend: patiently } })

const open = (reference: string) => scene.platform.opened(scene.channel, scene.partner, reference)

const change = (cause: 'confirm' | 'cancel' | 'fail', paymentId: string) =>
  scene.platform.change(scene.channel, cause, paymentId)

const only = async (reference: string, event: string): Promise<RecordedRequest> => {
  const arrived = await scene.server.webhooksArrived(reference, 1, event)
  return arrived[0] as RecordedRequest
}

describe('the webhook request (section 4.2)', () => {
  test('is POST {API_URL}/webhooks/platform with one event as JSON (section 2.4, D12)', async () => {
    const reference = newReference()
    await open(reference)
    const request = await only(reference, 'payment.initialized')
    expect([request.method, request.path]).toEqual(['POST', '/pay/webhooks/platform'])
    expect(request.headers['content-type']).toBe('application/json')
    expect(request.headers['content-length']).toBe(String(request.body.length))
    expect(Object.keys(JSON.parse(request.body.toString()))).toEqual(['event', 'data'])
  })

  test('carries Authorization, X-Timestamp, X-Signature and X-Event-Id, once each (section 5)', async () => {
    const { partner } = scene
    const reference = newReference()
    await open(reference)
    const { headers, rawHeaders, atMs } = await only(reference, 'payment.initialized')
    expect(headers.authorization).toBe(`Bearer ${partner.apiSecret}`)
    expect(headers['x-timestamp']).toMatch(/^\d{10}$/)
    expect(Math.abs(Number(headers['x-timestamp']) - atMs / 1000)).toBeLessThan(10)
    expect(headers['x-signature']).toMatch(/^[0-9a-f]{64}$/)
    expect(headers['x-event-id']).toMatch(/^[0-9a-f-]{36}$/)
    const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
  })

  test('is signed over the exact bytes of the body and then the timestamp (D13)', async () => {
    const { platform, server, partner, channel } = scene
    const reference = 'فاتورة "7" \\ 🧾'
    server.prices.set(reference, 0.1)
    await platform.opened(channel, partner, reference)
    const request = await only(reference, 'payment.initialized')
    expect(request.headers['x-signature']).toBe(signatureOf(request, partner.hmacSecret))
    // Neither other bytes of the same JSON, nor another time, nor another key would fit.
    const rewritten = { ...request, body: Buffer.from(`${request.body.toString()} `) }
    const later = {
      ...request.headers,
      'x-timestamp': String(Number(request.headers['x-timestamp']) + 1),
    }
    for (const other of [
      signatureOf(rewritten, partner.hmacSecret),
      signatureOf({ ...request, headers: later }, partner.hmacSecret),
      signatureOf(request, partner.apiSecret),
    ]) {
      expect(request.headers['x-signature']).not.toBe(other)
    }
    expect(JSON.parse(request.body.toString()).data.reference).toBe(reference)
  })

  test('goes to the Webhook URL when the partner gave one, and lookups to the API URL (section 1, D12)', async () => {
    const { platform, server, channel } = scene
    const hooks = await startPartner()
    const webhookUrl = `${hooks.origin}/deep/hook`
    const partner = await platform.createPartner(server, { webhookUrl })
    hooks.trust({ apiSecrets: [partner.apiSecret], hmacSecrets: [partner.hmacSecret] })
    const reference = newReference()
    await platform.opened(channel, partner, reference)
    const [request] = await hooks.webhooksArrived(reference, 1)
    expect(request?.path).toBe('/deep/hook')
    expect(server.lookupsOf(reference)).toHaveLength(1)
    expect([server.webhooksOf(reference), hooks.lookupsOf(reference)]).toEqual([[], []])
    expect(hooks.problems).toEqual([])
    await platform.settled()
    await hooks.close()
  })
})

describe('the Standard Webhooks headers (D41)', () => {
  const STANDARD = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const

  const namesIn = ({ headers }: RecordedRequest): string[] =>
    Object.keys(headers).filter((name) => name.startsWith('webhook-') || name.startsWith('x-'))

  test('are sent to nobody who did not ask for them', async () => {
    const reference = newReference()
    await open(reference)
    const request = await only(reference, 'payment.initialized')
    expect(namesIn(request)).toEqual(['x-timestamp', 'x-signature', 'x-event-id'])
  })

  test('verify with the published package, beside the interface’s own headers', async () => {
    const { platform, server, channel } = scene
    const partner = await platform.createPartner(server)
    const path = `/operator/v1/partners/${partner.partnerId}`
    const key = platform.operatorKey
    const asked = { key, body: { webhookHeaders: 'standard' } }
    expect((await platform.call('PATCH', path, asked)).body.webhookHeaders).toBe('standard')
    const reference = 'فاتورة "41" \\ 🧾'
    server.prices.set(reference, 0.1)
    await platform.opened(channel, partner, reference)
    const request = await only(reference, 'payment.initialized')
    expect(namesIn(request)).toEqual(['x-timestamp', 'x-signature', 'x-event-id', ...STANDARD])
    expect(request.headers['x-signature']).toBe(signatureOf(request, partner.hmacSecret))
    expect(request.headers['webhook-id']).toBe(request.headers['x-event-id'])
    const secret = `whsec_${Buffer.from(partner.hmacSecret).toString('base64')}`
    const verifier = new Webhook(secret)
    const headers = Object.fromEntries(
      STANDARD.map((name) => [name, String(request.headers[name])]),
    )
    expect(verifier.verify(request.body, headers)).toEqual(request.event)
    for (const [body, changed] of [
      [`${request.body.toString()} `, headers],
      [request.body, { ...headers, 'webhook-id': 'another' }],
      [
        request.body,
        { ...headers, 'webhook-timestamp': `${Number(request.headers['webhook-timestamp']) + 1}` },
      ],
    ] as const) {
      expect(() => verifier.verify(body, changed)).toThrow('No matching signature found')
    }
  })
})

describe('the events (section 6, D15)', () => {
  const dataOf = (request: RecordedRequest): Record<string, unknown> => {
    const event = webhookEventSchema.parse(request.event)
    return event.data
  }

  const common = (reference: string, paymentId: string) => ({
    reference,
    paymentId,
    channel: 'AGENCY',
    amount: 599.8,
    currency: 'DZD',
  })

  test('payment.initialized fires when a payment is opened: until when it is locked, and since when', async () => {
    const { platform } = scene
    const reference = newReference()
    const { paymentId, lockReleaseTime } = await open(reference)
    const { createdAt } = await platform.operator(`/payments/${paymentId}`)
    expect(dataOf(await only(reference, 'payment.initialized'))).toEqual({
      ...common(reference, paymentId),
      lockReleaseTime,
      initializedAt: createdAt,
    })
  })

  test('payment.success fires when a payment is confirmed: since when it is paid', async () => {
    const reference = newReference()
    const { paymentId } = await open(reference)
    const { body } = await change('confirm', paymentId)
    expect(dataOf(await only(reference, 'payment.success'))).toEqual({
      ...common(reference, paymentId),
      paidAt: body.paidAt,
    })
  })

  test.each([
    ['cancel', 'cancelled'],
    ['fail', 'failed'],
  ] as const)('payment.fail fires on %s: since when and why (%s)', async (cause, reason) => {
    const reference = newReference()
    const { paymentId } = await open(reference)
    const { body } = await change(cause, paymentId)
    expect(dataOf(await only(reference, 'payment.fail'))).toEqual({
      ...common(reference, paymentId),
      failedAt: body.lockReleaseTime,
      reason,
    })
  })

  test('payment.fail fires when a lock lapses, as of that moment: expired', async () => {
    const { platform } = scene
    const reference = newReference()
    const { paymentId, lockReleaseTime } = await open(reference)
    await platform.clock.advanceTo(lockReleaseTime)
    expect(dataOf(await only(reference, 'payment.fail'))).toEqual({
      ...common(reference, paymentId),
      failedAt: lockReleaseTime,
      reason: 'expired',
    })
  })

  test.each(['AGENCY', 'DELIVERY', 'MARKETPLACE'] as const)(
    'name the kind of the channel: %s',
    async (kind) => {
      const { platform, partner } = scene
      const reference = newReference()
      await platform.opened(await platform.createChannel(kind), partner, reference)
      const request = await only(reference, 'payment.initialized')
      expect(request.event?.data['channel']).toBe(kind)
    },
  )

  describe('of a partner that asked for payment.refunded (D27)', () => {
    const ask = async (events: string[]): Promise<void> => {
      const { platform, partner } = scene
      const path = `/operator/v1/partners/${partner.partnerId}`
      const answer = await platform.call('PATCH', path, {
        key: platform.operatorKey,
        body: { events },
      })
      expect(answer.status).toBe(200)
    }

    beforeEach(() => ask(['payment.refunded']))
    afterEach(() => ask([]))

    test('report a refund once, with its amount and time', async () => {
      const { platform, server } = scene
      const reference = newReference()
      const { paymentId } = await open(reference)
      await change('confirm', paymentId)
      const { body } = await platform.refund(paymentId)
      const request = await only(reference, 'payment.refunded')
      const { eventId } = (await platform.operator(`/webhook-events?paymentId=${paymentId}`))
        .items[0]
      expect(request.headers['x-event-id']).toBe(eventId)
      expect(dataOf(request)).toEqual({
        ...common(reference, paymentId),
        refundId: body.refundId,
        refundedAmount: 599.8,
        refundedTotal: 599.8,
        refundedAt: body.madeAt,
        reason: 'Paid twice',
      })
      await platform.refund(paymentId)
      await platform.settled()
      expect(server.webhooksOf(reference)).toHaveLength(3)
    })

    test('are sent in order: the refund waits for the first attempt of the success', async () => {
      const { platform, server } = scene
      const reference = newReference()
      const answered = Promise.withResolvers<void>()
      const { paymentId } = await open(reference)
      await only(reference, 'payment.initialized')
      server.onWebhook(({ event }) => {
        return event?.event === 'payment.success' ? { after: answered.promise, status: 503 } : {}
      }, reference)
      await change('confirm', paymentId)
      await only(reference, 'payment.success')
      await platform.refund(paymentId)
      const other = newReference()
      await open(other)
      await only(other, 'payment.initialized')
      expect(server.webhooksOf(reference, 'payment.refunded')).toEqual([])
      answered.resolve()
      await only(reference, 'payment.refunded')
      expect(server.webhooksOf(reference, 'payment.success')).toHaveLength(1)
    })
  })

  test('a refund has no event for other partners: the status shows it', async () => {
    const { platform, server } = scene
    const reference = newReference()
    const { paymentId } = await open(reference)
    await change('confirm', paymentId)
    await server.webhooksArrived(reference, 2)
    await platform.refund(paymentId)
    await platform.settled()
    const { items } = await platform.operator(`/webhook-events?paymentId=${paymentId}`)
    expect(items.map(({ event }: any) => event)).toEqual(['payment.success', 'payment.initialized'])
    expect(server.webhooksOf(reference)).toHaveLength(2)
  })

  test('a refused call has no event', async () => {
    const { platform, server, partner, channel } = scene
    const reference = newReference()
    const { paymentId } = await open(reference)
    await platform.open(channel, partner, reference)
    await platform.change(channel, 'confirm', paymentId, { body: { amount: 1 } })
    await platform.refund(paymentId)
    await server.webhooksArrived(reference, 1)
    await platform.settled()
    expect(server.webhooksOf(reference)).toHaveLength(1)
  })
})

describe('each attempt of an event (D13)', () => {
  test('sends the same bytes under the same X-Event-Id, with a new timestamp and signature', async () => {
    const { platform, server, partner } = scene
    const reference = newReference()
    server.onWebhook((_request, count) => (count < 3 ? { status: 500 } : undefined), reference)
    const { paymentId } = await open(reference)
    for (const count of [1, 2]) {
      await server.webhooksArrived(reference, count)
      await platform.settled()
      // The timestamp is the real clock's, in seconds.
      await pause(1_050)
      await platform.clock.advance(count * 80)
      await platform.wake()
    }
    const attempts = await server.webhooksArrived(reference, 3)
    await platform.settled()
    const { items } = await platform.operator(`/webhook-events?paymentId=${paymentId}`)
    const header = (name: string) => attempts.map(({ headers }) => headers[name])
    expect(new Set(attempts.map(({ body }) => body.toString('hex'))).size).toBe(1)
    expect(header('x-event-id')).toEqual(Array(3).fill(items[0].eventId))
    expect(new Set(header('x-timestamp')).size).toBe(3)
    expect(new Set(header('x-signature')).size).toBe(3)
    for (const attempt of attempts) {
      expect(attempt.headers['x-signature']).toBe(signatureOf(attempt, partner.hmacSecret))
    }
    const detail = await platform.operator(`/webhook-events/${items[0].eventId}`)
    expect(detail.body).toBe(attempts[0]?.body.toString())
  })
})

describe('secrets that rotate during payments (D13, D22)', () => {
  const rotate = async (
    partner: TestPartner,
    secret: 'apiKey' | 'apiSecret' | 'hmacSecret',
    overlapSeconds: number,
  ): Promise<{ value: string; previousValidUntil: string }> => {
    const { platform } = scene
    const path = `/operator/v1/partners/${partner.partnerId}/rotate`
    const body = { secret, overlapSeconds }
    const answer = await platform.call('POST', path, { key: platform.operatorKey, body })
    expect(answer.status).toBe(200)
    return answer.body
  }

  test('shared secrets: the old ones until the overlap ends, then the new ones, and no request without', async () => {
    const { platform, channel } = scene
    const server = await startPartner()
    const partner = await platform.createPartner(server)
    const reference = newReference()
    await platform.opened(channel, partner, reference)
    await server.webhooksArrived(reference, 1)
    const api = await rotate(partner, 'apiSecret', 600)
    const hmac = await rotate(partner, 'hmacSecret', 600)
    server.trust({ apiSecrets: [api.value], hmacSecrets: [hmac.value] })
    const during = newReference()
    await platform.opened(channel, partner, during)
    const [first] = await server.webhooksArrived(during, 1)
    expect(first?.headers.authorization).toBe(`Bearer ${partner.apiSecret}`)
    expect(first?.headers['x-signature']).toBe(
      signatureOf(first as RecordedRequest, partner.hmacSecret),
    )
    await platform.clock.advanceTo(hmac.previousValidUntil)
    /** Opens one payment after another until one is told of with both new secrets. */
    await until('the new secrets to come into use', async () => {
      const next = newReference()
      await platform.opened(channel, partner, next)
      const [webhook] = await server.webhooksArrived(next, 1)
      return (
        webhook?.headers.authorization === `Bearer ${api.value}` &&
        webhook.headers['x-signature'] === signatureOf(webhook, hmac.value)
      )
    })
    const last = newReference()
    await platform.opened(channel, partner, last)
    expect(server.lookupsOf(last)[0]?.headers.authorization).toBe(`Bearer ${api.value}`)
    // The partner accepted each request by one secret or the other.
    expect(server.problems).toEqual([])
    await platform.settled()
    await server.close()
  })

  test('shared secrets without an overlap: the new ones from the very next request on', async () => {
    const { platform, channel } = scene
    const server = await startPartner()
    const partner = await platform.createPartner(server)
    const before = newReference()
    await platform.opened(channel, partner, before)
    await server.webhooksArrived(before, 1)
    const api = await rotate(partner, 'apiSecret', 0)
    const hmac = await rotate(partner, 'hmacSecret', 0)
    server.trust({ apiSecrets: [api.value], hmacSecrets: [hmac.value] })
    const reference = newReference()
    await platform.opened(channel, partner, reference)
    const [webhook] = await server.webhooksArrived(reference, 1)
    expect(server.lookupsOf(reference)[0]?.headers.authorization).toBe(`Bearer ${api.value}`)
    expect(webhook?.headers.authorization).toBe(`Bearer ${api.value}`)
    expect(webhook?.headers['x-signature']).toBe(
      signatureOf(webhook as RecordedRequest, hmac.value),
    )
    await platform.settled()
    await server.close()
  })

  test('API keys: both until the overlap ends, then only the new one, on every process', async () => {
    const { platform, server } = scene
    const node = await platform.startNode()
    const partner = await platform.createPartner(server)
    const { value, previousValidUntil } = await rotate(partner, 'apiKey', 600)
    const renewed = { ...partner, apiKey: value }
    for (const one of [platform, node]) {
      expect((await one.status(partner, 'INV')).status).toBe(200)
      expect((await one.status(renewed, 'INV')).status).toBe(200)
    }
    await platform.clock.advanceTo(previousValidUntil)
    for (const one of [platform, node]) {
      expect((await one.status(partner, 'INV')).body['error']).toBe('PARTNER_API401_UNAUTHORIZED')
      expect((await one.status(renewed, 'INV')).status).toBe(200)
    }
    await node.stop()
  })

  test('a partner that moved to another host gets new secrets there, never the old ones', async () => {
    const { platform, channel } = scene
    const [old, next] = [await startPartner(), await startPartner()]
    const partner = await platform.createPartner(old)
    const reference = newReference()
    await platform.opened(channel, partner, reference)
    await old.webhooksArrived(reference, 1)
    await platform.settled()
    const answer = await platform.call('PATCH', `/operator/v1/partners/${partner.partnerId}`, {
      key: platform.operatorKey,
      body: { apiUrl: next.apiUrl },
    })
    expect(answer.status).toBe(200)
    const moved = newReference()
    await platform.opened(channel, partner, moved)
    const [webhook] = await next.webhooksArrived(moved, 1)
    for (const request of [webhook, next.lookupsOf(moved)[0]]) {
      expect(request?.headers.authorization).toBe(`Bearer ${answer.body.apiSecret}`)
    }
    expect(webhook?.headers['x-signature']).toBe(
      signatureOf(webhook as RecordedRequest, answer.body.hmacSecret),
    )
    await platform.settled()
    await Promise.all([old.close(), next.close()])
  })
})
