import { resendRecord } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { newReference, type TestPartner } from './support/node.ts'
import { startPartner } from './support/partner.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { until } from './support/wait.ts'

const scene = useScene()

const call = (method: string, path: string, key: string, body?: unknown) =>
  scene.platform.call(method, path, { key, ...(body !== undefined && { body }) })

const asOperator = (method: string, path: string, body?: unknown) =>
  call(method, `/operator/v1${path}`, scene.platform.operatorKey, body)

const asPartner = (method: string, path: string, body?: unknown, partner = scene.partner) =>
  call(method, `/partner/webhooks/v1${path}`, partner.apiKey, body)

/** A payment whose confirmation failed for good. */
const outage = async (partner: TestPartner = scene.partner): Promise<string> => {
  const { platform, channel } = scene
  const reference = newReference()
  const { paymentId } = await platform.opened(channel, partner, reference)
  await platform.change(channel, 'confirm', paymentId)
  await platform.settled()
  await platform.pool.query(
    `update webhook_deliveries
    set due_at = null, delivered_at = null, step = 10, failed_at = wasl_now()
    where event_id = event_id_of($1, 2)`,
    [paymentId],
  )
  return reference
}

const finished = (path: string, key: string) =>
  until('the resend to end', async () => {
    const { body } = await call('GET', path, key)
    return body.status === 'finished' && body
  })

const now = async (): Promise<string> => (await scene.platform.clock.now()).toISOString()

const successesOf = (reference: string): number =>
  scene.server.webhooksOf(reference, 'payment.success').length

describe('a backlog', () => {
  test('is counted first, then sent again once, and can be followed', async () => {
    await outage()
    const since = await now()
    const references = [await outage(), await outage()]
    const { partnerId } = scene.partner
    const asked = { partnerId, since, event: 'payment.success' }
    const preview = await asOperator('POST', '/resends/preview', asked)
    expect([preview.status, preview.body]).toEqual([200, { count: 2, isMore: false }])
    expect(references.map(successesOf)).toEqual([1, 1])

    const { status, body } = await asOperator('POST', '/resends', asked)
    expect([status, resendRecord.parse(body)]).toEqual([201, body])
    expect(body).toMatchObject({ partnerId, count: 2, askedBy: expect.any(String) })
    const path = `/operator/v1/resends/${body.resendId}`
    const ended = await finished(path, scene.platform.operatorKey)
    expect(ended).toMatchObject({ count: 2, sent: 2, leftOut: 0, finishedAt: expect.any(String) })
    await scene.platform.settled()
    expect(references.map(successesOf)).toEqual([2, 2])
    const list = await asOperator('GET', `/resends?partnerId=${partnerId}&limit=1`)
    expect(list.body.items).toEqual([ended])
  })

  test('of delivered events of one kind is sent again when that is asked for', async () => {
    const since = await now()
    const { platform, channel, partner } = scene
    const reference = newReference()
    const { paymentId } = await platform.opened(channel, partner, reference)
    await platform.change(channel, 'confirm', paymentId)
    await platform.refund(paymentId)
    await platform.settled()
    const states = ['delivered']
    const whole = await asPartner('POST', '/resends/preview', { since, states })
    expect(whole.body).toEqual({ count: 2, isMore: false })
    const { body } = await asPartner('POST', '/resends', {
      since,
      states,
      event: 'payment.initialized',
    })
    const ended = await finished(
      `/partner/webhooks/v1/resends/${body.resendId}`,
      scene.partner.apiKey,
    )
    expect(ended.sent).toBe(1)
    await platform.settled()
    expect(scene.server.webhooksOf(reference, 'payment.initialized')).toHaveLength(2)
    expect(successesOf(reference)).toBe(1)
  })

  test('that is larger than a partner takes at once waits, and is cancelled by its partner', async () => {
    const since = await now()
    await outage()
    const { platform, partner } = scene
    // As many due deliveries as a resend leaves room for. A claim needs an event, so none is sent.
    await platform.pool.query(
      `insert into webhook_deliveries (partner_id, event_id, due_at, step)
      select $1, event_id_of(new_id($1), 2), wasl_now(), 1 from generate_series(1, 256)`,
      [partner.number],
    )
    try {
      const { body } = await asPartner('POST', '/resends', { since })
      const path = `/resends/${body.resendId}`
      await until('a step', async () => {
        const { rows } = await platform.pool.query(
          'select from resends where resend_id = $1 and stepped_at is not null',
          [body.resendId],
        )
        return rows.length === 1
      })
      expect((await asPartner('GET', path)).body).toMatchObject({ status: 'running', sent: 0 })
      expectRefusal(await asPartner('POST', '/resends', { since }), 'RESEND409_RUNNING')
      expectRefusal(await asOperator('POST', '/resends', { since }), 'RESEND409_RUNNING')
      const cancelled = await asPartner('POST', `${path}/cancel`)
      expect(cancelled.body).toMatchObject({ status: 'cancelled', sent: 0 })
      expect((await asPartner('POST', `${path}/cancel`)).body).toEqual(cancelled.body)
    } finally {
      await platform.pool.query(
        `delete from webhook_deliveries delivery
        where not exists (
          select from webhook_events event where event.event_id = delivery.event_id
        )`,
      )
    }
  })

  test('of another partner is unknown, and stays unsent', async () => {
    const server = await startPartner()
    try {
      const other = await scene.platform.createPartner(server)
      const since = await now()
      const reference = await outage()
      const { body } = await asPartner('POST', '/resends', { since, states: ['delivered'] })
      for (const [method, path] of [
        ['GET', `/resends/${body.resendId}`],
        ['POST', `/resends/${body.resendId}/cancel`],
      ] as const)
        expectRefusal(await asPartner(method, path, undefined, other), 'RESEND404_NOT_FOUND')
      const own = await asPartner('POST', '/resends', { since }, other)
      expect(own.body).toMatchObject({ status: 'finished', count: 0 })
      await finished(`/partner/webhooks/v1/resends/${body.resendId}`, scene.partner.apiKey)
      await scene.platform.settled()
      expect(successesOf(reference)).toBe(1)
      // The operator's resend of all partners: each sees its own part of it.
      const all = await asOperator('POST', '/resends', { since })
      expect(all.body).toMatchObject({ partnerId: null, count: 1 })
      const path = `/resends/${all.body.resendId}`
      expect((await asPartner('GET', path)).body).toMatchObject({
        partnerId: scene.partner.partnerId,
      })
      expectRefusal(await asPartner('GET', path, undefined, other), 'RESEND404_NOT_FOUND')
      await finished(`/operator/v1${path}`, scene.platform.operatorKey)
    } finally {
      await server.close()
    }
  })
})

test('lists of events show one kind and period', async () => {
  const since = await now()
  const reference = await outage()
  const { platform, channel, partner } = scene
  const made = await platform.opened(channel, partner, newReference())
  const kinds = async (query: string): Promise<string[]> => {
    const { body } = await asPartner('GET', `/events?since=${since}&${query}`)
    return body.items.map((item: any) => `${item.event} ${item.paymentId === made.paymentId}`)
  }
  expect(await kinds('')).toEqual([
    'payment.initialized true',
    'payment.success false',
    'payment.initialized false',
  ])
  expect(await kinds('event=payment.success')).toEqual(['payment.success false'])
  expect(await kinds('state=failed')).toEqual(['payment.success false'])
  expect(await kinds('state=failed&event=payment.fail')).toEqual([])
  const { body } = await asOperator('GET', `/webhook-events?until=${since}&since=${since}`)
  expect(body.items).toEqual([])
  expect(successesOf(reference)).toBe(1)
})
