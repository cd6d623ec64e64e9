import {
  createdChannel,
  createdPartner,
  listOf,
  operatorPayment,
  partner as partnerSchema,
  paymentDetail,
  webhookEventDetail,
  webhookEventRecord,
} from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
  await house.call('POST', '/operator/v1/channels', { body: { name: 'Counter', kind: 'AGENCY' } })
})

afterAll(() => house.close())

const UNKNOWN = '01989d2e-5c00-7a10-8f3b-9c1e000003e7'

const eventsOf = async (paymentId: string): Promise<any[]> =>
  (await house.call('GET', `/operator/v1/webhook-events?paymentId=${paymentId}`)).body.items

/** Lets a delivery fail for good, as the end of the schedule would. */
const failDelivery = async (eventId: string, failedAt = 'wasl_now()'): Promise<void> => {
  await house.db.pool.query(
    `update webhook_deliveries
    set due_at = null, leased = false, attempts = 10, step = 10, failed_at = ${failedAt}
    where event_id = $1`,
    [eventId],
  )
}

const audit = async (): Promise<any[]> =>
  (await house.call('GET', '/operator/v1/audit-log?limit=200')).body.items

describe('the key of an operator (D22)', () => {
  test.each([
    ['none', null],
    ['an empty one', ''],
    ['an unknown one', 'an-operator-key-for-testz'],
    ['one that is longer', 'an-operator-key-for-tests '.repeat(2)],
    ['one that looks like a made one', `wasl_opr_${'A'.repeat(43)}`],
  ])('%s is refused with OPERATOR401_UNAUTHORIZED', async (_, key) => {
    const { status, headers, body } = await house.call('GET', '/operator/v1/partners', { key })
    expect(status).toBe(401)
    expect(body.error).toBe('OPERATOR401_UNAUTHORIZED')
    expect(headers.get('x-request-id')).toBe(body.requestId)
  })

  test("a partner's key and a channel's key open nothing here", async () => {
    const { apiKey } = await house.createPartner()
    const channel = await house.call('POST', '/operator/v1/channels', {
      body: { name: 'Till', kind: 'DELIVERY' },
    })
    for (const key of [apiKey, channel.body.apiKey]) {
      expect((await house.call('GET', '/operator/v1/partners', { key })).status).toBe(401)
    }
  })

  test('is asked for before a byte of the body is looked at', async () => {
    const options = { key: null, body: '{"broken', headers: { 'content-type': 'application/json' } }
    const { body } = await house.call('POST', '/operator/v1/partners', options)
    expect(body.error).toBe('OPERATOR401_UNAUTHORIZED')
  })

  test('is asked for on every route', async () => {
    const routes = [
      ['POST', '/operator/v1/partners'],
      ['GET', '/operator/v1/partners'],
      ['GET', '/operator/v1/partners/prt_1001'],
      ['PATCH', '/operator/v1/partners/prt_1001'],
      ['POST', '/operator/v1/partners/prt_1001/rotate'],
      ['POST', '/operator/v1/channels'],
      ['GET', '/operator/v1/channels'],
      ['GET', '/operator/v1/channel-kinds'],
      ['PATCH', '/operator/v1/channel-kinds/AGENCY'],
      ['GET', '/operator/v1/payments'],
      ['GET', `/operator/v1/payments/${UNKNOWN}`],
      ['POST', `/operator/v1/payments/${UNKNOWN}/refund`],
      ['GET', '/operator/v1/webhook-events'],
      ['GET', `/operator/v1/webhook-events/${UNKNOWN}`],
      ['POST', `/operator/v1/webhook-events/${UNKNOWN}/redeliver`],
      ['POST', '/operator/v1/webhook-events/redeliver'],
      ['GET', '/operator/v1/audit-log'],
    ]
    for (const [method = '', path = ''] of routes) {
      expect((await house.call(method, path, { key: null })).status, `${method} ${path}`).toBe(401)
    }
  })
})

describe('partners', () => {
  test('are created active, with three secrets and the derived webhook URL', async () => {
    const { status, body } = await house.call('POST', '/operator/v1/partners', {
      body: { name: 'متجر الجزائر', apiUrl: 'https://shop.example/pay/' },
    })
    expect(status).toBe(201)
    expect(createdPartner.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      name: 'متجر الجزائر',
      status: 'active',
      apiUrl: 'https://shop.example/pay/',
      webhookUrl: 'https://shop.example/pay/webhooks/platform',
    })
    expect(body.apiKey).toMatch(new RegExp(`^wasl_${body.partnerId}_`))
    expect(body.apiSecret).toMatch(/^wasl_sec_/)
    expect(body.hmacSecret).toMatch(/^wasl_hmac_/)
  })

  test('have a quota of status calls from the first moment', async () => {
    const { partnerId } = await house.createPartner()
    const { rows } = await house.db.pool.query('select from status_quotas where partner_id = $1', [
      Number(partnerId.slice(4)),
    ])
    expect(rows).toHaveLength(1)
  })

  test('are shown without secrets ever after', async () => {
    const created = await house.createPartner({ webhookUrl: 'https://hooks.example/in' })
    const { status, body } = await house.call('GET', `/operator/v1/partners/${created.partnerId}`)
    expect(status).toBe(200)
    expect(partnerSchema.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      webhookUrl: 'https://hooks.example/in',
      warnings: [],
      rotations: [],
    })
    for (const secret of [created.apiKey, created.apiSecret, created.hmacSecret]) {
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  })

  test('are listed by pages, each exactly once', async () => {
    const created = [
      await house.createPartner(),
      await house.createPartner(),
      await house.createPartner(),
    ]
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`
      const page = await house.call('GET', `/operator/v1/partners?limit=2${query}`)
      expect(listOf(partnerSchema).parse(page.body)).toEqual(page.body)
      expect(page.body.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.body.items.map((item: any) => item.partnerId))
      cursor = page.body.nextCursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(created.map((item) => item.partnerId)))
  })

  test('change only in what the patch names', async () => {
    const { partnerId } = await house.createPartner()
    const path = `/operator/v1/partners/${partnerId}`
    const { status, body } = await house.call('PATCH', path, { body: { status: 'inactive' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Shop',
      status: 'inactive',
      apiUrl: 'https://shop.example/pay',
    })
    expect(body).not.toHaveProperty('apiSecret')
    const renamed = await house.call('PATCH', path, { body: { name: 'Other' } })
    expect(renamed.body).toMatchObject({ name: 'Other', status: 'inactive' })
  })

  test.each([
    ['GET', '/operator/v1/partners/prt_999999'],
    ['PATCH', '/operator/v1/partners/prt_999999'],
    ['POST', '/operator/v1/partners/prt_999999/rotate'],
  ])('%s %s: an unknown partner is PARTNER404_NOT_FOUND', async (method, path) => {
    const body = method === 'PATCH' ? { name: 'Other' } : { secret: 'apiKey' }
    const answer = await house.call(method, path, method === 'GET' ? {} : { body })
    expect([answer.status, answer.body.error]).toEqual([404, 'PARTNER404_NOT_FOUND'])
  })

  test('an id of another shape is VALIDATION400', async () => {
    const { body } = await house.call('GET', '/operator/v1/partners/1001')
    expect(body.error).toBe('VALIDATION400')
    expect(body.details[0].message).toContain('prt_1001')
  })

  test.each([
    [{}, 'name'],
    [{ name: 'Shop' }, 'apiUrl'],
    [{ name: '', apiUrl: 'https://shop.example' }, 'name'],
    [{ name: 'Shop', apiUrl: 'shop.example' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'ftp://shop.example' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'https://user:pw@shop.example' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'https://shop.example?x=1' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'http://127.0.0.1:8080/pay' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'http://0x7f000001/pay' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'http://[::ffff:10.0.0.1]/pay' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'http://localhost/pay' }, 'apiUrl'],
    [
      { name: 'Shop', apiUrl: 'https://shop.example', webhookUrl: 'http://169.254.169.254/' },
      'webhookUrl',
    ],
    [[], ''],
    ['"text"', ''],
  ])('%j is VALIDATION400 at %j', async (wanted, path) => {
    const { status, body } = await house.call('POST', '/operator/v1/partners', { body: wanted })
    expect([status, body.error]).toEqual([400, 'VALIDATION400'])
    expect(body.details.map((detail: any) => detail.path)).toContain(path)
    for (const { message } of body.details) expect(message).toMatch(/^expected /)
  })

  test('a private address is no way round by a patch either', async () => {
    const { partnerId } = await house.createPartner()
    for (const patch of [{ apiUrl: 'http://10.0.0.1/' }, { webhookUrl: 'http://2130706433/' }]) {
      const { status } = await house.call('PATCH', `/operator/v1/partners/${partnerId}`, {
        body: patch,
      })
      expect(status).toBe(400)
    }
  })

  test('show their newest twenty warnings, the newest first', async () => {
    const { recordWarning } = await import('../src/partners/warnings.ts')
    const { partnerId } = await house.createPartner()
    const number = Number(partnerId.slice(4))
    for (let index = 1; index <= 103; index += 1) {
      const warning = {
        kind: 'amount_detail',
        reference: `INV-${index}`,
        message: 'does not add up',
      }
      await recordWarning(house.db.pool, number, warning)
    }
    const { body } = await house.call('GET', `/operator/v1/partners/${partnerId}`)
    expect(body.warnings).toHaveLength(20)
    expect(body.warnings[0].reference).toBe('INV-103')
    const kept = await house.db.pool.query('select from partner_warnings where partner_id = $1', [
      number,
    ])
    expect(kept.rowCount).toBe(100)
  })
})

describe('channels', () => {
  test('are created with a key that is shown this once', async () => {
    const wanted = { name: 'Courier', kind: 'DELIVERY' }
    const { status, body } = await house.call('POST', '/operator/v1/channels', { body: wanted })
    expect(status).toBe(201)
    expect(createdChannel.parse(body)).toEqual(body)
    expect(body).toMatchObject(wanted)
    expect(body.apiKey).toMatch(new RegExp(`^wasl_${body.channelId}_`))
    const list = await house.call('GET', '/operator/v1/channels?limit=200')
    expect(JSON.stringify(list.body)).not.toContain(body.apiKey)
    expect(list.body.items.at(-1)).toMatchObject({ channelId: body.channelId, ...wanted })
  })

  test('of another kind are VALIDATION400', async () => {
    const wanted = { name: 'Shop', kind: 'KIOSK' }
    const { body } = await house.call('POST', '/operator/v1/channels', { body: wanted })
    expect(body.details).toEqual([
      {
        path: 'kind',
        message: 'expected one of "AGENCY", "DELIVERY", "MARKETPLACE", received "KIOSK"',
      },
    ])
  })

  test('have a lock time for each kind, which can be set and taken back (D10)', async () => {
    const path = '/operator/v1/channel-kinds/DELIVERY'
    const set = await house.call('PATCH', path, { body: { lockSeconds: 3600 } })
    expect([set.status, set.body]).toEqual([200, { kind: 'DELIVERY', lockSeconds: 3600 }])
    const { body } = await house.call('GET', '/operator/v1/channel-kinds')
    expect(body.items).toEqual([
      { kind: 'AGENCY', lockSeconds: null },
      { kind: 'DELIVERY', lockSeconds: 3600 },
      { kind: 'MARKETPLACE', lockSeconds: null },
    ])
    await house.call('PATCH', path, { body: { lockSeconds: null } })
    const unknown = await house.call('PATCH', '/operator/v1/channel-kinds/KIOSK', {
      body: { lockSeconds: 60 },
    })
    expect(unknown.body.error).toBe('CHANNEL404_NOT_FOUND')
  })
})

describe('payments', () => {
  test('are shown with their whole timeline', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId, partner_id } = await house.openPayment(partnerId, 'INV/1')
    await house.move({
      partnerId: partner_id,
      paymentId,
      cause: 'confirm',
      channelId: 1,
      amount: 1,
    })
    await house.db.pool.query(
      `insert into payment_refusals values ($1, $2, new_id($1), wasl_now(), 'confirm', 'PAYMENT409_AMOUNT_MISMATCH', 1)`,
      [partner_id, paymentId],
    )
    await house.move({ partnerId: partner_id, paymentId, cause: 'confirm', channelId: 1 })
    const [success] = await eventsOf(paymentId)
    await house.db.pool.query(`insert into webhook_attempts values ($1, $2, 1, wasl_now())`, [
      partner_id,
      success.eventId,
    ])
    await house.db.pool.query(
      `insert into webhook_attempt_results
        (partner_id, event_id, attempt, finished_at, outcome, status, duration_ms, error)
      values ($1, $2, 1, wasl_now(), 'http_status', 500, 12, 'expected HTTP 200')`,
      [partner_id, success.eventId],
    )
    const { status, body } = await house.call(
      'GET',
      `/operator/v1/payments/${paymentId.toUpperCase()}`,
    )
    expect(status).toBe(200)
    expect(paymentDetail.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      stage: 'paid',
      amount: 599.8,
      channelId: 'chn_1',
      channel: 'AGENCY',
      webhookDelivery: 'pending',
    })
    expect(
      body.timeline.map((item: any) => [item.kind, item.to ?? item.code ?? item.event]),
    ).toEqual([
      ['transition', 'locked'],
      ['event', 'payment.initialized'],
      ['refusal', 'PAYMENT409_AMOUNT_MISMATCH'],
      ['transition', 'paid'],
      ['event', 'payment.success'],
      ['attempt', 'payment.success'],
    ])
    expect(body.timeline[2].amount).toBe(0.01)
    expect(body.timeline[5]).toMatchObject({
      attempt: 1,
      outcome: 'http_status',
      status: 500,
      durationMs: 12,
    })
  })

  test('with a lapsed lock read as released at that very moment, swept or not (D7)', async () => {
    const { partnerId } = await house.createPartner()
    const payment = await house.openPayment(partnerId, 'LAPSING', 1)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const { body } = await house.call('GET', `/operator/v1/payments/${payment.payment_id}`)
    const lapsedAt = payment.lock_expires_at.toISOString()
    expect(body).toMatchObject({
      stage: 'released',
      failReason: 'expired',
      releasedAt: lapsedAt,
      lockReleaseTime: lapsedAt,
    })
    const listed = async (stage: string): Promise<any[]> =>
      (await house.call('GET', `/operator/v1/payments?partnerId=${partnerId}&stage=${stage}`)).body
        .items
    expect(await listed('released')).toHaveLength(1)
    expect(await listed('locked')).toHaveLength(0)
  })

  test('are listed the newest first, by partner, reference and stage', async () => {
    const [first, second] = [await house.createPartner(), await house.createPartner()]
    const opened = []
    for (const reference of ['A', 'B', 'C']) {
      opened.push(await house.openPayment(first.partnerId, reference))
      await house.openPayment(second.partnerId, reference)
    }
    const [a] = opened
    await house.move({
      partnerId: a!.partner_id,
      paymentId: a!.payment_id,
      cause: 'cancel',
      channelId: 1,
    })
    const again = await house.openPayment(first.partnerId, 'A')
    const list = async (query: string): Promise<any[]> => {
      const { status, body } = await house.call('GET', `/operator/v1/payments?${query}`)
      expect(status).toBe(200)
      expect(listOf(operatorPayment).parse(body)).toEqual(body)
      return body.items.map((item: any) => item.paymentId)
    }
    const ids = opened.map((payment) => payment.payment_id)
    expect(await list(`partnerId=${first.partnerId}`)).toEqual([
      again.payment_id,
      ids[2],
      ids[1],
      ids[0],
    ])
    expect(await list(`partnerId=${first.partnerId}&reference=A`)).toEqual([
      again.payment_id,
      ids[0],
    ])
    expect(await list(`partnerId=${first.partnerId}&reference=A&stage=released`)).toEqual([ids[0]])
    expect(await list(`partnerId=${first.partnerId}&stage=paid`)).toEqual([])
    expect((await list('reference=B')).length).toBeGreaterThanOrEqual(2)
    const all = await list('limit=200')
    expect(all).toEqual(all.toSorted().toReversed())
  })

  test('page without a gap and without a repetition', async () => {
    const { partnerId } = await house.createPartner()
    const opened: string[] = []
    for (let index = 0; index < 7; index += 1) {
      opened.push((await house.openPayment(partnerId, `P${index}`)).payment_id)
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const next: string = cursor === null ? '' : `&cursor=${cursor}`
      const { body } = await house.call(
        'GET',
        `/operator/v1/payments?partnerId=${partnerId}&limit=3${next}`,
      )
      seen.push(...body.items.map((item: any) => item.paymentId))
      cursor = body.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(opened.toReversed())
  })

  test.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'limit=1&limit=2',
    'cursor=!',
    'cursor=AAAA',
    'stage=lost',
    'partnerId=7',
    'reference=%20x',
  ])('the query %s is VALIDATION400', async (query) => {
    const { status, body } = await house.call('GET', `/operator/v1/payments?${query}`)
    expect([status, body.error]).toEqual([400, 'VALIDATION400'])
  })

  test('that are paid can be refunded; again answers as the first time (D9)', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId, partner_id } = await house.openPayment(partnerId, 'R1')
    const path = `/operator/v1/payments/${paymentId}/refund`
    const early = await house.call('POST', path)
    expect([early.status, early.body.error]).toEqual([409, 'PAYMENT409_WRONG_STAGE'])
    await house.move({ partnerId: partner_id, paymentId, cause: 'confirm', channelId: 1 })
    const first = await house.call('POST', path)
    expect(first.status).toBe(200)
    expect(operatorPayment.parse(first.body)).toEqual(first.body)
    expect(first.body).toMatchObject({ stage: 'refunded', lockReleaseTime: null })
    expect((await house.call('POST', path)).body).toEqual(first.body)
    const entries = (await audit()).filter((entry) => entry.subject === paymentId)
    expect(entries[0]).toMatchObject({
      action: 'payment.refund',
      details: { refundedAt: first.body.refundedAt },
    })
  })

  test('that nobody knows are PAYMENT404_NOT_FOUND', async () => {
    for (const id of [
      UNKNOWN,
      UNKNOWN.replace(/.{8}$/, 'ffffffff'),
      UNKNOWN.replace(/.{8}$/, '00000000'),
    ]) {
      const read = await house.call('GET', `/operator/v1/payments/${id}`)
      expect([read.status, read.body.error]).toEqual([404, 'PAYMENT404_NOT_FOUND'])
      const refund = await house.call('POST', `/operator/v1/payments/${id}/refund`)
      expect([refund.status, refund.body.error]).toEqual([404, 'PAYMENT404_NOT_FOUND'])
    }
    expect((await house.call('GET', '/operator/v1/payments/7')).body.error).toBe('VALIDATION400')
  })
})

describe('webhook events', () => {
  test('are shown with the bytes that are sent and their attempts', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'W1')
    const [event] = await eventsOf(paymentId)
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

  test('are sent again with a whole new schedule, failed or delivered', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'W2')
    const [event] = await eventsOf(paymentId)
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
    expect(after.body.state).toBe('delivered')
    expect(after.body.nextAttemptAt).not.toBeNull()
    const { rows } = await house.db.pool.query(
      `select step from webhook_deliveries where event_id = $1`,
      [event.eventId],
    )
    expect(rows).toEqual([{ step: 0 }])
    const unknown = await house.call('POST', `/operator/v1/webhook-events/${UNKNOWN}/redeliver`)
    expect([unknown.status, unknown.body.error]).toEqual([404, 'EVENT404_NOT_FOUND'])
  })

  test('are left alone while an attempt is under way; an attempt whose lease lapsed is not', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId } = await house.openPayment(partnerId, 'W3')
    const [event] = await eventsOf(paymentId)
    const lease = (interval: string): Promise<unknown> =>
      house.db.pool.query(
        `update webhook_deliveries set leased = true, step = 4, due_at = wasl_now() + $2::interval where event_id = $1`,
        [event.eventId, interval],
      )
    const read = async (): Promise<any> =>
      (
        await house.db.pool.query(
          `select leased, step from webhook_deliveries where event_id = $1`,
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

  test('that failed since a time are sent again together: of one partner or of all, and no others', async () => {
    const [first, second] = [await house.createPartner(), await house.createPartner()]
    const failed: Record<string, string> = {}
    for (const [name, partner, failedAt] of [
      ['old', first, "wasl_now() - interval '2 h'"],
      ['new', first, 'wasl_now()'],
      ['other', second, 'wasl_now()'],
    ] as const) {
      const { payment_id: paymentId } = await house.openPayment(partner.partnerId, `B-${name}`)
      const [event] = await eventsOf(paymentId)
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

  test('are sent again by the thousand', async () => {
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
        select partner_id, new_id(partner_id), payment_id, 'payment.initialized', '{}', opened_at from made
        returning *
      )
      select count(*) from events`,
      [number],
    )
    await house.db.pool.query(
      `insert into webhook_deliveries (partner_id, event_id, payment_id, is_outcome, attempts, step, failed_at)
      select partner_id, event_id, payment_id, false, 10, 10, wasl_now()
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
    const entries = (await audit()).filter(
      (entry) => entry.partnerId === partnerId && entry.action === 'webhook-events.redeliver',
    )
    expect(entries.map((entry) => entry.details.count)).toEqual([500, 1000, 1000])
  })

  test('are listed by state and partner, the newest first', async () => {
    const { partnerId } = await house.createPartner()
    const { payment_id: paymentId, partner_id } = await house.openPayment(partnerId, 'L1')
    await house.move({ partnerId: partner_id, paymentId, cause: 'confirm', channelId: 1 })
    const [success, initialized] = await eventsOf(paymentId)
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
})

describe('the audit log', () => {
  test('has one entry for every action, with who, what and in which request', async () => {
    const before = (await audit()).length
    const created = await house.call('POST', '/operator/v1/partners', {
      body: { name: 'Audited', apiUrl: 'https://shop.example' },
    })
    const { partnerId } = created.body
    await house.call('PATCH', `/operator/v1/partners/${partnerId}`, {
      body: { apiUrl: 'https://new.example' },
    })
    await house.call('PATCH', `/operator/v1/partners/${partnerId}`, { body: { name: 'Audited' } })
    await house.call('POST', `/operator/v1/partners/${partnerId}/rotate`, {
      body: { secret: 'apiKey' },
    })
    const entries = (await audit()).toReversed().slice(before)
    expect(
      entries.map((entry) => [entry.action, entry.subject, entry.partnerId, entry.actor]),
    ).toEqual([
      ['partner.create', partnerId, partnerId, 'environment'],
      ['partner.update', partnerId, partnerId, 'environment'],
      ['partner.rotate', partnerId, partnerId, 'environment'],
    ])
    expect(entries[0].requestId).toBe(created.headers.get('x-request-id'))
    expect(entries[1].details).toEqual({
      from: { apiUrl: 'https://shop.example' },
      to: { apiUrl: 'https://new.example' },
      rotated: ['apiSecret', 'hmacSecret'],
    })
  })

  test('and the change it tells of stand or fall together', async () => {
    await house.db.pool.query(
      `alter table audit_log add constraint nothing_now check (action = '') not valid`,
    )
    try {
      const { partnerId } = (await house.call('GET', '/operator/v1/partners?limit=1')).body.items[0]
      const actions: [string, string, unknown][] = [
        ['POST', '/operator/v1/partners', { name: 'Unaudited', apiUrl: 'https://shop.example' }],
        ['PATCH', `/operator/v1/partners/${partnerId}`, { name: 'Unaudited' }],
        [
          'POST',
          `/operator/v1/partners/${partnerId}/rotate`,
          { secret: 'apiSecret', overlapSeconds: 0 },
        ],
        ['POST', '/operator/v1/channels', { name: 'Unaudited', kind: 'AGENCY' }],
        ['PATCH', '/operator/v1/channel-kinds/AGENCY', { lockSeconds: 77 }],
      ]
      const secrets = await house.db.pool.query(
        'select partner_id, field, version from partner_secrets order by 1, 2',
      )
      for (const [method, path, body] of actions) {
        const answer = await house.call(method, path, { body })
        expect([answer.status, answer.body.error]).toEqual([500, 'SERVER500_INTERNAL'])
      }
      const { rows } = await house.db.pool.query(
        `select name from partners where name = 'Unaudited'
        union all select name from channels where name = 'Unaudited'
        union all select kind from channel_kinds where lock_seconds = 77`,
      )
      expect(rows).toEqual([])
      const after = await house.db.pool.query(
        'select partner_id, field, version from partner_secrets order by 1, 2',
      )
      expect(after.rows).toEqual(secrets.rows)
    } finally {
      await house.db.pool.query('alter table audit_log drop constraint nothing_now')
    }
  })

  test('can be read by pages and changed by nobody', async () => {
    const page = await house.call('GET', '/operator/v1/audit-log?limit=2')
    const next = await house.call(
      'GET',
      `/operator/v1/audit-log?limit=2&cursor=${page.body.nextCursor}`,
    )
    expect(next.body.items[0].auditId < page.body.items[1].auditId).toBe(true)
    for (const statement of [
      'delete from audit_log',
      `update audit_log set actor = 'nobody'`,
      'truncate audit_log',
    ]) {
      await expect(house.db.pool.query(statement)).rejects.toThrow('append-only')
    }
  })
})
