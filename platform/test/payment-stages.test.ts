import { ERRORS } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { makeAgent } from './support/custody.ts'
import { startPartner } from './support/partner.ts'
import { newReference } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

const LOCK_MS = 900_000

const open = (reference = newReference()) =>
  scene.platform.opened(scene.channel, scene.partner, reference)

const change = (cause: 'confirm' | 'cancel' | 'fail', paymentId: string) =>
  scene.platform.change(scene.channel, cause, paymentId)

/** An agent of the channel, on shift. */
const shiftOf = async (): Promise<string> => {
  const agentId = await makeAgent(scene.platform.pool, scene.channel)
  const body = { agentId, float: 0 }
  await scene.platform.call('POST', '/channel/v1/shifts', { key: scene.channel.apiKey, body })
  return agentId
}

/** The kinds of a payment's events as they are recorded, the oldest first. */
const eventsOf = async (paymentId: string): Promise<string[]> => {
  const { timeline } = await scene.platform.operator(`/payments/${paymentId}`)
  return timeline.filter((item: any) => item.kind === 'event').map((item: any) => item.event)
}

const refusalsOf = async (paymentId: string): Promise<any[]> => {
  const { timeline } = await scene.platform.operator(`/payments/${paymentId}`)
  return timeline.filter((item: any) => item.kind === 'refusal')
}

describe('a locked reference (section 3, D9)', () => {
  test('is locked for 15 minutes, no sooner and no later (D10)', async () => {
    const before = await scene.platform.clock.now()
    const { lockReleaseTime } = await open()
    const after = await scene.platform.clock.now()
    const at = Date.parse(lockReleaseTime ?? '')
    expect(at).toBeGreaterThanOrEqual(before.getTime() + LOCK_MS)
    expect(at).toBeLessThanOrEqual(after.getTime() + LOCK_MS)
  })

  test('is refused to others with REFERENCE409_LOCKED and its release time (D11)', async () => {
    const { platform, partner, channel } = scene
    const { reference, lockReleaseTime } = await open()
    const other = await platform.createChannel('MARKETPLACE')
    for (const who of [channel, other]) {
      const answer = await platform.open(who, partner, reference)
      expectRefusal(answer, 'REFERENCE409_LOCKED')
      expect(answer.body.lockReleaseTime).toBe(lockReleaseTime)
    }
  })

  test('is given back to the agent who opened it, and named to nobody else', async () => {
    const { platform, partner, channel } = scene
    const [first, second] = [await shiftOf(), await shiftOf()]
    const reference = newReference()
    const openAs = (agentId: string, who = channel) =>
      platform.call('POST', '/channel/v1/payments', {
        key: who.apiKey,
        body: { partnerId: partner.partnerId, reference, agentId },
        headers: { 'idempotency-key': newReference() },
      })
    const { paymentId } = (await openAs(first)).body
    const again = await openAs(first)
    expectRefusal(again, 'REFERENCE409_LOCKED')
    expect(again.body.ownPayment).toEqual({ paymentId, openedAt: expect.any(String) })
    const theirs = [await openAs(second), await platform.open(channel, partner, reference)]
    const other = await platform.createChannel('AGENCY')
    for (const answer of [...theirs, await platform.open(other, partner, reference)]) {
      expectRefusal(answer, 'REFERENCE409_LOCKED')
      expect(answer.body).not.toHaveProperty('ownPayment')
    }
    await change('confirm', paymentId)
    const paid = await openAs(second)
    expectRefusal(paid, 'REFERENCE409_ALREADY_PAID')
    const paidHere = { paymentId, agentId: first, agentName: 'Karim', paidAt: expect.any(String) }
    expect(paid.body.paidHere).toEqual(paidHere)
    const elsewhere = await platform.open(other, partner, reference)
    expectRefusal(elsewhere, 'REFERENCE409_ALREADY_PAID')
    expect(elsewhere.body).not.toHaveProperty('paidHere')
  })

  test('is opened once by sixteen concurrent requests', async () => {
    const { platform, partner, channel } = scene
    const reference = newReference()
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => platform.open(channel, partner, reference)),
    )
    const opened = answers.filter(({ status }) => status === 201)
    expect(opened).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectRefusal(answer, 'REFERENCE409_LOCKED')
      expect(answer.body.lockReleaseTime).toBe(opened[0]?.body.lockReleaseTime)
    }
  })

  test('belongs to its partner: another partner’s reference of the same text is another one (D1)', async () => {
    const { platform, server, partner, channel } = scene
    const secondServer = await startPartner()
    const second = await platform.createPartner(secondServer)
    const { reference, paymentId } = await open()
    secondServer.prices.set(reference, 7)
    const theirs = await platform.opened(channel, second, reference)
    expect(theirs.amount).toBe(7)
    await change('confirm', paymentId)
    expect((await platform.status(partner, reference)).body.stage).toBe('paid')
    expect((await platform.status(second, reference)).body).toMatchObject({
      stage: 'locked',
      paymentId: theirs.paymentId,
    })
    await server.webhooksArrived(reference, 2)
    const [event] = await secondServer.webhooksArrived(reference, 1)
    expect(event?.event?.data['paymentId']).toBe(theirs.paymentId)
    expect(secondServer.problems).toEqual([])
    await change('cancel', theirs.paymentId)
    await secondServer.webhooksArrived(reference, 2)
    await secondServer.close()
  })

  test('that was released can be locked again by a new payment', async () => {
    const { reference, paymentId } = await open()
    await change('fail', paymentId)
    const next = await open(reference)
    expect(next.paymentId).not.toBe(paymentId)
    // The released one stays as it was.
    const first = await scene.platform.payment(scene.channel, paymentId)
    expect(first.body).toMatchObject({ stage: 'released', failReason: 'failed' })
  })

  test('that is paid or refunded is REFERENCE409_ALREADY_PAID, without asking the partner', async () => {
    const { platform, server, partner, channel } = scene
    const { reference, paymentId } = await open()
    await change('confirm', paymentId)
    expectRefusal(await platform.open(channel, partner, reference), 'REFERENCE409_ALREADY_PAID')
    await platform.refund(paymentId)
    expectRefusal(await platform.open(channel, partner, reference), 'REFERENCE409_ALREADY_PAID')
    expect(server.lookupsOf(reference)).toHaveLength(1)
  })
})

describe('the lock time (D10)', () => {
  test('is set for each kind of channel, from the next payment on', async () => {
    const { platform, partner, operatorKey } = { ...scene, ...scene.platform }
    const courier = await platform.createChannel('DELIVERY')
    const market = await platform.createChannel('MARKETPLACE')
    const path = '/operator/v1/channel-kinds/DELIVERY'
    await platform.call('PATCH', path, { key: operatorKey, body: { lockSeconds: 7200 } })
    const expectLockFor = async (who: typeof courier, seconds: number): Promise<void> => {
      const before = await platform.clock.now()
      const { lockReleaseTime } = await platform.opened(who, partner, newReference())
      const after = await platform.clock.now()
      const beganMs = Date.parse(lockReleaseTime ?? '') - seconds * 1_000
      expect(beganMs).toBeGreaterThanOrEqual(before.getTime())
      expect(beganMs).toBeLessThanOrEqual(after.getTime())
    }
    await expectLockFor(courier, 7200)
    await expectLockFor(market, 900)
    await platform.call('PATCH', path, { key: operatorKey, body: { lockSeconds: null } })
    await expectLockFor(courier, 900)
  })
})

describe('the transitions (section 3, D9)', () => {
  test('confirm: locked → paid, and one payment.success', async () => {
    const { paymentId, reference } = await open()
    const answer = await change('confirm', paymentId)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      stage: 'paid',
      lockReleaseTime: null,
      paidAt: expect.any(String),
      failReason: null,
    })
    expect(await eventsOf(paymentId)).toEqual(['payment.initialized', 'payment.success'])
    const [event] = await scene.server.webhooksArrived(reference, 1, 'payment.success')
    expect(event?.event?.data['paidAt']).toBe(answer.body.paidAt)
  })

  test.each([
    ['cancel', 'cancelled'],
    ['fail', 'failed'],
  ] as const)('%s: locked → released, and one payment.fail', async (cause, reason) => {
    const { paymentId, reference } = await open()
    const answer = await change(cause, paymentId)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ stage: 'released', paidAt: null, failReason: reason })
    expect(await eventsOf(paymentId)).toEqual(['payment.initialized', 'payment.fail'])
    const [event] = await scene.server.webhooksArrived(reference, 1, 'payment.fail')
    expect(event?.event?.data).toMatchObject({ reason, failedAt: answer.body.lockReleaseTime })
  })

  test('expiry: locked → released at the end of the lock, and one payment.fail', async () => {
    const { platform, channel, server } = scene
    const { paymentId, reference, lockReleaseTime } = await open()
    await platform.clock.advanceTo(lockReleaseTime)
    // Nobody asks: the sweep finds it.
    const [event] = await server.webhooksArrived(reference, 1, 'payment.fail')
    expect(event?.event?.data).toMatchObject({ reason: 'expired', failedAt: lockReleaseTime })
    expect((await platform.payment(channel, paymentId)).body).toMatchObject({
      stage: 'released',
      failReason: 'expired',
      lockReleaseTime,
    })
    expect(await eventsOf(paymentId)).toEqual(['payment.initialized', 'payment.fail'])
  })

  test('refund: paid → refunded, without an event unless the partner asked for it (D15, D27)', async () => {
    const { platform, partner } = scene
    const { paymentId, reference } = await open()
    const { body: paid } = await change('confirm', paymentId)
    const answer = await platform.refund(paymentId)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ status: 'made', amount: paid.amount })
    expect((await platform.payment(scene.channel, paymentId)).body).toMatchObject({
      stage: 'refunded',
      paidAt: paid.paidAt,
      refundedAt: answer.body.madeAt,
      refundedAmount: paid.amount,
    })
    expect(await eventsOf(paymentId)).toEqual(['payment.initialized', 'payment.success'])
    expect((await platform.status(partner, reference)).body.stage).toBe('refunded')
  })

  test('every other cause at every other stage is PAYMENT409_WRONG_STAGE', async () => {
    const { platform } = scene
    const [paid, refunded, cancelled, failed, locked] = await Promise.all([
      open(),
      open(),
      open(),
      open(),
      open(),
    ])
    await change('confirm', paid.paymentId)
    await change('confirm', refunded.paymentId)
    await platform.refund(refunded.paymentId)
    await change('cancel', cancelled.paymentId)
    await change('fail', failed.paymentId)
    const wrong = [
      ['cancel', paid],
      ['fail', paid],
      ['cancel', refunded],
      ['fail', refunded],
      ['confirm', cancelled],
      ['fail', cancelled],
      ['refund', cancelled],
      ['confirm', failed],
      ['cancel', failed],
      ['refund', failed],
      ['refund', locked],
    ] as const
    for (const [cause, { paymentId }] of wrong) {
      const before = await eventsOf(paymentId)
      const answer =
        cause === 'refund' ? await platform.refund(paymentId) : await change(cause, paymentId)
      expectRefusal(answer, 'PAYMENT409_WRONG_STAGE')
      expect(await eventsOf(paymentId)).toEqual(before)
    }
    expect((await refusalsOf(paid.paymentId)).map(({ cause, code }) => [cause, code])).toEqual([
      ['cancel', 'PAYMENT409_WRONG_STAGE'],
      ['fail', 'PAYMENT409_WRONG_STAGE'],
    ])
  })

  test('fail accepts no reason and no amount', async () => {
    const { platform, channel } = scene
    const { paymentId } = await open()
    const body = { amount: 1, reason: 'expired' }
    expectRefusal(await platform.change(channel, 'fail', paymentId, { body }), 'VALIDATION400')
    const answer = await platform.change(channel, 'fail', paymentId)
    expect([answer.status, answer.body.failReason]).toEqual([200, 'failed'])
  })
})

describe('a repeated call gets the first answer, with no second event (D9)', () => {
  test.each(['confirm', 'cancel', 'fail'] as const)('%s', async (cause) => {
    const { paymentId } = await open()
    const first = await change(cause, paymentId)
    const events = await eventsOf(paymentId)
    for (let round = 0; round < 3; round += 1) {
      const again = await change(cause, paymentId)
      expect([again.status, again.text]).toEqual([first.status, first.text])
    }
    expect(await eventsOf(paymentId)).toEqual(events)
    expect(await refusalsOf(paymentId)).toEqual([])
  })

  test('refund', async () => {
    const { platform } = scene
    const { paymentId } = await open()
    await change('confirm', paymentId)
    const first = await platform.refund(paymentId)
    const again = await platform.refund(paymentId)
    // Only the first answer shows the code of the payer.
    expect([again.status, again.body]).toEqual([201, { ...first.body, code: null }])
  })

  test('confirm, even after the lock would have lapsed and after a refund', async () => {
    const { platform } = scene
    const { paymentId } = await open()
    const first = await change('confirm', paymentId)
    await platform.clock.advanceMs(LOCK_MS + 1)
    await platform.refund(paymentId)
    const again = await change('confirm', paymentId)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect((await platform.payment(scene.channel, paymentId)).body.stage).toBe('refunded')
  })

  test('sixteen confirms at once are one payment.success and one answer', async () => {
    const { paymentId } = await open()
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => change('confirm', paymentId)),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(await eventsOf(paymentId)).toEqual(['payment.initialized', 'payment.success'])
  })

  test('of a concurrent confirm and cancel exactly one wins, and the other is refused', async () => {
    const payments = await Promise.all(Array.from({ length: 8 }, () => open()))
    await Promise.all(
      payments.map(async ({ paymentId }) => {
        const answers = await Promise.all([
          change('confirm', paymentId),
          change('cancel', paymentId),
        ])
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
        const lost = answers.find(({ status }) => status === 409)
        expect(lost?.body.error).toBe('PAYMENT409_WRONG_STAGE')
        expect(await eventsOf(paymentId)).toHaveLength(2)
      }),
    )
  })
})

describe('a lock that was lost (D9)', () => {
  test.each(['confirm', 'cancel', 'fail'] as const)(
    '%s at the very moment it lapses, before any sweep, is PAYMENT409_LOCK_LOST',
    async (cause) => {
      const { platform, partner } = scene
      const { paymentId, reference, lockReleaseTime } = await open()
      await platform.clock.advanceTo(lockReleaseTime)
      const answer = await change(cause, paymentId)
      expectRefusal(answer, 'PAYMENT409_LOCK_LOST')
      // The status and the answer agree, now and for good.
      const { body } = await platform.status(partner, reference)
      expect([body.stage, body.lockReleaseTime]).toEqual(['released', lockReleaseTime])
      expectRefusal(await change(cause, paymentId), 'PAYMENT409_LOCK_LOST')
      expect(await eventsOf(paymentId)).toEqual(['payment.initialized', 'payment.fail'])
    },
  )

  test('says what to do with the cash, in each language (D4)', async () => {
    const { platform, channel } = scene
    const { paymentId, lockReleaseTime } = await open()
    await platform.clock.advanceTo(lockReleaseTime)
    for (const language of ['en', 'fr', 'ar'] as const) {
      const answer = await platform.change(channel, 'confirm', paymentId, {
        headers: { 'accept-language': language },
      })
      expect(answer.body.errorMessage).toBe(ERRORS.PAYMENT409_LOCK_LOST.messages[language])
    }
    expect(ERRORS.PAYMENT409_LOCK_LOST.messages.en).toMatch(/open the same reference again/)
  })

  test('is followed by opening the reference again and confirming the new payment', async () => {
    const { platform, partner, channel } = scene
    const { paymentId, reference, lockReleaseTime } = await open()
    await platform.clock.advanceTo(lockReleaseTime)
    expectRefusal(await change('confirm', paymentId), 'PAYMENT409_LOCK_LOST')
    const next = await open(reference)
    expect((await change('confirm', next.paymentId)).body.stage).toBe('paid')
    expect((await platform.status(partner, reference)).body).toMatchObject({
      stage: 'paid',
      paymentId: next.paymentId,
    })
    // The old payment stays lost, also when it is confirmed with the new one's money.
    expectRefusal(await change('confirm', paymentId), 'PAYMENT409_LOCK_LOST')
    expect((await platform.payment(channel, paymentId)).body.stage).toBe('released')
  })

  test('is recorded for the operator, with the request and its time', async () => {
    const { platform, channel } = scene
    const { paymentId, lockReleaseTime } = await open()
    await platform.clock.advanceTo(lockReleaseTime)
    await platform.change(channel, 'confirm', paymentId, { body: { amount: 599.8 } })
    expect(await refusalsOf(paymentId)).toEqual([
      {
        kind: 'refusal',
        at: expect.any(String),
        cause: 'confirm',
        code: 'PAYMENT409_LOCK_LOST',
        amount: 599.8,
      },
    ])
  })

  test('frees the reference for others at once, before any sweep', async () => {
    const { platform, partner } = scene
    const { paymentId, reference, lockReleaseTime } = await open()
    await platform.clock.advanceTo(lockReleaseTime)
    const other = await platform.createChannel('DELIVERY')
    const next = await platform.opened(other, partner, reference)
    expect(next.paymentId).not.toBe(paymentId)
    expectRefusal(await change('confirm', paymentId), 'PAYMENT409_LOCK_LOST')
    expect((await platform.status(partner, reference)).body.channel).toBe('DELIVERY')
  })

  test('is not lost shortly before its end', async () => {
    const { platform } = scene
    const { paymentId, lockReleaseTime } = await open()
    await platform.clock.advanceTo(new Date(Date.parse(lockReleaseTime ?? '') - 60_000))
    expect((await change('confirm', paymentId)).status).toBe(200)
  })
})

test('the history has every transition with its cause and time (D9)', async () => {
  const { platform } = scene
  const { paymentId } = await open()
  const { body: paid } = await change('confirm', paymentId)
  const { body: refunded } = await platform.refund(paymentId)
  const { timeline, createdAt } = await platform.operator(`/payments/${paymentId}`)
  const transition = { kind: 'transition', takenAt: null }
  expect(timeline.filter((item: any) => item.kind === 'transition')).toEqual([
    { ...transition, at: createdAt, from: null, to: 'locked', cause: 'open' },
    { ...transition, at: paid.paidAt, from: 'locked', to: 'paid', cause: 'confirm' },
    { ...transition, at: refunded.madeAt, from: 'paid', to: 'refunded', cause: 'refund' },
  ])
})
