import { listOf, webhookEventDetail, webhookEventRecord } from '@wasl/protocol'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listEvents } from '../src/delivery/webhooks/queue/list-events.ts'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
  await house.call('POST', '/operator/v1/channels', { body: { name: 'Counter', kind: 'AGENCY' } })
})

afterAll(() => house.close())

const UNKNOWN = '01989d2e-5c00-7a10-8f3b-9c1e000003e7'

/** Lets a delivery fail for good, as the end of the schedule would. */
const failDelivery = async (eventId: string, failedAt = 'wasl_now()'): Promise<void> => {
  await house.db.pool.query(
    `update webhook_deliveries
    set due_at = null, leased_until = null, attempts = 10, step = 10, failed_at = ${failedAt}
    where event_id = $1`,
    [eventId],
  )
}

describe('webhook events', () => {
  test('are shown with the bytes that are sent and their attempts', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'W1')
    const [event] = await house.eventsOf(paymentId)
    expect(webhookEventRecord.parse(event)).toEqual(event)
    expect(event).toMatchObject({
      event: 'payment.initialized',
      state: 'pending',
      attempts: 0,
      partnerId,
    })
    const { body } = await house.call('GET', `/operator/v1/webhook-events/${event.eventId}`)
    expect(webhookEventDetail.parse(body)).toEqual(body)
    expect(JSON.parse(body.body)).toMatchObject({
      event: 'payment.initialized',
      data: { paymentId },
    })
    const unknown = await house.call('GET', `/operator/v1/webhook-events/${UNKNOWN}`)
    expect([unknown.status, unknown.body.error]).toEqual([404, 'EVENT404_NOT_FOUND'])
  })

  test('that were attempted again and again show the newest attempts, and page to the first', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'W-many')
    const [{ eventId }] = await house.eventsOf(paymentId)
    await house.db.pool.query(
      `insert into webhook_attempts (partner_id, event_id, attempt, started_at)
      select partner_id, event_id, attempt, created_at + make_interval(secs => attempt)
      from webhook_events, generate_series(1, 130) as attempt
      where event_id = $1`,
      [eventId],
    )
    const path = `/operator/v1/webhook-events/${eventId}`
    const seen: number[] = []
    const sizes: number[] = []
    let next = ''
    do {
      const { body } = await house.call('GET', `${path}?${next}`)
      expect(webhookEventDetail.parse(body)).toEqual(body)
      sizes.push(body.attempts.length)
      seen.unshift(...body.attempts.map(({ attempt }: any) => attempt))
      next = body.nextCursor && `limit=70&cursor=${body.nextCursor}`
    } while (next)
    expect(sizes).toEqual([50, 70, 10])
    expect(seen).toEqual(Array.from({ length: 130 }, (_, index) => index + 1))
    const { body: sent } = await house.call('POST', `${path}/redeliver`)
    expect(sent.attempts).toHaveLength(50)
    const { body: wrong } = await house.call('GET', `${path}?cursor=AAAA`)
    expect(wrong.error).toBe('VALIDATION400')

    const { body: payment } = await house.call('GET', `/operator/v1/payments/${paymentId}`)
    expect(payment.attemptsLeftOut).toBe(true)
    const attempts = payment.timeline.filter(({ kind }: any) => kind === 'attempt')
    expect(attempts.map(({ attempt }: any) => attempt)).toEqual(seen.slice(-50))
    expect(payment.timeline.map(({ kind }: any) => kind)).toContain('transition')
  })

  test('are sent again with a whole new schedule, failed or delivered', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'W2')
    const [event] = await house.eventsOf(paymentId)
    const path = `/operator/v1/webhook-events/${event.eventId}`
    await failDelivery(event.eventId)
    expect((await house.call('GET', path)).body).toMatchObject({
      state: 'failed',
      nextAttemptAt: null,
    })
    const wakes = house.wakes()
    const sent = await house.call('POST', `${path}/redeliver`)
    expect(sent.status).toBe(200)
    expect(sent.body).toMatchObject({ state: 'pending', failedAt: null })
    expect(sent.body.nextAttemptAt).not.toBeNull()
    expect(house.wakes()).toBe(wakes + 1)
    await house.db.pool.query(
      `update webhook_deliveries set due_at = null, delivered_at = wasl_now() where event_id = $1`,
      [event.eventId],
    )
    const after = await house.call('POST', `${path}/redeliver`)
    expect(after.body).toMatchObject({ state: 'delivered', deliveredAt: expect.any(String) })
    expect(after.body.nextAttemptAt).not.toBeNull()
    const { rows } = await house.db.pool.query(
      `select step from webhook_deliveries where event_id = $1`,
      [event.eventId],
    )
    expect(rows).toEqual([{ step: 0 }])
    const unknown = await house.call('POST', `/operator/v1/webhook-events/${UNKNOWN}/redeliver`)
    expect([unknown.status, unknown.body.error]).toEqual([404, 'EVENT404_NOT_FOUND'])
  })

  test('are not sent again when they were attempted too often within an hour', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'W-often')
    const [{ eventId }] = await house.eventsOf(paymentId)
    const path = `/operator/v1/webhook-events/${eventId}/redeliver`
    const attempt = (from: number, to: number): Promise<unknown> =>
      house.db.pool.query(
        `insert into webhook_attempts (partner_id, event_id, attempt, started_at)
        select partner_id, event_id, attempt, wasl_now() - interval '50 min'
        from webhook_events, generate_series($2::int, $3::int) as attempt
        where event_id = $1`,
        [eventId, from, to],
      )
    await attempt(1, 59)
    await failDelivery(eventId)
    expect((await house.call('POST', path)).status).toBe(200)
    // It is due now: what was asked for once need not be asked for, or written, again.
    const entries = (await house.auditLog()).length
    expect((await house.call('POST', path)).status).toBe(200)
    expect(await house.auditLog()).toHaveLength(entries)

    await attempt(60, 60)
    await failDelivery(eventId)
    const refused = await house.call('POST', path)
    expect([refused.status, refused.body.error]).toEqual([429, 'EVENT429_SENT_TOO_OFTEN'])
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(600)
    const bulk = await house.call('POST', '/operator/v1/webhook-events/redeliver', {
      body: { partnerId, failedSince: '2020-01-01T00:00:00.000Z' },
    })
    expect(bulk.body).toEqual({ count: 0 })
  })

  test('do not change while an attempt runs, and change when its lease has lapsed', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'W3')
    const [event] = await house.eventsOf(paymentId)
    const lease = (interval: string): Promise<unknown> =>
      house.db.pool.query(
        `update webhook_deliveries set leased_until = wasl_now() + $2::interval, step = 4 where event_id = $1`,
        [event.eventId, interval],
      )
    const read = async (): Promise<any> =>
      (
        await house.db.pool.query(
          `select leased_until is not null as leased, step from webhook_deliveries where event_id = $1`,
          [event.eventId],
        )
      ).rows[0]
    await lease('20 s')
    expect(
      (await house.call('POST', `/operator/v1/webhook-events/${event.eventId}/redeliver`)).status,
    ).toBe(200)
    expect(await read()).toEqual({ leased: true, step: 4 })
    await lease('-1 s')
    await house.call('POST', `/operator/v1/webhook-events/${event.eventId}/redeliver`)
    expect(await read()).toEqual({ leased: false, step: 0 })
  })

  test('that failed since a time are sent again together, for one partner or for all', async () => {
    const [first, second] = [await house.createPartner(), await house.createPartner()]
    const failed: Record<string, string> = {}
    for (const [name, partner, failedAt] of [
      ['old', first, "wasl_now() - interval '2 h'"],
      ['new', first, 'wasl_now()'],
      ['other', second, 'wasl_now()'],
    ] as const) {
      const { payment_id: paymentId } = await house.openPayment(partner.partnerId, `B-${name}`)
      const [event] = await house.eventsOf(paymentId)
      await failDelivery(event.eventId, failedAt)
      failed[name] = event.eventId
    }
    const stateOf = async (name: string): Promise<string> =>
      (await house.call('GET', `/operator/v1/webhook-events/${failed[name]}`)).body.state
    const failedSince = new Date(Date.now() - 3_600_000).toISOString()
    const ofFirst = await house.call('POST', '/operator/v1/webhook-events/redeliver', {
      body: { partnerId: first.partnerId, failedSince },
    })
    expect([ofFirst.status, ofFirst.body]).toEqual([200, { count: 1 }])
    expect(await Promise.all(['old', 'new', 'other'].map(stateOf))).toEqual([
      'failed',
      'pending',
      'failed',
    ])
    const ofAll = await house.call('POST', '/operator/v1/webhook-events/redeliver', {
      body: { failedSince: '2020-01-01T00:00:00.000Z' },
    })
    expect(ofAll.body).toEqual({ count: 2 })
    expect(await stateOf('old')).toBe('pending')
    const none = await house.call('POST', '/operator/v1/webhook-events/redeliver', {
      body: { failedSince },
    })
    expect(none.body).toEqual({ count: 0 })
    const unknown = await house.call('POST', '/operator/v1/webhook-events/redeliver', {
      body: { partnerId: 'prt_999999', failedSince },
    })
    expect(unknown.body.error).toBe('PARTNER404_NOT_FOUND')
  })

  test('that wait after a failed attempt are sent again with the failed ones', async () => {
    const { partnerId } = await house.createPartner()
    const fail = async (name: string, fields: string, finishedAt: string): Promise<string> => {
      const { payment_id: paymentId } = await house.openPayment(partnerId, `P-${name}`)
      const [{ eventId }] = await house.eventsOf(paymentId)
      await house.db.pool.query(
        `update webhook_deliveries
        set due_at = wasl_now() + interval '2 h', attempts = 5, ${fields}
        where event_id = $1`,
        [eventId],
      )
      await house.db.pool.query(
        `insert into webhook_attempt_results
          (partner_id, event_id, attempt, finished_at, outcome, status, duration_ms)
        select partner_id, event_id, attempts, ${finishedAt}, 'http_status', 500, 5
        from webhook_deliveries
        where event_id = $1`,
        [eventId],
      )
      return eventId
    }
    const inTwoHours = `step = 5, scheduled_at = wasl_now() + interval '2 h'`
    const events = {
      waiting: await fail('waiting', inTwoHours, 'wasl_now()'),
      old: await fail('old', inTwoHours, `wasl_now() - interval '3 h'`),
      underWay: await fail(
        'way',
        `step = 5, leased_until = wasl_now() + interval '20 s'`,
        'wasl_now()',
      ),
      neverFailed: await fail('new', 'step = 0', 'wasl_now()'),
      delivered: await fail('told', 'step = 5, delivered_at = wasl_now()', 'wasl_now()'),
    }
    const failedSince = new Date(Date.now() - 3_600_000).toISOString()
    const path = '/operator/v1/webhook-events/redeliver'
    const ofPartner = await house.call('POST', path, { body: { partnerId, failedSince } })
    expect(ofPartner.body).toEqual({ count: 1 })
    const { rows } = await house.db.pool.query(
      `select event_id from webhook_deliveries
      where event_id = any($1) and due_at <= wasl_now() and step = 0 and scheduled_at is null`,
      [Object.values(events)],
    )
    expect(rows).toEqual([{ event_id: events.waiting }])
    const ofAll = await house.call('POST', path, {
      body: { failedSince: '2020-01-01T00:00:00.000Z' },
    })
    expect(ofAll.body).toEqual({ count: 1 })
    const audited = (await house.auditLog()).find((entry) => entry.partnerId === partnerId)
    expect(audited).toMatchObject({ subject: '1 waiting events', details: { count: 1 } })
  })

  test('are sent again in thousands', async () => {
    const { partnerId } = await house.createPartner()
    const payment = await house.openPayment(partnerId, 'MANY')
    const number = payment.partner_id
    await house.db.pool.query(
      `with made as (
        insert into payments
        select (jsonb_populate_record(payments, jsonb_build_object(
          'payment_id', new_id($1), 'reference', 'MANY-' || n))).*
        from payments, generate_series(1, 2500) as n
        where partner_id = $1
        returning *
      ), events as (
        insert into webhook_events
        select partner_id, event_id_of(payment_id, 1), 'payment.initialized', '{}', opened_at from made
        returning *
      )
      select count(*) from events`,
      [number],
    )
    await house.db.pool.query(
      `insert into webhook_deliveries (partner_id, event_id, attempts, step, failed_at)
      select partner_id, event_id, 10, 10, wasl_now()
      from webhook_events
      where partner_id = $1 and body = '{}'`,
      [number],
    )
    const { body } = await house.call('POST', '/operator/v1/webhook-events/redeliver', {
      body: { partnerId, failedSince: '2020-01-01T00:00:00.000Z' },
    })
    expect(body).toEqual({ count: 2500 })
    const left = await house.db.pool.query(
      `select from webhook_deliveries where failed_at is not null and partner_id = $1`,
      [number],
    )
    expect(left.rowCount).toBe(0)
    const entries = (await house.auditLog()).filter(
      (entry) => entry.partnerId === partnerId && entry.action === 'webhook-events.redeliver',
    )
    expect(entries.map((entry) => entry.details.count)).toEqual([500, 1000, 1000])
  })

  test('are listed by state and partner, the newest first', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId, partner_id } = await house.openPayment(partnerId, 'L1')
    await house.move({ partnerId: partner_id, paymentId, cause: 'confirm', channelId: 1 })
    const [success, initialized] = await house.eventsOf(paymentId)
    expect([success.event, initialized.event]).toEqual(['payment.success', 'payment.initialized'])
    await failDelivery(success.eventId)
    const list = async (query: string): Promise<string[]> => {
      const { body } = await house.call(
        'GET',
        `/operator/v1/webhook-events?partnerId=${partnerId}&${query}`,
      )
      expect(listOf(webhookEventRecord).parse(body)).toEqual(body)
      return body.items.map((item: any) => item.eventId)
    }
    expect(await list('state=failed')).toEqual([success.eventId])
    expect(await list('state=pending')).toEqual([initialized.eventId])
    expect(await list('state=delivered')).toEqual([])
    const { body: page } = await house.call(
      'GET',
      `/operator/v1/webhook-events?partnerId=${partnerId}&limit=1`,
    )
    expect(await list(`limit=1&cursor=${page.nextCursor}`)).toEqual([initialized.eventId])
  })

  test.each(['failed', 'pending'] as const)(
    'that are %s are not looked for among all that were delivered since',
    async (state) => {
      const explained: unknown[] = []
      const explain = async (text: string, values: unknown[]) => {
        explained.push(...(await house.db.pool.query(`explain ${text}`, values)).rows)
        return { rows: [] }
      }
      const any = { event: null, since: null, until: null }
      const filter = { partnerId: 1001, paymentId: null, state, ...any }
      const page = { limit: 20, beforeId: UNKNOWN }
      await listEvents({ query: explain } as unknown as pg.Pool, filter, page)
      const plan = explained.map((row) => JSON.stringify(row)).join('\n')
      // Once, for the events of the page. A walk through the newest of all would be a second time:
      // over a million delivered ones it took ten seconds.
      expect(plan.match(/ on webhook_events_other /g)).toHaveLength(1)
      expect(plan).toMatch(/webhook_deliveries/)
    },
  )
})
