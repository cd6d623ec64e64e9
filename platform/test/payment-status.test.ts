import { connect } from 'node:net'
import { paymentStatusSchema } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { startPartner, type PartnerServer } from './support/partner.ts'
import { newReference, statusPath, type TestPartner } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

/** The quota is a minute's: a minute later it is whole again. */
const refillQuota = () => scene.platform.clock.advance(60)

const open = (reference: string) => scene.platform.opened(scene.channel, scene.partner, reference)

const change = (cause: 'confirm' | 'cancel' | 'fail', paymentId: string) =>
  scene.platform.change(scene.channel, cause, paymentId)

const status = async (reference: string, partner: TestPartner = scene.partner): Promise<any> => {
  const answer = await scene.platform.status(partner, reference)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  return paymentStatusSchema.parse(answer.body)
}

const NOT_FOUND = {
  stage: 'not_found',
  locked: false,
  paid: false,
  lockReleaseTime: null,
  paymentId: null,
  channel: null,
  currency: null,
  amount: null,
  payment: null,
}

describe('the status of each stage, at the origin (sections 2.6 and 4.3, D6, D7)', () => {
  test('not_found: HTTP 200, both false, all the rest null', async () => {
    expect(await status(newReference())).toEqual(NOT_FOUND)
  })

  test('locked: until when, by which channel, for how much', async () => {
    const reference = newReference()
    const { paymentId, lockReleaseTime } = await open(reference)
    expect(await status(reference)).toEqual({
      stage: 'locked',
      locked: true,
      paid: false,
      lockReleaseTime,
      paymentId,
      channel: 'AGENCY',
      currency: 'DZD',
      amount: 599.8,
      payment: { webhookDelivery: 'none', paidAt: null, refundedAt: null, refundedAmount: 0 },
    })
  })

  test('paid: since when, and no lock', async () => {
    const reference = newReference()
    const { paymentId } = await open(reference)
    const { body: paid } = await change('confirm', paymentId)
    await scene.server.webhooksArrived(reference, 1, 'payment.success')
    await scene.platform.settled()
    expect(await status(reference)).toEqual({
      stage: 'paid',
      locked: false,
      paid: true,
      lockReleaseTime: null,
      paymentId,
      channel: 'AGENCY',
      currency: 'DZD',
      amount: 599.8,
      payment: {
        webhookDelivery: 'delivered',
        paidAt: paid.paidAt,
        refundedAt: null,
        refundedAmount: 0,
      },
    })
  })

  test.each(['cancel', 'fail'] as const)('released by %s: since when', async (cause) => {
    const reference = newReference()
    const { paymentId } = await open(reference)
    const { body: released } = await change(cause, paymentId)
    expect(await status(reference)).toEqual({
      stage: 'released',
      locked: false,
      paid: false,
      lockReleaseTime: released.lockReleaseTime,
      paymentId,
      channel: 'AGENCY',
      currency: 'DZD',
      amount: 599.8,
      payment: { webhookDelivery: 'none', paidAt: null, refundedAt: null, refundedAmount: 0 },
    })
    const now = await scene.platform.clock.now()
    expect(new Date(released.lockReleaseTime).getTime()).toBeLessThanOrEqual(now.getTime())
  })

  test('refunded: both false, no lock, and both times', async () => {
    const reference = newReference()
    const { paymentId } = await open(reference)
    const { body: paid } = await change('confirm', paymentId)
    const { body: refunded } = await scene.platform.refund(paymentId)
    expect(await status(reference)).toMatchObject({
      stage: 'refunded',
      locked: false,
      paid: false,
      lockReleaseTime: null,
      paymentId,
      amount: 599.8,
      payment: { paidAt: paid.paidAt, refundedAt: refunded.madeAt, refundedAmount: 599.8 },
    })
  })

  test.each(['AGENCY', 'DELIVERY', 'MARKETPLACE'] as const)(
    'names the kind of the channel: %s (section 6)',
    async (kind) => {
      const { platform, partner } = scene
      const reference = newReference()
      await platform.opened(await platform.createChannel(kind), partner, reference)
      expect((await status(reference)).channel).toBe(kind)
    },
  )
})

describe('a lapsed lock (D7)', () => {
  test('reads as released from that moment on, before any sweep', async () => {
    const { platform } = scene
    await refillQuota()
    const reference = newReference()
    const { lockReleaseTime } = await open(reference)
    await platform.clock.advanceTo(new Date(Date.parse(lockReleaseTime ?? '') - 60_000))
    expect((await status(reference)).stage).toBe('locked')
    await platform.clock.advanceTo(lockReleaseTime)
    // Asked at once: the sweep comes once a second.
    const { stage, locked, lockReleaseTime: releasedAt } = await status(reference)
    expect([stage, locked, releasedAt]).toEqual(['released', false, lockReleaseTime])
  })

  test('reads the same on every process, also in concurrent calls', async () => {
    const { platform } = scene
    const node = await platform.startNode()
    const reference = newReference()
    const { lockReleaseTime, paymentId } = await open(reference)
    await platform.clock.advanceTo(lockReleaseTime)
    const answers = await Promise.all(
      [platform, node, platform, node].map((one) => one.status(scene.partner, reference)),
    )
    for (const { body } of answers) expect(body.stage).toBe('released')
    const { timeline } = await platform.operator(`/payments/${paymentId}`)
    expect(
      timeline.filter((item: any) => item.event === 'payment.fail' && item.kind === 'event'),
    ).toHaveLength(1)
    await node.stop()
  })
})

describe('the payment that a reference’s status shows (D7)', () => {
  test('is the newest', async () => {
    const reference = newReference()
    const first = await open(reference)
    await change('cancel', first.paymentId)
    const second = await open(reference)
    expect(await status(reference)).toMatchObject({ stage: 'locked', paymentId: second.paymentId })
    await change('fail', second.paymentId)
    expect(await status(reference)).toMatchObject({
      stage: 'released',
      paymentId: second.paymentId,
    })
  })

  test('keeps its reference until it is released, whatever statement runs', async () => {
    const { platform, partner } = scene
    for (const stage of ['locked', 'paid', 'refunded']) {
      const reference = newReference()
      const { paymentId } = await open(reference)
      if (stage !== 'locked') await change('confirm', paymentId)
      if (stage === 'refunded') await platform.refund(paymentId)
      for (const sql of [
        `update live_references set payment_id = new_id(partner_id) where payment_id = $1`,
        `delete from live_references where payment_id = $1`,
      ]) {
        await expect(platform.pool.query(sql, [paymentId])).rejects.toThrow(
          `the payment ${paymentId} is not released: its reference stays with it`,
        )
      }
      expect(await status(reference, partner)).toMatchObject({ stage, paymentId })
    }
  })
})

describe('payment.webhookDelivery (section 2.6, D7)', () => {
  let slow: PartnerServer

  test('is "none", then pending during retries, then delivered', async () => {
    const { platform, server } = scene
    await refillQuota()
    const reference = newReference()
    server.onWebhook((request, count) => {
      if (request.event?.event === 'payment.initialized') return undefined
      return count < 4 ? { status: 500 } : undefined
    }, reference)
    const { paymentId } = await open(reference)
    await server.webhooksArrived(reference, 1)
    await platform.settled()
    // The delivery of the opening is not the confirmation's.
    expect((await status(reference)).payment.webhookDelivery).toBe('none')
    await change('confirm', paymentId)
    expect((await status(reference)).payment.webhookDelivery).toBe('pending')
    for (const attempts of [1, 2]) {
      await server.webhooksArrived(reference, attempts, 'payment.success')
      await platform.settled()
      expect((await status(reference)).payment.webhookDelivery).toBe('pending')
      await platform.clock.advance(100)
      await platform.wake()
    }
    await server.webhooksArrived(reference, 3, 'payment.success')
    await platform.settled()
    expect((await status(reference)).payment.webhookDelivery).toBe('delivered')
    await platform.refund(paymentId)
    expect(await status(reference)).toMatchObject({
      stage: 'refunded',
      payment: { webhookDelivery: 'delivered' },
    })
  })

  test('is "none" for a released payment, though its fail event is pending', async () => {
    const { server } = scene
    const reference = newReference()
    server.onWebhook(() => ({ status: 500 }), reference)
    const { paymentId } = await open(reference)
    await change('cancel', paymentId)
    expect((await status(reference)).payment.webhookDelivery).toBe('none')
  })

  test('is pending while the very first attempt is under way', async () => {
    const { platform, channel } = scene
    slow = await startPartner()
    const partner = await platform.createPartner(slow)
    const reference = newReference()
    let release = (): void => undefined
    const after = new Promise<void>((resolve) => (release = resolve))
    slow.onWebhook(({ event }) => (event?.event === 'payment.success' ? { after } : undefined))
    const { paymentId } = await platform.opened(channel, partner, reference)
    await change('confirm', paymentId)
    await slow.webhooksArrived(reference, 1, 'payment.success')
    expect((await status(reference, partner)).payment.webhookDelivery).toBe('pending')
    release()
    await platform.settled()
    expect((await status(reference, partner)).payment.webhookDelivery).toBe('delivered')
    expect(slow.problems).toEqual([])
    await slow.close()
  })
})

describe('the owner of a reference', () => {
  test("another partner's reference cannot be told from an unknown one (I10)", async () => {
    const { platform, server, partner } = scene
    await refillQuota()
    const stranger = await platform.createPartner(server)
    const reference = newReference()
    const { paymentId } = await open(reference)
    expect(await status(reference, stranger)).toEqual(NOT_FOUND)
    await change('confirm', paymentId)
    const [foreign, unknown] = [
      await platform.status(stranger, reference),
      await platform.status(stranger, newReference('NONE')),
    ]
    expect(foreign.text).toBe(unknown.text)
    expect([...foreign.headers.keys()]).toEqual([...unknown.headers.keys()])
    expect((await status(reference, partner)).stage).toBe('paid')
  })

  test('a reference that differs in case or form is another reference (D1)', async () => {
    await open('Inv-é')
    for (const other of ['inv-é', 'INV-É', 'Inv-e\u0301', 'Inv-é%20']) {
      expect(await status(other)).toEqual(NOT_FOUND)
    }
  })
})

describe('the checks and their order (section 7.2, D8)', () => {
  const deactivated = async (): Promise<TestPartner> => {
    const { platform, server } = scene
    const partner = await platform.createPartner(server)
    await platform.call('PATCH', `/operator/v1/partners/${partner.partnerId}`, {
      key: platform.operatorKey,
      body: { status: 'inactive' },
    })
    return partner
  }

  const get = (path: string, key: string | null) => scene.platform.call('GET', path, { key })

  /** Paths that hold no reference, each in its own way. */
  const malformed = [
    ['129 characters', statusPath('x'.repeat(129))],
    ['129 characters of four bytes', statusPath('🧾'.repeat(129))],
    ['thousands of characters', statusPath('x'.repeat(5_000))],
    ['broken percent-encoding', '/partner/payments/v1/INV%zz/status'],
    ['a lone percent sign', '/partner/payments/v1/%/status'],
    ['bytes that are not UTF-8', '/partner/payments/v1/%ff%fe/status'],
    ['an overlong encoding of a slash', '/partner/payments/v1/a%c0%afb/status'],
    ['half a surrogate pair in UTF-8', '/partner/payments/v1/%ed%a0%80/status'],
    ['a line break', statusPath('IN\r\nV')],
    ['a null character', statusPath('INV\0')],
    ['white space at its end', statusPath('INV ')],
    ['nothing', '/partner/payments/v1//status'],
  ] as const

  test.each(malformed)('400 VALIDATION400 for %s', async (_name, path) => {
    const answer = await get(path, scene.partner.apiKey)
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details[0].path).toBe('reference')
    expect(answer.headers.get('ratelimit')).toMatch(/^"partner";r=\d+;t=\d+$/)
  })

  test.each(malformed)('401 before 400, for %s', async (_name, path) => {
    expectRefusal(await get(path, null), 'PARTNER_API401_UNAUTHORIZED')
    expectRefusal(await get(path, 'wrong'), 'PARTNER_API401_UNAUTHORIZED')
  })

  test.each(malformed)('403 before 400, for %s', async (_name, path) => {
    expectRefusal(await get(path, (await deactivated()).apiKey), 'PARTNER_API403_MERCHANT_INACTIVE')
  })

  test('401 for a key that is missing, unknown, cut, or another partner’s', async () => {
    const { platform, partner, channel } = scene
    const strangers = [
      null,
      'wrong',
      partner.apiKey.slice(0, -1),
      `${partner.apiKey}x`,
      partner.apiKey.toUpperCase(),
      partner.apiKey.replace(/^wasl_prt_\d+/, 'wasl_prt_999999'),
      partner.apiSecret,
      channel.apiKey,
      platform.operatorKey,
    ]
    for (const key of strangers) {
      const answer = await get(statusPath('INV'), key)
      expectRefusal(answer, 'PARTNER_API401_UNAUTHORIZED')
    }
    const bearer = await platform.call('GET', statusPath('INV'), {
      headers: { authorization: `Bearer ${partner.apiKey}` },
    })
    expectRefusal(bearer, 'PARTNER_API401_UNAUTHORIZED')
  })

  test('401 before 403: only a valid key learns that its partner is inactive', async () => {
    const partner = await deactivated()
    expectRefusal(
      await get(statusPath('INV'), `${partner.apiKey.slice(0, -4)}AAAA`),
      'PARTNER_API401_UNAUTHORIZED',
    )
    expectRefusal(await get(statusPath('INV'), partner.apiKey), 'PARTNER_API403_MERCHANT_INACTIVE')
  })

  test('403 from the very next call on, and 200 again as soon as the partner is active', async () => {
    const { platform } = scene
    const node = await platform.startNode()
    const partner = await deactivated()
    for (const one of [platform, node]) {
      expect((await one.status(partner, 'INV')).body['error']).toBe(
        'PARTNER_API403_MERCHANT_INACTIVE',
      )
    }
    await platform.call('PATCH', `/operator/v1/partners/${partner.partnerId}`, {
      key: platform.operatorKey,
      body: { status: 'active' },
    })
    for (const one of [platform, node]) expect((await one.status(partner, 'INV')).status).toBe(200)
    await node.stop()
  })

  test('128 characters of four bytes each are a reference (D1)', async () => {
    await refillQuota()
    expect((await status('🧾'.repeat(128))).stage).toBe('not_found')
  })

  test('a slash inside a reference is encoded; bare, it is another path', async () => {
    await open('2026/11')
    expect((await status('2026/11')).stage).toBe('locked')
    const answer = await get('/partner/payments/v1/2026/11/status', scene.partner.apiKey)
    expectRefusal(answer, 'ROUTE404_NOT_FOUND')
  })

  test('`.` and `..` in the path lead nowhere', async () => {
    // fetch would take the steps itself, so the request is written by hand.
    const answer = await raw(
      `GET /partner/payments/v1/%2e%2e/status HTTP/1.1\r\nHost: a\r\n` +
        `x-api-key: ${scene.partner.apiKey}\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('VALIDATION400')
  })
})

test('reading a status changes nothing and calls nobody', async () => {
  const { platform, server } = scene
  await refillQuota()
  const reference = newReference()
  await open(reference)
  await server.webhooksArrived(reference, 1)
  await platform.settled()
  const requests = (): number =>
    server.requests.filter((request) => request.reference === reference).length
  const before = requests()
  const first = await platform.status(scene.partner, reference)
  const second = await platform.status(scene.partner, reference)
  expect(second.text).toBe(first.text)
  expect(requests()).toBe(before)
})

const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(scene.platform.port, '127.0.0.1', () => socket.write(text))
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => (received += chunk))
    socket.on('end', () => resolve(received))
    socket.on('error', reject)
  })
