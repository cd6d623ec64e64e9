/** Cash whose confirmation was refused, over HTTP (D30). */
import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce, balance, cashOf } from './support/custody.ts'
import { newReference, type Answer } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { openTill, type Till } from './support/till.ts'

const LOCK_SECONDS = 900

const scene = useScene({ lockSeconds: LOCK_SECONDS })

let till: Till
let stranger: Till
/** A courier, and an employee at the counter. */
let courier: string
let employee: string

beforeEach(async () => {
  till = await openTill(scene)
  stranger = await openTill(scene)
  courier = (await till.onShift()).agentId
  employee = (await till.onShift()).agentId
})

const operator = (method: string, path: string, body?: unknown): Promise<Answer> =>
  scene.platform.call(method, `/operator/v1${path}`, {
    key: scene.platform.operatorKey,
    ...(body !== undefined && { body }),
  })

const resolve = (caseId: string, resolution: Record<string, string>): Promise<Answer> =>
  operator('POST', `/cases/${caseId}/resolve`, resolution)

const TAKEN_AT = '2026-11-21T09:16:00.000Z'

const report = (
  paymentId: string,
  { by = courier, amount = 6000, headers = {} }: Record<string, any> = {},
): Promise<Answer> =>
  till.call(
    'POST',
    `/payments/${paymentId}/taken`,
    { amount, takenBy: by, takenAt: TAKEN_AT },
    headers,
  )

/** The courier's payment of 6,000 dinars, whose lock lapsed before the confirmation. */
const lostLock = async (
  reference = newReference('LOST'),
): Promise<{ paymentId: string; reference: string }> => {
  if (!scene.server.prices.has(reference)) scene.server.prices.set(reference, 6000)
  const { paymentId } = (await till.open({ reference, agentId: courier })).body
  await scene.platform.clock.advance(LOCK_SECONDS + 1)
  const refused = await till.confirm(paymentId, { takenBy: courier })
  expectRefusal(refused, 'PAYMENT409_LOCK_LOST')
  expect(refused.body.errorMessage).toContain('/taken')
  return { paymentId, reference }
}

/** The same, reported by the courier. */
const openCase = async (): Promise<{ caseId: string; paymentId: string; reference: string }> => {
  const lost = await lostLock()
  const reported = await report(lost.paymentId)
  expect(reported.status).toBe(201)
  return { ...lost, caseId: reported.body.caseId }
}

const readCase = async (caseId: string): Promise<any> =>
  (await operator('GET', `/cases/${caseId}`)).body

/** Another payment of the reference, confirmed by this agent. */
const confirmAgain = async (reference: string, agentId: string, body = {}): Promise<string> => {
  const { paymentId } = (await till.open({ reference, agentId })).body
  expect((await till.confirm(paymentId, body)).status).toBe(200)
  return paymentId
}

describe('cash whose confirmation was refused', () => {
  test('is in custody until the payer has it back (money.md: Lost lock)', async () => {
    const { pool } = scene.platform
    const { paymentId, reference } = await lostLock()
    const paid = await confirmAgain(reference, employee)
    expectRefusal(await till.open({ reference, agentId: courier }), 'REFERENCE409_ALREADY_PAID')
    const payable = await balance(pool, 'partner_payable', scene.partner.partnerId)

    const headers = { 'idempotency-key': 'lost' }
    const reported = await report(paymentId, { headers })
    expect(reported.status).toBe(201)
    expect(reported.body).toEqual({
      caseId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      channelId: till.channel.channelId,
      partnerId: scene.partner.partnerId,
      paymentId,
      varianceId: null,
      amount: 6000,
      takenBy: courier,
      takenAt: TAKEN_AT,
      reportedAt: expect.stringMatching(/Z$/),
      status: 'open',
      confirmedBy: null,
      givenBackBy: null,
      resolvedAt: null,
      resolvedBy: null,
    })
    const { caseId } = reported.body
    expect((await report(paymentId, { headers })).body).toEqual(reported.body)
    expect((await report(paymentId)).body).toEqual(reported.body)
    expect([
      await cashOf(pool, courier),
      await cashOf(pool, employee),
      await balance(pool, 'payer_held', caseId),
    ]).toEqual([6_000_00, 6_000_00, -6_000_00])

    const seen = async () => (await operator('GET', `/payments/${paymentId}`)).body
    expect(await seen()).toMatchObject({ stage: 'released', hasOpenCase: true })
    const listed = await operator('GET', `/payments?referenceBegins=${reference}`)
    const open = listed.body.items.map(({ hasOpenCase }: any) => hasOpenCase)
    // The newer payment of the reference is paid.
    expect(open).toEqual([false, true])

    const offered = await till.call('POST', '/handovers', {
      from: courier,
      to: till.safe,
      amount: 6000,
    })
    const { handoverId, code } = offered.body
    const received = await till.call('POST', `/handovers/${handoverId}/receive`, {
      code,
      counted: 6000,
    })
    expect(received.status).toBe(200)
    expectRefusal(await resolve(caseId, { givenBackBy: courier }), 'CASH409_NOT_ENOUGH')
    const resolved = await resolve(caseId, { givenBackBy: till.safe })
    expect(resolved.body).toMatchObject({ status: 'given_back', givenBackBy: till.safe })
    expect(await seen()).toMatchObject({ stage: 'released', hasOpenCase: false })
    expect((await resolve(caseId, { givenBackBy: till.safe })).body).toEqual(resolved.body)
    expectRefusal(await resolve(caseId, { confirmedBy: paid }), 'CASE409_RESOLVED')
    // What is left is the employee's cash, owed to the partner.
    expect([
      await cashOf(pool, courier),
      await cashOf(pool, till.safe),
      await balance(pool, 'payer_held', caseId),
      await cashOf(pool, employee),
      await balance(pool, 'partner_payable', scene.partner.partnerId),
    ]).toEqual([0, 0, 0, 6_000_00, payable])
  })

  test('counts once when another payment is confirmed with it', async () => {
    const { pool } = scene.platform
    const { caseId, reference } = await openCase()
    const again = await confirmAgain(reference, courier)
    expect(await cashOf(pool, courier)).toBe(12_000_00)
    const resolved = await resolve(caseId, { confirmedBy: again })
    expect(resolved.body).toMatchObject({ status: 'confirmed', confirmedBy: again })
    expect((await resolve(caseId, { confirmedBy: again.toUpperCase() })).body).toEqual(
      resolved.body,
    )
    expect([await cashOf(pool, courier), await balance(pool, 'payer_held', caseId)]).toEqual([
      6_000_00, 0,
    ])
  })

  test('of a bill with centimes is the coins, in the report and in the payment confirmed with it', async () => {
    const { pool } = scene.platform
    const reference = newReference('COINS')
    scene.server.prices.set(reference, 6000.6)
    const { paymentId } = await lostLock(reference)
    const { caseId } = (await report(paymentId, { amount: 6001 })).body
    const again = await confirmAgain(reference, courier, { rounded: true })
    expect(await cashOf(pool, courier)).toBe(12_002_00)
    expect((await resolve(caseId, { confirmedBy: again })).status).toBe(200)
    expect([await cashOf(pool, courier), await balance(pool, 'payer_held', caseId)]).toEqual([
      6_001_00, 0,
    ])
  })

  test('stays with the courier when the counter confirmed the payment for it', async () => {
    const { pool } = scene.platform
    const { caseId, reference } = await openCase()
    const again = await confirmAgain(reference, employee)
    expect((await resolve(caseId, { confirmedBy: again })).status).toBe(200)
    expect([await cashOf(pool, courier), await cashOf(pool, employee)]).toEqual([6_000_00, 0])
  })

  test('is resolved only by a payment that it can have paid, and by a holder that it has', async () => {
    const { caseId, paymentId, reference } = await openCase()
    const other = await openCase()
    scene.server.prices.set(reference, 5999.99)
    const { paymentId: locked } = (await till.open({ reference, agentId: employee })).body
    const elsewhere = await stranger.onShift()
    const foreign = await stranger.collect(elsewhere.agentId, 6000)
    const wrong = [
      paymentId,
      locked,
      await till.collect(courier, 6000),
      foreign,
      await confirmAgain(other.reference, courier),
      '019aa5b1-3080-7abc-8def-0123000003e9',
    ]
    for (const confirmedBy of wrong) {
      expectRefusal(await resolve(caseId, { confirmedBy }), 'CASE409_WRONG_PAYMENT')
    }
    await till.confirm(locked)
    expectRefusal(await resolve(caseId, { confirmedBy: locked }), 'CASE409_WRONG_PAYMENT')
    const strangers = [elsewhere.agentId, stranger.safe, stranger.channel.channelId]
    for (const givenBackBy of [...strangers, 'agt_2147483647']) {
      expectRefusal(await resolve(caseId, { givenBackBy }), 'HOLDER404_NOT_FOUND')
    }
    for (const givenBackBy of [till.safe, till.channel.channelId, 'bank']) {
      expectRefusal(await resolve(caseId, { givenBackBy }), 'CASH409_NOT_ENOUGH')
    }
    const bodies = [{}, { confirmedBy: locked, givenBackBy: courier }, { givenBackBy: 'Karim' }]
    for (const body of bodies)
      expectRefusal(await operator('POST', `/cases/${caseId}/resolve`, body), 'VALIDATION400')
    expect((await readCase(caseId)).status).toBe('open')
    expect((await resolve(caseId, { givenBackBy: courier })).body.status).toBe('given_back')
  })

  test('explains one case with one payment', async () => {
    const first = await openCase()
    // The second attempt of the same reference loses its lock too.
    const { paymentId } = (await till.open({ reference: first.reference, agentId: courier })).body
    await scene.platform.clock.advance(LOCK_SECONDS + 1)
    await till.confirm(paymentId)
    const second = (await report(paymentId)).body
    const paid = await confirmAgain(first.reference, courier)
    const answers = await atOnce(
      scene.platform.pool,
      `select from cases where case_id in ('${first.caseId}', '${second.caseId}') for update`,
      [first.caseId, second.caseId].map((id) => () => resolve(id, { confirmedBy: paid })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
    const cases = [await readCase(first.caseId), await readCase(second.caseId)]
    expect(new Set(cases.map(({ status }) => status))).toEqual(new Set(['confirmed', 'open']))
  })
})

/** The lost lock of a bill whose cash was said to be taken on two devices (W298). */
describe('a payment confirmed in place of a lost one', () => {
  /** The reference is opened again, and confirmed with the cash that was taken for the lost payment. */
  const confirmInstead = async (
    lost: { paymentId: string; reference: string },
    by = courier,
  ): Promise<{ paymentId: string; answer: Answer }> => {
    const { paymentId } = (await till.open({ reference: lost.reference, agentId: by })).body
    return { paymentId, answer: await till.confirm(paymentId, { insteadOf: lost.paymentId }) }
  }

  test('counts its cash once when the other device reports it afterwards', async () => {
    const { pool } = scene.platform
    const lost = await lostLock()
    const { paymentId, answer } = await confirmInstead(lost)
    expect(answer.body).toMatchObject({ stage: 'paid' })
    const reported = await report(lost.paymentId)
    expect(reported.status).toBe(201)
    expect(reported.body).toMatchObject({ status: 'confirmed', confirmedBy: paymentId })
    const again = await till.confirm(paymentId, { insteadOf: lost.paymentId })
    expect(again.body).toEqual(answer.body)
    const { caseId } = reported.body
    expect([await cashOf(pool, courier), await balance(pool, 'payer_held', caseId)]).toEqual([
      6_000_00, 0,
    ])
  })

  test('ends the case that the other device has reported', async () => {
    const { pool } = scene.platform
    const lost = await openCase()
    const { paymentId, answer } = await confirmInstead(lost)
    expect(answer.body).toMatchObject({ stage: 'paid' })
    expect(await readCase(lost.caseId)).toMatchObject({
      status: 'confirmed',
      confirmedBy: paymentId,
      resolvedBy: 'platform',
    })
    expect([await cashOf(pool, courier), await balance(pool, 'payer_held', lost.caseId)]).toEqual([
      6_000_00, 0,
    ])
  })

  test('is refused when the payer has the cash back', async () => {
    const lost = await openCase()
    expect((await resolve(lost.caseId, { givenBackBy: courier })).status).toBe(200)
    const { paymentId, answer } = await confirmInstead(lost)
    expectRefusal(answer, 'CASE409_RESOLVED')
    expect((await till.call('POST', `/payments/${paymentId}/cancel`)).status).toBe(200)
    expect(await cashOf(scene.platform.pool, courier)).toBe(0)
  })

  test('leaves the case of other cash to people, and is confirmed all the same', async () => {
    const { pool } = scene.platform
    // Another agent took this bill, another bill was lost, and this one has become dearer.
    const first = await openCase()
    expect((await confirmInstead(first, employee)).answer.status).toBe(200)
    const second = await openCase()
    const other = { ...second, reference: newReference('OTHER') }
    scene.server.prices.set(other.reference, 6000)
    expect((await confirmInstead(other)).answer.status).toBe(200)
    const third = await openCase()
    scene.server.prices.set(third.reference, 6001)
    expect((await confirmInstead(third)).answer.status).toBe(200)
    const cases = await Promise.all([first, second, third].map(({ caseId }) => readCase(caseId)))
    expect(cases.map(({ status }) => status)).toEqual(['open', 'open', 'open'])
    // Nothing is noted of it either, before it is reported.
    const fourth = await lostLock()
    expect((await confirmInstead(fourth, employee)).answer.status).toBe(200)
    expect((await report(fourth.paymentId)).body.status).toBe('open')
    expect(await cashOf(pool, courier)).toBe(36_001_00)
    expect(await cashOf(pool, employee)).toBe(12_000_00)
  })
})

describe('a report of cash', () => {
  test('is refused where no confirmation was refused, or the payment is not released', async () => {
    const { paymentId: open } = (await till.open({ agentId: courier })).body
    expectRefusal(await report(open), 'CASE409_NOT_REFUSED')
    expectRefusal(await till.confirm(open, { amount: 1 }), 'PAYMENT409_AMOUNT_MISMATCH')
    expectRefusal(await report(open), 'CASE409_NOT_REFUSED')
    const paid = await till.collect(courier, 6000)
    expectRefusal(await till.confirm(paid, { amount: 1 }), 'PAYMENT409_AMOUNT_MISMATCH')
    expectRefusal(await report(paid), 'CASE409_NOT_REFUSED')
    const { paymentId: cancelled } = (await till.open({ agentId: courier })).body
    await till.call('POST', `/payments/${cancelled}/cancel`)
    expectRefusal(await report(cancelled), 'CASE409_NOT_REFUSED')
    expectRefusal(await till.confirm(cancelled), 'PAYMENT409_WRONG_STAGE')
    expect((await report(cancelled)).status).toBe(201)
  })

  test('is refused with another amount or agent than before', async () => {
    const { caseId, paymentId } = await openCase()
    for (const other of [{ amount: 6000.01 }, { by: employee }]) {
      const answer = await report(paymentId, other)
      expectRefusal(answer, 'CASE409_REPORTED_OTHERWISE')
      expect(answer.body.caseId).toBe(caseId)
    }
    const elsewhere = await stranger.agent()
    expectRefusal(await report(paymentId, { by: elsewhere }), 'AGENT404_NOT_FOUND')
    expectRefusal(await report(paymentId, { amount: 0 }), 'VALIDATION400')
  })

  test('without an agent is of the channel itself, which gives it back', async () => {
    const { paymentId } = await lostLock()
    const body = { amount: 6000, takenAt: TAKEN_AT }
    const { channelId } = till.channel
    const reported = await till.call('POST', `/payments/${paymentId}/taken`, body)
    expect(reported.body).toMatchObject({ takenBy: channelId, status: 'open' })
    const resolved = await resolve(reported.body.caseId, { givenBackBy: channelId })
    expect(resolved.body.status).toBe('given_back')
    expect(await cashOf(scene.platform.pool, channelId)).toBe(0)
  })

  test('makes one case, however many are sent at once', async () => {
    const { paymentId } = await lostLock()
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(paymentId)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.caseId}`)).size).toBe(1)
    expect(await cashOf(scene.platform.pool, courier)).toBe(6_000_00)
  })
})

describe('a case', () => {
  test('is seen by its channel and by operators alone, whatever key is used', async () => {
    const { caseId, paymentId } = await openCase()
    const seen = (await till.call('GET', `/cases/${caseId}`)).body
    expect(seen).toEqual(await readCase(caseId))
    expect((await till.call('GET', '/cases?status=open')).body.items).toEqual([seen])
    const ofPartner = `/cases?status=open&partnerId=${scene.partner.partnerId}`
    expect((await operator('GET', ofPartner)).body.items).toContainEqual(seen)
    expect((await stranger.call('GET', '/cases')).body.items).toEqual([])
    expectRefusal(await stranger.call('GET', `/cases/${caseId}`), 'CASE404_NOT_FOUND')
    const taken = { amount: 6000, takenAt: TAKEN_AT }
    expectRefusal(
      await stranger.call('POST', `/payments/${paymentId}/taken`, taken),
      'PAYMENT404_NOT_FOUND',
    )
    const { platform, partner } = scene
    const headers = { 'x-forwarded-for': '192.0.2.9' }
    for (const key of [platform.operatorKey, partner.apiKey, null]) {
      const path = `/channel/v1/payments/${paymentId}/taken`
      expectRefusal(
        await platform.call('POST', path, { key, body: taken, headers }),
        'CHANNEL401_UNAUTHORIZED',
      )
    }
    for (const key of [till.channel.apiKey, partner.apiKey, null]) {
      const path = `/operator/v1/cases/${caseId}/resolve`
      const body = { givenBackBy: courier }
      expectRefusal(
        await platform.call('POST', path, { key, body, headers }),
        'OPERATOR401_UNAUTHORIZED',
      )
    }
    expect(await readCase(caseId)).toEqual(seen)
    expectRefusal(await resolve(paymentId, { givenBackBy: courier }), 'CASE404_NOT_FOUND')
    expectRefusal(await resolve('case-1', { givenBackBy: courier }), 'CASE404_NOT_FOUND')
  })

  test('of a surplus that a count found is given back, or explained by a payment', async () => {
    const { pool } = scene.platform
    for (const way of ['givenBackBy', 'confirmedBy'] as const) {
      const { agentId, shiftId } = await till.onShift()
      const { varianceId } = (await till.count(shiftId, 450)).body.count
      const decided = await operator('POST', `/variances/${varianceId}/decide`, {
        outcome: 'payer_held',
        reason: 'A payer forgot the change.',
      })
      const { caseId } = decided.body
      expect(await readCase(caseId)).toMatchObject({
        partnerId: null,
        paymentId: null,
        varianceId,
        takenBy: agentId,
        amount: 450,
      })
      if (way === 'confirmedBy') await till.shift(agentId)
      const value = way === 'givenBackBy' ? agentId : await till.collect(agentId, 450)
      expect((await resolve(caseId, { [way]: value })).status).toBe(200)
      expect(await balance(pool, 'payer_held', caseId)).toBe(0)
      expect(await cashOf(pool, agentId)).toBe(way === 'givenBackBy' ? 0 : 450_00)
    }
  })
})
