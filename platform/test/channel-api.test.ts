import { channelPayment } from '@wasl/protocol'
import { describe, expect, test } from 'vitest'
import { newReference, type Answer, type TestChannel } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'

const scene = useScene()

let keys = 0
const newKey = (): string => `key-${(keys += 1)}`

const openWith = (
  key: string,
  reference: string,
  { channel = scene.channel, partner = scene.partner } = {},
) => scene.platform.open(channel, partner, reference, { 'idempotency-key': key })

const changeWith = (
  key: string,
  cause: 'confirm' | 'cancel' | 'fail',
  paymentId: string,
  body?: unknown,
) =>
  scene.platform.change(scene.channel, cause, paymentId, {
    headers: { 'idempotency-key': key },
    ...(body !== undefined && { body }),
  })

const open = (reference = newReference()) =>
  scene.platform.opened(scene.channel, scene.partner, reference)

/** What an answer says, apart from the id of its own request. */
const saidBy = ({ status, body }: Answer): unknown => {
  const { requestId: _, ...said } = body
  return [status, said]
}

describe('the channel API (D21)', () => {
  test('POST /channel/v1/payments answers 201 with the whole payment', async () => {
    const { platform, partner, channel } = scene
    const answer = await platform.open(channel, partner, newReference())
    expect(answer.status).toBe(201)
    expect(channelPayment.parse(answer.body)).toEqual(answer.body)
  })

  test('GET /channel/v1/payments/{paymentId} shows it as it is now, in every stage', async () => {
    const { platform, channel } = scene
    const read = async (paymentId: string): Promise<any> => {
      const answer = await platform.payment(channel, paymentId)
      expect(answer.status).toBe(200)
      return channelPayment.parse(answer.body)
    }
    const opened = await open()
    expect(await read(opened.paymentId)).toEqual(opened)
    const paid = await platform.change(channel, 'confirm', opened.paymentId)
    expect(await read(opened.paymentId)).toEqual(paid.body)
    await platform.refund(opened.paymentId)
    expect(await read(opened.paymentId)).toEqual({
      ...paid.body,
      stage: 'refunded',
      refundedAt: expect.any(String),
      refundedAmount: 599.8,
    })
    const other = await open()
    const failed = await platform.change(channel, 'fail', other.paymentId)
    expect(await read(other.paymentId)).toEqual(failed.body)
    expect(failed.body).toMatchObject({ stage: 'released', failReason: 'failed' })
  })

  test('GET shows a lapse at that moment, before any sweep', async () => {
    const { platform, channel } = scene
    const { paymentId, lockReleaseTime } = await open()
    await platform.clock.advanceTo(lockReleaseTime)
    expect((await platform.payment(channel, paymentId)).body).toMatchObject({
      stage: 'released',
      failReason: 'expired',
      lockReleaseTime,
    })
  })

  test.each(['confirm', 'cancel', 'fail'] as const)(
    'POST …/%s takes no body and an empty object',
    async (cause) => {
      const { platform, channel } = scene
      for (const options of [{}, { body: {} }, { body: '' }]) {
        const { paymentId } = await open()
        expect((await platform.change(channel, cause, paymentId, options)).status).toBe(200)
      }
    },
  )

  test.each(['[]', '"text"', '5'])('a confirm with %s is VALIDATION400', async (body) => {
    const { platform, channel } = scene
    const { paymentId } = await open()
    expectRefusal(await platform.change(channel, 'confirm', paymentId, { body }), 'VALIDATION400')
  })

  test.each([
    [undefined, ''],
    [{}, 'partnerId'],
    [{ partnerId: 1001, reference: 'INV' }, 'partnerId'],
    [{ partnerId: '1001', reference: 'INV' }, 'partnerId'],
    [{ partnerId: 'prt_0', reference: 'INV' }, 'partnerId'],
    [{ partnerId: 'prt_99999999999', reference: 'INV' }, 'partnerId'],
    [{ partnerId: 'prt_1001' }, 'reference'],
    [{ partnerId: 'prt_1001', reference: 7 }, 'reference'],
    [{ partnerId: 'prt_1001', reference: null }, 'reference'],
    [[], ''],
  ])('opening with %j is VALIDATION400 at %j', async (body, path) => {
    const { platform, channel } = scene
    const key = channel.apiKey
    const answer = await platform.call('POST', '/channel/v1/payments', { key, body })
    expectRefusal(answer, 'VALIDATION400')
    expect(answer.body.details.map((detail: any) => detail.path)).toContain(path)
  })
})

describe('a channel sees only its own payments (D21)', () => {
  test("another channel's payment looks like an unknown one to every call", async () => {
    const { platform } = scene
    const stranger = await platform.createChannel('AGENCY')
    const { paymentId } = await open()
    const nobodys = paymentId.replace(/^......../, '01989d2e')
    const calls = (id: string) => [
      platform.payment(stranger, id),
      platform.change(stranger, 'confirm', id),
      platform.change(stranger, 'cancel', id),
      platform.change(stranger, 'fail', id),
      platform.change(stranger, 'confirm', id, { headers: { 'idempotency-key': newKey() } }),
    ]
    const foreign = await Promise.all(calls(paymentId))
    const unknown = await Promise.all(calls(nobodys))
    for (const [index, answer] of foreign.entries()) {
      expectRefusal(answer, 'PAYMENT404_NOT_FOUND')
      expect(saidBy(answer)).toEqual(saidBy(unknown[index] as Answer))
    }
    expect((await platform.payment(scene.channel, paymentId)).body.stage).toBe('locked')
    const { timeline } = await platform.operator(`/payments/${paymentId}`)
    expect(timeline.filter((item: any) => item.kind === 'refusal')).toEqual([])
  })

  test.each(['x', 'not-a-uuid', '{id}', '00000000-0000-0000-0000-000000000000', '%00', "' or 1=1"])(
    'an id such as %j is PAYMENT404_NOT_FOUND',
    async (id) => {
      const { platform, channel } = scene
      const paymentId = encodeURIComponent(id)
      expectRefusal(await platform.payment(channel, paymentId), 'PAYMENT404_NOT_FOUND')
      const confirmed = await platform.change(channel, 'confirm', paymentId)
      expectRefusal(confirmed, 'PAYMENT404_NOT_FOUND')
    },
  )

  test('an id in upper case is the same id', async () => {
    const { platform, channel } = scene
    const { paymentId } = await open()
    const answer = await platform.change(channel, 'confirm', paymentId.toUpperCase())
    expect(answer.body).toMatchObject({ paymentId, stage: 'paid' })
    expect((await platform.payment(channel, paymentId.toUpperCase())).body.paymentId).toBe(
      paymentId,
    )
  })

  test('a missing channel’s key is refused before anything else is checked', async () => {
    const { platform, partner } = scene
    const { paymentId } = await open()
    const path = `/channel/v1/payments/${paymentId}`
    for (const key of [null, 'wrong', partner.apiKey, platform.operatorKey]) {
      const answers = [
        await platform.call('GET', path, { key }),
        await platform.call('POST', `${path}/confirm`, { key, body: { amount: 'x' } }),
        await platform.call('POST', '/channel/v1/payments', { key, body: {} }),
        await platform.call('GET', '/channel/v1/payments/unknown', { key }),
        await platform.call('POST', '/channel/v1/payments', { key, body: '{"broken' }),
        await platform.call('POST', '/channel/v1/qr-codes/x/payments', { key, body: '{"broken' }),
      ]
      for (const answer of answers) expectRefusal(answer, 'CHANNEL401_UNAUTHORIZED')
    }
  })
})

describe('the amount in a confirm (D2)', () => {
  test.each(['599.8000000000000001', '599.80000000000000001', '5998000000000000001e-16'])(
    'is refused when its digits say more than a double holds: %s',
    async (literal) => {
      const { platform, channel } = scene
      const { paymentId } = await open()
      const path = `/channel/v1/payments/${paymentId}/confirm`
      const body = `{"amount":${literal}}`
      const answer = await platform.call('POST', path, { key: channel.apiKey, body })
      expectRefusal(answer, 'VALIDATION400')
      expect(answer.body['details'][0].message).toContain(`the number ${literal} cannot be held`)
      expect((await platform.payment(channel, paymentId)).body.stage).toBe('locked')
    },
  )
})

describe('an Idempotency-Key on opening (D21)', () => {
  test('gets the first answer again for the same body, and the partner is asked once', async () => {
    const { server } = scene
    const [key, reference] = [newKey(), newReference()]
    const first = await openWith(key, reference)
    const again = await openWith(key, reference)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(server.lookupsOf(reference)).toHaveLength(1)
  })

  test('gets the first answer, whatever happened to the payment since', async () => {
    const { platform, channel } = scene
    const [key, reference] = [newKey(), newReference()]
    const first = await openWith(key, reference)
    await platform.change(channel, 'confirm', first.body.paymentId)
    expect((await openWith(key, reference)).text).toBe(first.text)
    await platform.refund(first.body.paymentId)
    expect((await openWith(key, reference)).text).toBe(first.text)
  })

  test('opens no second payment, also after the lock has lapsed', async () => {
    const { platform } = scene
    const [key, reference] = [newKey(), newReference()]
    const first = await openWith(key, reference)
    await platform.clock.advanceTo(first.body.lockReleaseTime)
    const again = await openWith(key, reference)
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  test('is 422 IDEMPOTENCY422_KEY_REUSED for another reference and another call', async () => {
    const { platform, partner } = scene
    const [key, reference] = [newKey(), newReference()]
    const { body } = await openWith(key, reference)
    expectRefusal(await openWith(key, newReference()), 'IDEMPOTENCY422_KEY_REUSED')
    expectRefusal(await changeWith(key, 'confirm', body.paymentId), 'IDEMPOTENCY422_KEY_REUSED')
    expect((await platform.status(partner, reference)).body.stage).toBe('locked')
    expect((await openWith(key, reference)).body).toEqual(body)
  })

  test('belongs to its partner too: with another partner it is another request (D25)', async () => {
    const { platform, server, partner } = scene
    const second = await platform.createPartner(server)
    const [key, reference] = [newKey(), newReference()]
    const first = await openWith(key, reference)
    const other = await openWith(key, reference, { partner: second })
    expect([first.status, other.status]).toEqual([201, 201])
    expect([first.body.partnerId, other.body.partnerId]).toEqual([
      partner.partnerId,
      second.partnerId,
    ])
    expect((await openWith(key, reference)).text).toBe(first.text)
    expect((await openWith(key, reference, { partner: second })).text).toBe(other.text)
    // The second partner's key stands for its opening, the first one's stays what it was.
    expectRefusal(
      await openWith(key, newReference(), { partner: second }),
      'IDEMPOTENCY422_KEY_REUSED',
    )
  })

  test('belongs to its channel: the same key of another channel is another key', async () => {
    const { platform } = scene
    const other: TestChannel = await platform.createChannel('DELIVERY')
    const key = newKey()
    const first = await openWith(key, newReference())
    const second = await openWith(key, newReference(), { channel: other })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.body.paymentId).not.toBe(second.body.paymentId)
  })

  test('makes one payment and one answer from sixteen concurrent requests', async () => {
    const [key, reference] = [newKey(), newReference()]
    const answers = await Promise.all(Array.from({ length: 16 }, () => openWith(key, reference)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
  })

  test('on different concurrent requests belongs to one of them; the others open nothing', async () => {
    const { platform, partner } = scene
    const key = newKey()
    const references = Array.from({ length: 8 }, () => newReference())
    const answers = await Promise.all(references.map((reference) => openWith(key, reference)))
    const opened = answers.filter(({ status }) => status === 201)
    expect(opened).toHaveLength(1)
    for (const [index, answer] of answers.entries()) {
      if (answer === opened[0]) continue
      expectRefusal(answer, 'IDEMPOTENCY422_KEY_REUSED')
      const { body } = await platform.status(partner, references[index] as string)
      expect(body.stage).toBe('not_found')
    }
  })

  test('is kept for 24 hours and then counts as new', async () => {
    const { platform, channel } = scene
    const [key, reference] = [newKey(), newReference()]
    const first = await openWith(key, reference)
    await platform.change(channel, 'cancel', first.body.paymentId)
    await platform.clock.advance(24 * 3600 - 60)
    expect((await openWith(key, reference)).text).toBe(first.text)
    await platform.clock.advance(61)
    const reopened = await openWith(key, reference)
    expect(reopened.status).toBe(201)
    expect(reopened.body.paymentId).not.toBe(first.body.paymentId)
    // The key stands for its new answer from now on.
    expect((await openWith(key, reference)).text).toBe(reopened.text)
  })

  test('may belong to another request after 24 hours', async () => {
    const { platform } = scene
    const key = newKey()
    await openWith(key, newReference())
    await platform.clock.advance(24 * 3600 + 1)
    const reference = newReference()
    const reopened = await openWith(key, reference)
    expect(reopened.status).toBe(201)
    expect((await openWith(key, reference)).text).toBe(reopened.text)
  })

  test('keeps refusals too', async () => {
    const { platform, server, channel } = scene
    const [unknownKey, lockedKey] = [newKey(), newKey()]
    const [unknown, locked] = [newReference(), newReference()]
    server.onLookup(
      (_request, count) =>
        count === 1
          ? { status: 404, body: { error: 'NOT_FOUND', errorMessage: 'Unknown reference.' } }
          : undefined,
      unknown,
    )
    const notFound = await openWith(unknownKey, unknown)
    expectRefusal(notFound, 'REFERENCE404_NOT_FOUND')
    const notFoundAgain = await openWith(unknownKey, unknown)
    expectRefusal(notFoundAgain, 'REFERENCE404_NOT_FOUND')
    expect({ ...notFoundAgain.body, requestId: '' }).toEqual({ ...notFound.body, requestId: '' })
    expect(notFoundAgain.body.details?.[0]?.message).toContain('Unknown reference.')
    expect(server.lookupsOf(unknown)).toHaveLength(1)
    expect((await openWith(newKey(), unknown)).status).toBe(201)

    const { paymentId, lockReleaseTime } = await open(locked)
    expectRefusal(await openWith(lockedKey, locked), 'REFERENCE409_LOCKED')
    await platform.change(channel, 'cancel', paymentId)
    const again = await openWith(lockedKey, locked)
    expectRefusal(again, 'REFERENCE409_LOCKED')
    expect(again.body.lockReleaseTime).toBe(lockReleaseTime)
  })

  test('does not keep a partner’s failure: the next try may succeed', async () => {
    const { server } = scene
    const replies = [
      { status: 503, body: { error: 'SERVICE_UNAVAILABLE', errorMessage: 'Later.' } },
      { status: 500, body: 'Oops' },
      { body: 'no JSON' },
      { delayMs: 6_000 },
    ]
    const [key, reference] = [newKey(), newReference()]
    server.onLookup((_request, count) => replies[count - 1], reference)
    const statuses: number[] = []
    for (let round = 0; round < 5; round += 1) {
      statuses.push((await openWith(key, reference)).status)
    }
    expect(statuses).toEqual([503, 502, 502, 504, 201])
  })

  test('does not keep a malformed request: the corrected one may use it', async () => {
    const key = newKey()
    expectRefusal(await openWith(key, ' x'), 'VALIDATION400')
    expect((await openWith(key, newReference())).status).toBe(201)
  })

  test.each(['', 'with space', 'x'.repeat(256), 'clé'])(
    'of %j is VALIDATION400: 1 to 255 visible ASCII characters',
    async (key) => {
      const answer = await openWith(key, newReference())
      expectRefusal(answer, 'VALIDATION400')
      expect(answer.body.details?.[0]?.path).toBe('Idempotency-Key')
    },
  )

  test('may have 255 characters', async () => {
    expect((await openWith('~'.repeat(255), newReference())).status).toBe(201)
  })
})

describe('an Idempotency-Key on confirm, cancel and fail (D21)', () => {
  test.each(['confirm', 'cancel', 'fail'] as const)('%s: the same answer again', async (cause) => {
    const { paymentId } = await open()
    const key = newKey()
    const first = await changeWith(key, cause, paymentId)
    const again = await changeWith(key, cause, paymentId)
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  })

  test('confirm: also after a refund', async () => {
    const { paymentId } = await open()
    const key = newKey()
    const first = await changeWith(key, 'confirm', paymentId, { amount: 599.8 })
    await scene.platform.refund(paymentId)
    const again = await changeWith(key, 'confirm', paymentId, { amount: 599.8 })
    expect([again.status, again.text]).toEqual([200, first.text])
  })

  test('another body, another cause or another payment is 422', async () => {
    const [one, other] = [await open(), await open()]
    const key = newKey()
    await changeWith(key, 'confirm', one.paymentId, { amount: 599.8 })
    for (const answer of [
      await changeWith(key, 'confirm', one.paymentId, { amount: 1 }),
      await changeWith(key, 'confirm', one.paymentId),
      await changeWith(key, 'cancel', one.paymentId),
      await changeWith(key, 'confirm', other.paymentId, { amount: 599.8 }),
      await openWith(key, newReference()),
    ]) {
      expectRefusal(answer, 'IDEMPOTENCY422_KEY_REUSED')
    }
    expect((await scene.platform.payment(scene.channel, other.paymentId)).body.stage).toBe('locked')
  })

  test('a refusal is kept: LOCK_LOST stays LOCK_LOST, WRONG_STAGE stays WRONG_STAGE, and each is recorded once', async () => {
    const { platform, channel } = scene
    const [lost, wrong] = [await open(), await open()]
    const [lostKey, wrongKey] = [newKey(), newKey()]
    await platform.change(channel, 'cancel', wrong.paymentId)
    await platform.clock.advanceTo(lost.lockReleaseTime)
    for (let round = 0; round < 3; round += 1) {
      const first = await changeWith(lostKey, 'confirm', lost.paymentId)
      expectRefusal(first, 'PAYMENT409_LOCK_LOST')
      const second = await changeWith(wrongKey, 'confirm', wrong.paymentId)
      expectRefusal(second, 'PAYMENT409_WRONG_STAGE')
    }
    for (const { paymentId } of [lost, wrong]) {
      const { timeline } = await platform.operator(`/payments/${paymentId}`)
      expect(timeline.filter((item: any) => item.kind === 'refusal')).toHaveLength(1)
    }
  })

  test('a mismatch is kept under its key, and the right amount confirms under another', async () => {
    const { paymentId } = await open()
    const key = newKey()
    const wrong = await changeWith(key, 'confirm', paymentId, { amount: 1 })
    expectRefusal(wrong, 'PAYMENT409_AMOUNT_MISMATCH')
    expectRefusal(
      await changeWith(key, 'confirm', paymentId, { amount: 599.8 }),
      'IDEMPOTENCY422_KEY_REUSED',
    )
    const right = await changeWith(newKey(), 'confirm', paymentId, { amount: 599.8 })
    expect(right.body.stage).toBe('paid')
  })

  test('on different payments at once confirms one of them; the others stay locked', async () => {
    const { platform, channel } = scene
    const node = await platform.startNode()
    const payments = await Promise.all(Array.from({ length: 8 }, () => open()))
    const headers = { 'idempotency-key': newKey() }
    const answers = await Promise.all(
      payments.map(({ paymentId }, index) =>
        (index % 2 === 0 ? platform : node).change(channel, 'confirm', paymentId, { headers }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const [index, answer] of answers.entries()) {
      const { body } = await platform.payment(channel, payments[index]!.paymentId)
      expect(body.stage).toBe(answer.status === 200 ? 'paid' : 'locked')
      if (answer.status !== 200) expectRefusal(answer, 'IDEMPOTENCY422_KEY_REUSED')
    }
    await node.stop()
  })

  test('sixteen equal confirms at once, on two processes, are one answer and one event', async () => {
    const { platform, channel } = scene
    const node = await platform.startNode()
    const { paymentId } = await open()
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        (index % 2 === 0 ? platform : node).change(channel, 'confirm', paymentId, {
          headers: { 'idempotency-key': key },
        }),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const { items } = await platform.operator(`/webhook-events?paymentId=${paymentId}`)
    expect(items).toHaveLength(2)
    await node.stop()
  })

  test('is kept for 24 hours', async () => {
    const { platform } = scene
    const { paymentId } = await open()
    const key = newKey()
    await changeWith(key, 'confirm', paymentId)
    await platform.clock.advance(24 * 3600 - 60)
    expectRefusal(await changeWith(key, 'cancel', paymentId), 'IDEMPOTENCY422_KEY_REUSED')
    await platform.clock.advance(61)
    expectRefusal(await changeWith(key, 'cancel', paymentId), 'PAYMENT409_WRONG_STAGE')
  })
})

describe('a request without an answer (W195)', () => {
  const find = async (key: string, options: { partner?: boolean; by?: TestChannel } = {}) => {
    const { partner = true, by = scene.channel } = options
    const query = partner ? `?partnerId=${scene.partner.partnerId}` : ''
    const path = `/channel/v1/requests/${key}${query}`
    return (await scene.platform.call('GET', path, { key: by.apiKey })).body
  }

  test('is found by its key, with the payment as it is now, and nothing is done', async () => {
    const { platform, partner, channel } = scene
    const reference = newReference()
    const key = newKey()
    expect(await find(key)).toMatchObject({ key, state: 'unknown', did: null, payment: null })
    expect((await platform.status(partner, reference)).body.stage).toBe('not_found')
    const { paymentId } = (await openWith(key, reference)).body
    const opened = { state: 'answered', did: 'open', error: null }
    expect(await find(key)).toMatchObject({ ...opened, payment: { paymentId, stage: 'locked' } })
    const confirming = newKey()
    await changeWith(confirming, 'confirm', paymentId)
    const paid = { paymentId, stage: 'paid' }
    expect(await find(confirming)).toMatchObject({ did: 'confirm', error: null, payment: paid })
    expect(await find(key)).toMatchObject({ ...opened, payment: paid })
    const refused = newKey()
    await openWith(refused, reference)
    const said = { state: 'answered', error: 'REFERENCE409_ALREADY_PAID', payment: null }
    expect(await find(refused)).toMatchObject(said)
    const other = await platform.createChannel('AGENCY')
    expect(await find(key, { by: other })).toMatchObject({ state: 'unknown' })
    expect(channel).not.toEqual(other)
  })

  test('about no partner has its first answer', async () => {
    const { platform, channel } = scene
    const key = newKey()
    const made = await platform.call('POST', '/channel/v1/agents', {
      key: channel.apiKey,
      body: { name: 'Karim' },
      headers: { 'idempotency-key': key },
    })
    const found = await find(key, { partner: false })
    expect(found).toMatchObject({ state: 'answered', did: 'other', answer: made.body })
    expect(await find(key)).toMatchObject({ state: 'unknown' })
  })
})
