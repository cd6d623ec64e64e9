import { webhookEventDetail } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { newReference } from './support/node.ts'
import { startPartner } from './support/partner.ts'
import { expectRefusal, firstLimited, useScene } from './support/scene.ts'

const scene = useScene()

const UNKNOWN = '01989d2e-5c00-7a10-8f3b-9c1e000003e9'

const ask = (method: string, path: string, key: string | null, body?: unknown) =>
  scene.platform.call(method, `/partner/webhooks/v1${path}`, {
    key,
    ...(body !== undefined && { body }),
  })

const own = (method: string, path: string, body?: unknown) =>
  ask(method, path, scene.partner.apiKey, body)

/** Opens and confirms a payment; returns its confirmation event when it is delivered. */
const delivered = async () => {
  const { platform, partner, channel } = scene
  const { paymentId } = await platform.opened(channel, partner, newReference())
  await platform.change(channel, 'confirm', paymentId)
  await platform.settled()
  const { body } = await own('GET', `/events?paymentId=${paymentId}`)
  return body.items.find((event: any) => event.event === 'payment.success')
}

const failForGood = (eventId: string) =>
  scene.platform.pool.query(
    `update webhook_deliveries
    set due_at = null, delivered_at = null, step = 10, failed_at = wasl_now()
    where event_id = $1`,
    [eventId],
  )

describe('a partner and its own webhook events (D14)', () => {
  test('reads what was sent and what it answered, and sends it again', async () => {
    const event = await delivered()
    expect(event).toMatchObject({ state: 'delivered', partnerId: scene.partner.partnerId })
    const { status, body } = await own('GET', `/events/${event.eventId}`)
    expect(status).toBe(200)
    expect(webhookEventDetail.parse(body)).toEqual(body)
    expect(body.attempts).toMatchObject([{ outcome: 'acknowledged', status: 200 }])

    const again = await own('POST', `/events/${event.eventId}/redeliver`)
    expect(again.status).toBe(200)
    await scene.platform.settled()
    const after = await own('GET', `/events/${event.eventId}`)
    expect(after.body.attempts).toHaveLength(2)
  })

  test('sends everything again that failed since a time', async () => {
    const events = [await delivered(), await delivered()]
    const since = (await scene.platform.clock.now()).toISOString()
    for (const { eventId } of events) await failForGood(eventId)
    const failed = await own('GET', '/events?state=failed')
    expect(new Set(failed.body.items.map((item: any) => item.eventId))).toEqual(
      new Set(events.map(({ eventId }) => eventId)),
    )
    const { status, body } = await own('POST', '/redeliver', { failedSince: since })
    expect([status, body]).toEqual([200, { count: 2 }])
    await scene.platform.settled()
    expect((await own('GET', '/events?state=failed')).body.items).toEqual([])
  })

  test('gets the same answer for another partner’s event as for an unknown one, and cannot send it again', async () => {
    const event = await delivered()
    await failForGood(event.eventId)
    const before = await own('GET', `/events/${event.eventId}`)
    expect(before.body).toMatchObject({ state: 'failed', nextAttemptAt: null })
    const server = await startPartner()
    try {
      const other = await scene.platform.createPartner(server)
      for (const eventId of [event.eventId, UNKNOWN]) {
        expectRefusal(await ask('GET', `/events/${eventId}`, other.apiKey), 'EVENT404_NOT_FOUND')
        expectRefusal(
          await ask('POST', `/events/${eventId}/redeliver`, other.apiKey),
          'EVENT404_NOT_FOUND',
        )
      }
      const page = await ask('GET', `/events?paymentId=${event.paymentId}`, other.apiKey)
      expect(page.body).toEqual({ items: [], nextCursor: null })
      const none = await ask('POST', '/redeliver', other.apiKey, {
        failedSince: '2020-01-01T00:00:00.000Z',
      })
      expect(none.body).toEqual({ count: 0 })
      expect((await own('GET', `/events/${event.eventId}`)).body).toEqual(before.body)
      // It was delivered all along: what was made up is put right.
      await own('POST', `/events/${event.eventId}/redeliver`)
      await scene.platform.settled()
    } finally {
      await server.close()
    }
  })

  test('is refused without its own key, when it is inactive, and with a malformed request', async () => {
    for (const [method, path] of [
      ['GET', '/events'],
      ['GET', `/events/${UNKNOWN}`],
      ['POST', `/events/${UNKNOWN}/redeliver`],
      ['POST', '/redeliver'],
    ] as const) {
      for (const key of [null, 'nonsense', scene.channel.apiKey, `${scene.partner.apiKey}x`]) {
        expectRefusal(await ask(method, path, key), 'PARTNER_API401_UNAUTHORIZED')
      }
    }
    expectRefusal(await ask('POST', '/redeliver', null, 'no JSON'), 'PARTNER_API401_UNAUTHORIZED')
    expectRefusal(await own('GET', '/events/not-an-id'), 'VALIDATION400')
    expectRefusal(await own('GET', '/events?state=lost'), 'VALIDATION400')
    expectRefusal(await own('POST', '/redeliver', { failedSince: 'yesterday' }), 'VALIDATION400')
    const server = await startPartner()
    const other = await scene.platform.createPartner(server)
    await scene.platform.call('PATCH', `/operator/v1/partners/${other.partnerId}`, {
      key: scene.platform.operatorKey,
      body: { status: 'inactive' },
    })
    expectRefusal(await ask('GET', '/events', other.apiKey), 'PARTNER_API403_MERCHANT_INACTIVE')
    await server.close()
  })

  test('appears in the audit log under its own id', async () => {
    const event = await delivered()
    await own('POST', `/events/${event.eventId}/redeliver`)
    await scene.platform.settled()
    const { items } = await scene.platform.operator(`/audit-log?subject=${event.eventId}`)
    expect(items[0]).toMatchObject({
      action: 'webhook-event.redeliver',
      actor: scene.partner.partnerId,
      subject: event.eventId,
    })
  })

  test('is refused when it sends one event again too often within an hour (W76)', async () => {
    const event = await delivered()
    await scene.platform.pool.query(
      `insert into webhook_attempts (partner_id, event_id, attempt, started_at)
      select partner_id, event_id, attempt, wasl_now()
      from webhook_deliveries, generate_series(attempts + 1, 20) as attempt
      where event_id = $1`,
      [event.eventId],
    )
    const refused = await own('POST', `/events/${event.eventId}/redeliver`)
    expectRefusal(refused, 'EVENT429_SENT_TOO_OFTEN')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
    await scene.platform.pool.query(
      `update webhook_deliveries set attempts = 20 where event_id = $1`,
      [event.eventId],
    )
  })

  test.each([
    ['one event', `/events/${UNKNOWN}/redeliver`],
    ['all that failed', '/redeliver'],
  ])('that has %s sent again without end is held back (W69)', async (_, path) => {
    const { apiKey } = await scene.platform.createPartner(scene.server)
    const refused = await firstLimited(() => ask('POST', path, apiKey, {}))
    expectRefusal(refused, 'PARTNER_API429_TOO_MANY_CHANGES')
    expect((await ask('GET', '/events', apiKey)).status).toBe(200)
  })
})
