import { scannedQrCode, webhookEventSchema } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { updateQrCode } from '../src/payments/qr-codes/update.ts'
import { makeAgent } from './support/custody.ts'
import { startPartner } from './support/partner.ts'
import type { Answer } from './support/node.ts'
import { callSet, makeQrCode, payCode, qrCalls, scanCode } from './support/qr.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const qr = qrCalls(scene)

const BY = { id: null, name: 'test', requestId: null }

const inFuture = async (seconds: number): Promise<string> =>
  new Date((await scene.platform.clock.now()).getTime() + seconds * 1000).toISOString()

const tryToPay = (token: string, body?: unknown, headers?: Record<string, string>) =>
  payCode(scene.platform, scene.channel, token, body, headers)

const change = (cause: 'confirm' | 'cancel' | 'fail', paymentId: string) =>
  scene.platform.change(scene.channel, cause, paymentId)

describe('a scan (D19, D21)', () => {
  test('shows the payee, the label and the amounts', async () => {
    const { platform, partner, channel } = scene
    const token = await qr.code({ label: 'Caisse 2 – الصندوق' })
    const config = await qr.set(token, [500, 700])
    const answer = await scanCode(platform, channel, token)
    expect(answer.status).toBe(200)
    expect(scannedQrCode.strict().parse(answer.body)).toEqual({
      ...config,
      partnerId: partner.partnerId,
      partnerName: 'Shop',
      label: 'Caisse 2 – الصندوق',
      status: 'active',
      inUse: false,
      ownPayment: null,
      used: null,
    })
  })

  test('without a configuration leaves the amount to the payer', async () => {
    expect(await qr.scan(await qr.code())).toMatchObject({
      kind: null,
      mode: 'OPEN_AMOUNT',
      amounts: [],
    })
  })

  test('is for channels alone', async () => {
    const { platform, partner } = scene
    const token = await qr.code()
    for (const apiKey of ['', 'wrong', partner.apiKey, platform.operatorKey]) {
      expectRefusal(await scanCode(platform, { apiKey }, token), 'CHANNEL401_UNAUTHORIZED')
    }
  })

  test.each([['unknown'], ['Z'.repeat(26)], ['0'.repeat(26)], ['../x'], ["';--"]])(
    'of the unknown token %j is QR_CODE404_NOT_FOUND',
    async (token) => {
      expectRefusal(await scanCode(scene.platform, scene.channel, token), 'QR_CODE404_NOT_FOUND')
      expectRefusal(await tryToPay(token, { amount: 5 }), 'QR_CODE404_NOT_FOUND')
    },
  )

  test.each([['A'.repeat(129)], ['A\u0000B'], ['\ud800']])(
    'of %j, which can be no token, is refused',
    async (token) => {
      const path = `/channel/v1/qr-codes/${encodeURIComponent(token.toWellFormed())}`
      const answer = await scene.platform.call('GET', path, { key: scene.channel.apiKey })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    },
  )

  test('of a disabled code is refused, and so is paying it, until it is enabled', async () => {
    const { platform, channel } = scene
    const token = await qr.code()
    await updateQrCode(platform.pool, token, { status: 'disabled' }, BY)
    expectRefusal(await scanCode(platform, channel, token), 'QR_CODE400_INVALID_STATUS')
    expectRefusal(await tryToPay(token, { amount: 5 }), 'QR_CODE400_INVALID_STATUS')
    await updateQrCode(platform.pool, token, { status: 'active' }, BY)
    await qr.scan(token)
    await qr.pay(token, 5)
  })

  test('of an inactive partner is refused, and so is paying it', async () => {
    const { platform, channel } = scene
    const server = await startPartner()
    const partner = await platform.createPartner(server)
    const token = await makeQrCode(platform.pool, partner)
    const activate = (status: string) =>
      platform.call('PATCH', `/operator/v1/partners/${partner.partnerId}`, {
        key: platform.operatorKey,
        body: { status },
      })
    const { body } = await payCode(platform, channel, token, { amount: 5 })
    await activate('inactive')
    expectRefusal(await scanCode(platform, channel, token), 'PARTNER403_INACTIVE')
    expectRefusal(await tryToPay(token, { amount: 5 }), 'PARTNER403_INACTIVE')
    // Money that was taken must be told of (W10).
    expect((await change('confirm', body.paymentId)).status).toBe(200)
    await activate('active')
    expect((await scanCode(platform, channel, token)).status).toBe(200)
    await server.webhooksArrived(body.reference, 2)
    await server.close()
  })

  test('counts as what the payer last saw, also after the clock was set back', async () => {
    const { platform, channel } = scene
    const token = await qr.code()
    await qr.set(token, [500])
    await scanCode(platform, channel, token)
    await qr.set(token, [600])
    await platform.pool.query(
      `update qr_scans set scanned_at = scanned_at + interval '1 hour' where token = $1`,
      [token],
    )
    expect((await scanCode(platform, channel, token)).body.amounts).toEqual([600])
    expect(await tryToPay(token)).toMatchObject({ status: 201, body: { amount: 600 } })
  })
})

describe('a payment by QR code (D19)', () => {
  test('is locked under a reference of the platform, and asks the partner nothing', async () => {
    const { platform, partner, server } = scene
    const token = await qr.code()
    await qr.set(token, [500, 700.25])
    const answer = await tryToPay(token, { amount: 700.25 })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      stage: 'locked',
      reference: expect.stringMatching(/^QR-[0-9A-HJKMNP-TV-Z]{26}$/),
      partnerId: partner.partnerId,
      amount: 700.25,
      currency: 'DZD',
      amount_detail: [],
      details: [],
      qrCodeToken: token,
      paidAt: null,
    })
    const { reference, paymentId, lockReleaseTime } = answer.body
    expect(server.lookupsOf(reference)).toEqual([])
    expect((await platform.payment(scene.channel, paymentId)).body).toEqual(answer.body)
    expect((await platform.status(partner, reference)).body).toMatchObject({
      stage: 'locked',
      lockReleaseTime,
      amount: 700.25,
      paymentId,
    })
  })

  test('has the token in all of its events (D15)', async () => {
    const { server } = scene
    const token = await qr.code()
    await qr.set(token, [500])
    const paid = await qr.pay(token)
    await change('confirm', paid.paymentId)
    const failed = await qr.pay(token)
    await change('fail', failed.paymentId)
    const events = [
      ...(await server.webhooksArrived(paid.reference, 2)),
      ...(await server.webhooksArrived(failed.reference, 2)),
    ].map(({ event }) => event)
    expect(events).toMatchObject([
      {
        event: 'payment.initialized',
        data: { qrCodeToken: token, amount: 500, reference: paid.reference },
      },
      { event: 'payment.success', data: { qrCodeToken: token, paymentId: paid.paymentId } },
      { event: 'payment.initialized', data: { qrCodeToken: token } },
      { event: 'payment.fail', data: { qrCodeToken: token, reason: 'failed' } },
    ])
  })

  describe('has the configuration’s kind in its events (D27)', () => {
    /** The events of a payment that is confirmed now, in the order in which they came. */
    const eventsOf = async ({ paymentId, reference }: any): Promise<any[]> => {
      await change('confirm', paymentId)
      return (await scene.server.webhooksArrived(reference, 2)).map(({ event }) => event)
    }

    const kindsOf = async (payment: unknown): Promise<unknown[]> =>
      (await eventsOf(payment)).map(({ data }) => data.qrConfigKind)

    test('for good', async () => {
      const token = await qr.code()
      await qr.set(token, [500, 700])
      expect(await kindsOf(await qr.pay(token, 700))).toEqual(['PERMANENT', 'PERMANENT'])
    })

    test('until a time, and null from then on', async () => {
      const token = await qr.code()
      const expiresAt = await inFuture(60)
      await qr.set(token, [500], { expiresAt })
      const timely = await qr.pay(token, 500)
      await scene.platform.clock.advanceTo(expiresAt)
      const late = await tryToPay(token, { amount: 0.01 })
      expect(await kindsOf(timely)).toEqual(['TIME_LIMITED', 'TIME_LIMITED'])
      expect(await kindsOf(late.body)).toEqual([null, null])
    })

    test('once, and null when that is paid', async () => {
      const token = await qr.code()
      await qr.set(token, [500], { singleUse: true })
      expect(await kindsOf(await qr.pay(token, 500))).toEqual(['SINGLE_USE', 'SINGLE_USE'])
      expect(await kindsOf(await qr.pay(token, 0.01))).toEqual([null, null])
    })

    test('as it was when the payment was opened, whatever was set since', async () => {
      const token = await qr.code()
      const open = await qr.pay(token, 3)
      await qr.set(token, [500])
      const fixed = await qr.pay(token, 500)
      await qr.unset(token)
      expect(await kindsOf(open)).toEqual([null, null])
      expect(await kindsOf(fixed)).toEqual(['PERMANENT', 'PERMANENT'])
    })

    test('in the bytes of the protocol, and not at all of a reference or in payment.fail', async () => {
      const { platform, server, partner, channel } = scene
      const token = await qr.code()
      for (const event of await eventsOf(await qr.pay(token, 3))) {
        expect(webhookEventSchema.parse(event)).toEqual(event)
      }
      const failed = await qr.pay(token, 3)
      await change('fail', failed.paymentId)
      const [, fail] = await server.webhooksArrived(failed.reference, 2)
      expect(fail?.event?.data).not.toHaveProperty('qrConfigKind')
      const ofReference = await eventsOf(await platform.opened(channel, partner, 'INV-NO-QR'))
      for (const { data } of ofReference) expect(data).not.toHaveProperty('qrConfigKind')
    })
  })

  test('of a reference names no QR code, neither to the channel nor to the partner', async () => {
    const { platform, server, partner, channel } = scene
    const payment = await platform.opened(channel, partner, 'INV-QR')
    expect(payment.qrCodeToken).toBeNull()
    const [webhook] = await server.webhooksArrived('INV-QR', 1)
    expect(webhook?.event?.data).not.toHaveProperty('qrCodeToken')
  })

  test('needs no amount when exactly one is asked for', async () => {
    const token = await qr.code()
    await qr.set(token, [500])
    for (const body of [undefined, {}, { amount: 500 }]) {
      expect((await tryToPay(token, body)).body).toMatchObject({ stage: 'locked', amount: 500 })
    }
  })

  test('needs an amount when there are several, or none', async () => {
    const [several, none] = [await qr.code(), await qr.code()]
    await qr.set(several, [500, 700])
    for (const token of [several, none]) {
      const answer = await tryToPay(token, {})
      expectRefusal(answer, 'VALIDATION400')
      expect(answer.body.details).toMatchObject([{ path: 'amount' }])
    }
    expect((await qr.pay(several, 700)).amount).toBe(700)
    expect((await qr.pay(none, 0.01)).amount).toBe(0.01)
  })

  test.each([['500'], [0], [-1], [1.005], [null], [1e11]])(
    'of the amount %j is VALIDATION400',
    async (amount) => {
      const answer = await tryToPay(await qr.code(), { amount })
      expectRefusal(answer, 'VALIDATION400')
      expect(answer.body.details).toMatchObject([{ path: 'amount' }])
    },
  )

  test('of an amount that is not asked for is refused, with what is', async () => {
    const token = await qr.code()
    const config = await qr.set(token, [500, 700])
    const answer = await tryToPay(token, { amount: 600 })
    expectRefusal(answer, 'QR_CODE409_AMOUNT_CHANGED')
    expect(answer.body.qrConfig).toEqual(config)
  })

  test('may be concurrent with others where the code allows it', async () => {
    const { platform, partner } = scene
    const token = await qr.code()
    await qr.set(token, [500])
    const payments = await Promise.all(Array.from({ length: 20 }, () => qr.pay(token)))
    expect(new Set(payments.map(({ reference }) => reference)).size).toBe(20)
    for (const { paymentId } of payments.slice(0, 5)) await change('confirm', paymentId)
    const { reference } = payments[0]!
    expect((await platform.status(partner, reference)).body.stage).toBe('paid')
    await qr.pay(token)
  })

  test('is confirmed and refunded like any other', async () => {
    const { platform, partner } = scene
    const token = await qr.code()
    const { paymentId, reference } = await qr.pay(token, 250)
    expectRefusal(
      await scene.platform.change(scene.channel, 'confirm', paymentId, { body: { amount: 251 } }),
      'PAYMENT409_AMOUNT_MISMATCH',
    )
    expect((await change('confirm', paymentId)).body).toMatchObject({
      stage: 'paid',
      qrCodeToken: token,
    })
    expect((await platform.refund(paymentId)).body).toMatchObject({ status: 'made', amount: 250 })
    expect((await platform.status(partner, reference)).body.stage).toBe('refunded')
  })

  test('is visible to its channel only, and to operators with its token', async () => {
    const { platform, partner } = scene
    const token = await qr.code()
    const { paymentId, reference } = await qr.pay(token, 5)
    const other = await platform.createChannel('DELIVERY')
    expectRefusal(await platform.payment(other, paymentId), 'PAYMENT404_NOT_FOUND')
    await scene.server.webhooksArrived(reference, 1)
    expect(await platform.operator(`/payments/${paymentId}`)).toMatchObject({
      qrCodeToken: token,
      timeline: [{ kind: 'transition', cause: 'open' }, { kind: 'event' }, { kind: 'attempt' }],
    })
    const { items } = await platform.operator(
      `/payments?partnerId=${partner.partnerId}&reference=${reference}`,
    )
    expect(items).toMatchObject([{ paymentId, qrCodeToken: token }])
  })

  test('is locked for the time of its kind of channel (D10)', async () => {
    const { platform } = scene
    await platform.call('PATCH', '/operator/v1/channel-kinds/DELIVERY', {
      key: platform.operatorKey,
      body: { lockSeconds: 60 },
    })
    const courier = await platform.createChannel('DELIVERY')
    const before = await platform.clock.now()
    const { body } = await payCode(platform, courier, await qr.code(), { amount: 5 })
    const after = await platform.clock.now()
    const beganMs = Date.parse(body.lockReleaseTime) - 60_000
    expect(beganMs).toBeGreaterThanOrEqual(before.getTime())
    expect(beganMs).toBeLessThanOrEqual(after.getTime())
  })

  test('has a reference whose status can be read like any other', async () => {
    const { platform, partner, channel } = scene
    const { reference, paymentId, lockReleaseTime } = await qr.pay(await qr.code(), 5)
    const answer = await platform.open(channel, partner, reference)
    expectRefusal(answer, 'REFERENCE409_LOCKED')
    expect(answer.body.lockReleaseTime).toBe(lockReleaseTime)
    await change('confirm', paymentId)
    expectRefusal(await platform.open(channel, partner, reference), 'REFERENCE409_ALREADY_PAID')
  })
})

describe('a single use (D19)', () => {
  test('is reserved by a lock: others are refused with its release time', async () => {
    const { platform } = scene
    const token = await qr.code()
    await qr.set(token, [500, 700], { singleUse: true })
    const { lockReleaseTime } = await qr.pay(token, 500)
    const other = await platform.createChannel('MARKETPLACE')
    for (const channel of [scene.channel, other]) {
      const answer = await payCode(platform, channel, token, { amount: 700 })
      expectRefusal(answer, 'QR_CODE409_IN_USE')
      expect(answer.body.lockReleaseTime).toBe(lockReleaseTime)
    }
    expect(await qr.scan(token)).toMatchObject({ kind: 'SINGLE_USE', inUse: true })
  })

  test('is named as the own open payment to its channel, and to no other', async () => {
    const { platform, channel } = scene
    const token = await qr.code()
    await qr.set(token, [500], { singleUse: true })
    const { paymentId } = await qr.pay(token)
    const ownPayment = { paymentId, openedAt: expect.any(String) }
    const again = await tryToPay(token)
    expectRefusal(again, 'QR_CODE409_IN_USE')
    expect(again.body).toMatchObject({ ownPayment })
    expect((await scanCode(platform, channel, token)).body.ownPayment).toEqual(ownPayment)
    const other = await platform.createChannel('MARKETPLACE')
    expect((await payCode(platform, other, token)).body).not.toHaveProperty('ownPayment')
    expect((await scanCode(platform, other, token)).body.ownPayment).toBeNull()
  })

  test('that was used says when, and to its own channel by whom', async () => {
    const { platform, channel } = scene
    const agentId = await makeAgent(platform.pool, channel)
    const token = await qr.code()
    await qr.set(token, [500], { singleUse: true })
    const { paymentId } = await qr.pay(token)
    await platform.change(channel, 'confirm', paymentId, { body: { takenBy: agentId } })
    const { used } = (await scanCode(platform, channel, token)).body
    const paidAt = used?.usedAt
    expect(paidAt).toEqual(expect.any(String))
    expect(used?.paidHere).toEqual({ paymentId, paidAt, agentId, agentName: 'Karim' })
    const other = await platform.createChannel('MARKETPLACE')
    const seen = (await scanCode(platform, other, token)).body
    expect(seen.used).toEqual({ usedAt: paidAt, paidHere: null })
    await qr.set(token, [700], { singleUse: true })
    expect((await scanCode(platform, channel, token)).body.used).toBeNull()
  })

  test('of a dynamic code is told with the refusal', async () => {
    const { platform, channel } = scene
    const token = await qr.code({ dynamicCentimes: 50_000 })
    const { paymentId } = await qr.pay(token)
    await change('confirm', paymentId)
    for (const answer of [await scanCode(platform, channel, token), await tryToPay(token)]) {
      expectRefusal(answer, 'QR_CODE400_INVALID_STATUS')
      expect(answer.body).toMatchObject({ used: { paidHere: { paymentId } } })
    }
  })

  test.each(['cancel', 'fail'] as const)('is freed by %s', async (cause) => {
    const token = await qr.code()
    await qr.set(token, [500], { singleUse: true })
    const { paymentId } = await qr.pay(token)
    await change(cause, paymentId)
    expect(await qr.scan(token)).toMatchObject({ kind: 'SINGLE_USE', inUse: false })
    const next = await qr.pay(token)
    expect((await change('confirm', next.paymentId)).status).toBe(200)
  })

  test('is free again when the lock lapses', async () => {
    const { platform } = scene
    const token = await qr.code()
    await qr.set(token, [500], { singleUse: true })
    const { paymentId, lockReleaseTime } = await qr.pay(token)
    await platform.clock.advanceTo(lockReleaseTime)
    expect(await qr.scan(token)).toMatchObject({ inUse: false })
    const next = await qr.pay(token)
    expectRefusal(await change('confirm', paymentId), 'PAYMENT409_LOCK_LOST')
    expect((await change('confirm', next.paymentId)).status).toBe(200)
  })

  test('is used up by a payment: the configuration ends', async () => {
    const token = await qr.code()
    await qr.set(token, [500], { singleUse: true })
    const { paymentId } = await qr.pay(token)
    const { paidAt } = (await change('confirm', paymentId)).body
    expect(await qr.scan(token)).toMatchObject({
      kind: null,
      mode: 'OPEN_AMOUNT',
      amounts: [],
      singleUse: false,
      updatedAt: paidAt,
    })
    await qr.pay(token, 123)
  })

  test('stays used up when the payment is refunded', async () => {
    const token = await qr.code()
    await qr.set(token, [500], { singleUse: true })
    const { paymentId } = await qr.pay(token)
    await change('confirm', paymentId)
    await scene.platform.refund(paymentId)
    expect(await qr.scan(token)).toMatchObject({ kind: null, mode: 'OPEN_AMOUNT' })
  })

  test('can be set again after it was used up', async () => {
    const token = await qr.code()
    for (let round = 1; round <= 3; round += 1) {
      await qr.set(token, [500], { singleUse: true })
      const { paymentId } = await qr.pay(token)
      await change('confirm', paymentId)
    }
    expect(await qr.scan(token)).toMatchObject({ kind: null })
  })

  test('of a dynamic code is the only one: afterwards it can be neither scanned nor paid', async () => {
    const { platform, channel } = scene
    const token = await qr.code({ dynamicCentimes: 123_450 })
    expect(await qr.scan(token)).toMatchObject({
      kind: 'SINGLE_USE',
      mode: 'SINGLE_AMOUNT',
      amounts: [1234.5],
    })
    const { paymentId, amount } = await qr.pay(token)
    expect(amount).toBe(1234.5)
    await change('cancel', paymentId)
    const next = await qr.pay(token)
    await change('confirm', next.paymentId)
    expectRefusal(await scanCode(platform, channel, token), 'QR_CODE400_INVALID_STATUS')
    expectRefusal(await tryToPay(token, { amount: 1 }), 'QR_CODE400_INVALID_STATUS')
    expectRefusal(await tryToPay(token), 'QR_CODE400_INVALID_STATUS')
  })
})

describe('a configuration that changes between scan and payment', () => {
  test('an amount that the channel names must still be asked for', async () => {
    const token = await qr.code()
    await qr.set(token, [500])
    await qr.scan(token)
    const config = await qr.set(token, [600])
    const answer = await tryToPay(token, { amount: 500 })
    expectRefusal(answer, 'QR_CODE409_AMOUNT_CHANGED')
    expect(answer.body.qrConfig).toEqual(config)
  })

  test('an amount that the code still has, or has again, is charged as named', async () => {
    const token = await qr.code()
    await qr.set(token, [500])
    await qr.scan(token)
    await qr.set(token, [400, 500])
    expect((await qr.pay(token, 500)).amount).toBe(500)
  })

  test.each([
    ['another amount', (token: string) => qr.set(token, [600])],
    [
      'the same amount under another lifetime',
      (token: string) => qr.set(token, [500], { singleUse: true }),
    ],
    ['several amounts', (token: string) => qr.set(token, [500, 600])],
    ['no amount', (token: string) => qr.unset(token)],
  ])('leaving the amount out is refused when the code now asks for %s', async (_, replace) => {
    const token = await qr.code()
    await qr.set(token, [500])
    await qr.scan(token)
    const config = await replace(token)
    const answer = await tryToPay(token)
    expectRefusal(answer, 'QR_CODE409_AMOUNT_CHANGED')
    expect(answer.body.qrConfig).toEqual(config)
    expect(await qr.scan(token)).toMatchObject(config)
  })

  test('once it has scanned again, the channel may leave the amount out again', async () => {
    const token = await qr.code()
    await qr.set(token, [500])
    await qr.scan(token)
    await qr.set(token, [600])
    expectRefusal(await tryToPay(token), 'QR_CODE409_AMOUNT_CHANGED')
    await qr.scan(token)
    expect((await qr.pay(token)).amount).toBe(600)
  })

  test('setting the same again is no change', async () => {
    const token = await qr.code()
    await qr.set(token, [500])
    await qr.scan(token)
    await qr.set(token, [500])
    expect((await qr.pay(token)).amount).toBe(500)
  })

  test.each([
    ['was taken away', (token: string) => qr.unset(token)],
    ['has expired', () => scene.platform.clock.advance(61)],
  ])('an amount that the payer saw is not typed into a code whose amount %s', async (_, end) => {
    const token = await qr.code()
    await qr.set(token, [500], { expiresAt: await inFuture(60) })
    await qr.scan(token)
    await end(token)
    for (const body of [{ amount: 500 }, {}]) {
      expectRefusal(await tryToPay(token, body), 'QR_CODE409_AMOUNT_CHANGED')
    }
    await qr.scan(token)
    expect((await qr.pay(token, 500)).amount).toBe(500)
  })

  test('a typed amount is not charged once the code has other amounts', async () => {
    const token = await qr.code()
    await qr.scan(token)
    await qr.set(token, [600])
    for (const body of [{ amount: 500 }, {}]) {
      expectRefusal(await tryToPay(token, body), 'QR_CODE409_AMOUNT_CHANGED')
    }
    expect((await qr.pay(token, 600)).amount).toBe(600)
  })

  test('the updatedAt of the scan decides, even if another channel scanned last', async () => {
    const { platform, channel } = scene
    const token = await qr.code()
    await qr.set(token, [500])
    const atFirst = await qr.scan(token)
    await qr.set(token, [600])
    // The other till of the same channel.
    const now = await qr.scan(token)
    expect(now.updatedAt).not.toBe(atFirst.updatedAt)
    for (const body of [
      { updatedAt: atFirst.updatedAt },
      { updatedAt: atFirst.updatedAt, amount: 600 },
    ]) {
      expectRefusal(await payCode(platform, channel, token, body), 'QR_CODE409_AMOUNT_CHANGED')
    }
    const paid = await payCode(platform, channel, token, { updatedAt: now.updatedAt })
    expect(paid.body.amount).toBe(600)
    expectRefusal(await tryToPay(token, { updatedAt: 'yesterday' }), 'VALIDATION400')
  })

  test('the scan of one channel does not count for another', async () => {
    const { platform } = scene
    const other = await platform.createChannel('MARKETPLACE')
    const token = await qr.code()
    await qr.set(token, [500])
    await qr.scan(token)
    await scanCode(platform, other, token)
    await qr.set(token, [600])
    await scanCode(platform, other, token)
    expectRefusal(await tryToPay(token), 'QR_CODE409_AMOUNT_CHANGED')
    expect((await payCode(platform, other, token)).body.amount).toBe(600)
  })

  test('a channel that has not scanned is judged by the amount alone', async () => {
    const token = await qr.code()
    await qr.set(token, [500])
    expect((await qr.pay(token)).amount).toBe(500)
    expectRefusal(await tryToPay(token, { amount: 501 }), 'QR_CODE409_AMOUNT_CHANGED')
  })

  test('a payment keeps its configuration, whatever is set afterwards', async () => {
    const { platform, partner, channel } = scene
    const token = await qr.code()
    await qr.set(token, [500])
    const { paymentId, reference } = await qr.pay(token)
    await qr.set(token, [900])
    await qr.unset(token)
    await updateQrCode(platform.pool, token, { status: 'disabled' }, BY)
    expect((await platform.change(channel, 'confirm', paymentId)).body).toMatchObject({
      stage: 'paid',
      amount: 500,
    })
    expect((await platform.status(partner, reference)).body.amount).toBe(500)
  })
})

describe('an Idempotency-Key (D21)', () => {
  let keys = 0
  const key = () => ({ 'idempotency-key': `qr-${(keys += 1)}` })

  test('gives a repeated payment its first answer, whatever happened since', async () => {
    const token = await qr.code()
    await qr.set(token, [500], { singleUse: true })
    const headers = key()
    const first = await tryToPay(token, {}, headers)
    expect(first.status).toBe(201)
    expect((await tryToPay(token, {}, headers)).body).toEqual(first.body)
    await change('confirm', first.body.paymentId)
    const last = await tryToPay(token, {}, headers)
    expect([last.status, last.body]).toEqual([201, first.body])
  })

  test('makes one payment from sixteen concurrent requests', async () => {
    const token = await qr.code()
    const headers = key()
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => tryToPay(token, { amount: 5 }, headers)),
    )
    expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(1)
    const { rows } = await scene.platform.pool.query('select from payments where qr_token = $1', [
      token,
    ])
    expect(rows).toHaveLength(1)
  })

  test('with another body, or for another code, is refused', async () => {
    const [token, another] = [await qr.code(), await qr.code()]
    const headers = key()
    await tryToPay(token, { amount: 5 }, headers)
    for (const answer of [
      await tryToPay(token, { amount: 6 }, headers),
      await tryToPay(another, { amount: 5 }, headers),
    ]) {
      expectRefusal(answer, 'IDEMPOTENCY422_KEY_REUSED')
    }
  })

  test('repeats a refusal with the configuration of that time', async () => {
    const token = await qr.code()
    await qr.set(token, [500])
    const headers = key()
    const first = await tryToPay(token, { amount: 400 }, headers)
    expectRefusal(first, 'QR_CODE409_AMOUNT_CHANGED')
    await qr.set(token, [400])
    const again = await tryToPay(token, { amount: 400 }, headers)
    const said = ({ text, body }: Answer): string => text.replace(body.requestId, '')
    expect(said(again)).toBe(said(first))
    expect((await tryToPay(token, { amount: 400 }, key())).status).toBe(201)
  })

  test('is not used up by an incomplete request', async () => {
    const token = await qr.code()
    const headers = key()
    expectRefusal(await tryToPay(token, {}, headers), 'VALIDATION400')
    await callSet(scene.platform, scene.partner, { qrCodeToken: token, amounts: [500] })
    expect((await tryToPay(token, {}, headers)).status).toBe(201)
  })
})
