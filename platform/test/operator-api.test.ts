import {
  createdChannel,
  createdPartner,
  listedPartner,
  listOf,
  partner as partnerSchema,
} from '@wasl/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOperatorHouse, type OperatorHouse } from './support/operator-house.ts'

let house: OperatorHouse

beforeAll(async () => {
  house = await openOperatorHouse()
})

afterAll(() => house.close())

const UNKNOWN = '01989d2e-5c00-7a10-8f3b-9c1e000003e7'

describe('the key of an operator (D22)', () => {
  test.each([
    ['none', null],
    ['an empty one', ''],
    ['an unknown one', 'an-operator-key-for-testz'],
    ['one that is longer', 'an-operator-key-for-tests-0123456789 '.repeat(2)],
    ['one that looks like a made one', `wasl_opr_${'A'.repeat(43)}`],
  ])('%s is refused with OPERATOR401_UNAUTHORIZED', async (_, key) => {
    const { status, headers, body } = await house.call('GET', '/operator/v1/partners', { key })
    expect(status).toBe(401)
    expect(body.error).toBe('OPERATOR401_UNAUTHORIZED')
    expect(headers.get('x-request-id')).toBe(body.requestId)
  })

  test("cannot be a partner's or a channel's", async () => {
    const { apiKey } = await house.createPartner()
    const channel = await house.call('POST', '/operator/v1/channels', {
      body: { name: 'Till', kind: 'DELIVERY' },
    })
    for (const key of [apiKey, channel.body.apiKey]) {
      expect((await house.call('GET', '/operator/v1/partners', { key })).status).toBe(401)
    }
  })

  test('is checked before any of the body is read', async () => {
    const options = { key: null, body: '{"broken', headers: { 'content-type': 'application/json' } }
    const { body } = await house.call('POST', '/operator/v1/partners', options)
    expect(body.error).toBe('OPERATOR401_UNAUTHORIZED')
  })

  test('is checked on every route', async () => {
    const routes = [
      ['POST', '/operator/v1/partners'],
      ['GET', '/operator/v1/partners'],
      ['GET', '/operator/v1/partners/prt_1001'],
      ['PATCH', '/operator/v1/partners/prt_1001'],
      ['POST', '/operator/v1/partners/prt_1001/rotate'],
      ['POST', '/operator/v1/channels'],
      ['GET', '/operator/v1/channels'],
      ['POST', '/operator/v1/channels/chn_1/rotate'],
      ['GET', '/operator/v1/channel-kinds'],
      ['PATCH', '/operator/v1/channel-kinds/AGENCY'],
      ['GET', '/operator/v1/payments'],
      ['GET', `/operator/v1/payments/${UNKNOWN}`],
      ['POST', `/operator/v1/payments/${UNKNOWN}/refunds`],
      ['GET', '/operator/v1/refunds'],
      ['GET', `/operator/v1/refunds/${UNKNOWN}`],
      ['POST', `/operator/v1/refunds/${UNKNOWN}/approve`],
      ['POST', `/operator/v1/refunds/${UNKNOWN}/decline`],
      ['POST', `/operator/v1/refunds/${UNKNOWN}/code`],
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

  test('are shown without secrets afterwards', async () => {
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
      expect(listOf(listedPartner).parse(page.body)).toEqual(page.body)
      expect(page.body.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.body.items.map((item: any) => item.partnerId))
      cursor = page.body.nextCursor
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(created.map((item) => item.partnerId)))
  })

  test('change only in the patched fields', async () => {
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

  test('list the events that they have asked for, at first none (D27)', async () => {
    const { partnerId } = await house.createPartner()
    const path = `/operator/v1/partners/${partnerId}`
    const events = async () => (await house.call('GET', path)).body.events
    expect(await events()).toEqual([])
    const asked = await house.call('PATCH', path, { body: { events: ['payment.refunded'] } })
    expect([asked.status, asked.body.events]).toEqual([200, ['payment.refunded']])
    await house.call('PATCH', path, { body: { name: 'Other' } })
    expect(await events()).toEqual(['payment.refunded'])
    await house.call('PATCH', path, { body: { events: [] } })
    expect(await events()).toEqual([])
  })

  test.each([
    [['payment.success']],
    [['payment.refunded', 'payment.refunded']],
    ['payment.refunded'],
    [null],
  ])('get no events by %j: that is VALIDATION400', async (events) => {
    const { partnerId } = await house.createPartner()
    const path = `/operator/v1/partners/${partnerId}`
    const { status, body } = await house.call('PATCH', path, { body: { events } })
    expect([status, body.error]).toEqual([400, 'VALIDATION400'])
    expect(body.details[0].path).toMatch(/^events/)
    expect(body.details[0].message).toMatch(/^expected /)
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

  test('a malformed id is VALIDATION400', async () => {
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
    [{ name: 'Shop', apiUrl: 'http://8.8.8.8/' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'https://a.example', webhookUrl: 'http://a.example' }, 'webhookUrl'],
    [{ name: 'Shop', apiUrl: 'https://user:pw@shop.example' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'https://shop.example?x=1' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'https://127.0.0.1:8080/pay' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'https://0x7f000001/pay' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'https://[::ffff:10.0.0.1]/pay' }, 'apiUrl'],
    [{ name: 'Shop', apiUrl: 'https://localhost/pay' }, 'apiUrl'],
    [
      { name: 'Shop', apiUrl: 'https://shop.example', webhookUrl: 'https://169.254.169.254/' },
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

  test('cannot get a private address by a patch either', async () => {
    const { partnerId } = await house.createPartner()
    for (const patch of [{ apiUrl: 'https://10.0.0.1/' }, { webhookUrl: 'https://2130706433/' }]) {
      const { status } = await house.call('PATCH', `/operator/v1/partners/${partnerId}`, {
        body: patch,
      })
      expect(status).toBe(400)
    }
  })

  test('show their newest twenty warnings, the newest first', async () => {
    const { recordWarning } = await import('../src/parties/partners/record-warning.ts')
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
  test('are created with a key that is shown once', async () => {
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

  test('have a lock time for each kind, which can be set and reset (D10)', async () => {
    const path = '/operator/v1/channel-kinds/DELIVERY'
    const limits = { openLocksMax: null, notFoundPerMinute: null }
    const byDefault = { lockSecondsMax: null, ...limits }
    // A courier locks the references of a day (W155).
    const delivery = { lockSecondsMax: 86_400, ...limits }
    const set = await house.call('PATCH', path, { body: { lockSeconds: 3600 } })
    expect([set.status, set.body]).toEqual([
      200,
      { kind: 'DELIVERY', lockSeconds: 3600, ...delivery },
    ])
    const { body } = await house.call('GET', '/operator/v1/channel-kinds')
    expect(body.items).toEqual([
      { kind: 'AGENCY', lockSeconds: null, ...byDefault },
      { kind: 'DELIVERY', lockSeconds: 3600, ...delivery },
      { kind: 'MARKETPLACE', lockSeconds: null, ...byDefault },
    ])
    const back = await house.call('PATCH', path, { body: { lockSeconds: null } })
    expect(back.body).toEqual({ kind: 'DELIVERY', lockSeconds: null, ...delivery })
    const { body: after } = await house.call('GET', '/operator/v1/channel-kinds')
    expect(after.items[1]).toEqual({ kind: 'DELIVERY', lockSeconds: null, ...delivery })
    const unknown = await house.call('PATCH', '/operator/v1/channel-kinds/KIOSK', {
      body: { lockSeconds: 60 },
    })
    expect(unknown.body.error).toBe('CHANNEL404_NOT_FOUND')
  })
})
