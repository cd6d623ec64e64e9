/** Shifts, counts and variances over HTTP (D30). */
import { beforeEach, describe, expect, test } from 'vitest'
import { atOnce, balance, cashOf, giveCash } from './support/custody.ts'
import type { Answer } from './support/node.ts'
import { expectRefusal, useScene } from './support/scene.ts'
import { notesOf, openTill, type Till } from './support/till.ts'

const scene = useScene()

let till: Till
let stranger: Till

beforeEach(async () => {
  till = await openTill(scene)
  stranger = await openTill(scene)
})

const operator = (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> =>
  scene.platform.call(method, `/operator/v1${path}`, {
    key: scene.platform.operatorKey,
    ...(body !== undefined && { body }),
    headers,
  })

const decide = (varianceId: string, outcome: string, reason = 'Seen with Karim.') =>
  operator('POST', `/variances/${varianceId}/decide`, { outcome, reason })

const shiftNow = async (shiftId: string): Promise<any> =>
  (await till.call('GET', `/shifts/${shiftId}`)).body

/** A counted shift that is this many dinars off. */
const countedOff = async (dinars: number): Promise<Record<string, string>> => {
  const { agentId, shiftId } = await till.onShift()
  await till.collect(agentId, 1000)
  const { body } = await till.count(shiftId, 1000 + dinars)
  return { agentId, shiftId, varianceId: body.count.varianceId }
}

describe('a shift', () => {
  test('starts with a float from the safe, and is seen by its channel and by operators', async () => {
    const agentId = await till.agent()
    const { pool } = scene.platform
    await giveCash(pool, till.safe, 6_000_00)
    const headers = { 'idempotency-key': 'start' }
    const body = { agentId, float: 5000 }
    const started = await till.call('POST', '/shifts', body, headers)
    expect(started.status).toBe(201)
    expect(started.body).toEqual({
      shiftId: expect.stringMatching(/0{8}$/),
      channelId: till.channel.channelId,
      agentId,
      status: 'open',
      float: 5000,
      openedAt: expect.stringMatching(/Z$/),
      countingAt: null,
      countedAt: null,
      reviewedAt: null,
      closedAt: null,
      count: null,
    })
    expect((await till.call('POST', '/shifts', body, headers)).body).toEqual(started.body)
    expect([await cashOf(pool, agentId), await cashOf(pool, till.safe)]).toEqual([500_000, 100_000])
    const { shiftId } = started.body
    expect((await till.call('GET', `/shifts/${shiftId}`)).body).toEqual(started.body)
    expect((await operator('GET', `/shifts/${shiftId}`)).body).toEqual(started.body)
    const list = { items: [started.body], nextCursor: null }
    expect((await till.call('GET', '/shifts?status=open')).body).toEqual(list)
    expect((await till.call('GET', '/shifts?status=closed')).body.items).toEqual([])
    const ofAgent = await operator('GET', `/shifts?agentId=${agentId}`)
    expect(ofAgent.body).toEqual(list)
    expect((await stranger.call('GET', '/shifts')).body.items).toEqual([])
  })

  test('is refused without enough cash in the safe, and for an agent who cannot have it', async () => {
    const agentId = await till.agent()
    const start = (body: Record<string, unknown>) => till.call('POST', '/shifts', body)
    expectRefusal(await start({ agentId, float: 0.01 }), 'CASH409_NOT_ENOUGH')
    expectRefusal(await start({ agentId, float: -1 }), 'VALIDATION400')
    expectRefusal(await start({ agentId }), 'VALIDATION400')
    const elsewhere = await stranger.agent()
    expectRefusal(await start({ agentId: elsewhere, float: 0 }), 'AGENT404_NOT_FOUND')
    await till.call('PATCH', `/agents/${agentId}`, { status: 'inactive' })
    expectRefusal(await start({ agentId, float: 0 }), 'AGENT409_INACTIVE')
    await till.call('PATCH', `/agents/${agentId}`, { status: 'active' })
    const shiftId = await till.shift(agentId)
    const again = await start({ agentId, float: 0 })
    expectRefusal(again, 'SHIFT409_ALREADY_OPEN')
    expect(again.body.shiftId).toBe(shiftId)
  })

  test('starts once, however many requests start it at once, and takes one float', async () => {
    const agentId = await till.agent()
    const { pool } = scene.platform
    await giveCash(pool, till.safe, 1_000_00)
    const start = () => till.call('POST', '/shifts', { agentId, float: 100 })
    const answers = await atOnce(
      pool,
      `select pg_advisory_xact_lock(hashtextextended('cash ${agentId}', 0))`,
      Array.from({ length: 4 }, () => start),
    )
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(3)
    for (const answer of refused) expectRefusal(answer, 'SHIFT409_ALREADY_OPEN')
    expect([await cashOf(pool, agentId), await cashOf(pool, till.safe)]).toEqual([10_000, 90_000])
  })

  test('takes no more from the safe than is there, when two agents start at once', async () => {
    const { pool } = scene.platform
    await giveCash(pool, till.safe, 150_00)
    const agents = [await till.agent(), await till.agent()]
    const answers = await atOnce(
      pool,
      `select pg_advisory_xact_lock(hashtextextended('cash ${till.safe}', 0))`,
      agents.map((agentId) => () => till.call('POST', '/shifts', { agentId, float: 100 })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await cashOf(pool, till.safe)).toBe(50_00)
  })
})

describe('a count', () => {
  test('is blind: nothing says what to find before it is made', async () => {
    const { agentId, shiftId } = await till.onShift(5000)
    await till.collect(agentId, 8642.5)
    const begun = await till.call('POST', `/shifts/${shiftId}/count`)
    expect(begun.body).toMatchObject({ status: 'counting', count: null })
    expect((await till.call('POST', `/shifts/${shiftId}/count`, {})).body).toEqual(begun.body)
    expectRefusal(await till.open({ agentId }), 'AGENT409_NOT_ON_SHIFT')
    const seen = [
      begun.text,
      (await till.call('GET', `/shifts/${shiftId}`)).text,
      (await till.call('GET', '/shifts')).text,
      (await till.call('GET', '/cash')).text,
      (await operator('GET', `/channels/${till.channel.channelId}/cash`)).text,
    ].join()
    expect(seen).not.toContain('13642.5')
    expect((await till.cash()).items).toEqual([
      expect.objectContaining({ agentId, shiftId, amount: null, heldSince: null }),
    ])
    const counted = await till.count(shiftId, 13_642.5)
    expect(counted.body.count).toMatchObject({
      expected: 13_642.5,
      difference: 0,
      varianceId: null,
    })
    expect((await till.cash()).items).toEqual([
      expect.objectContaining({ agentId, shiftId: null, amount: 13_642.5 }),
    ])
  })

  test('without a difference closes the shift, and the next one may start before that', async () => {
    const { agentId, shiftId } = await till.onShift()
    await till.collect(agentId, 700)
    const counted = await till.count(shiftId, 700)
    expect(counted.body).toMatchObject({
      status: 'counted',
      count: { counted: 700, expected: 700, difference: 0, denominations: { '500': 1, '200': 1 } },
    })
    const next = await till.shift(agentId)
    const closed = await till.call('POST', `/shifts/${shiftId}/close`)
    expect(closed.body).toMatchObject({ status: 'closed', closedAt: expect.any(String) })
    expect((await till.call('POST', `/shifts/${shiftId}/close`)).body).toEqual(closed.body)
    expect((await shiftNow(next)).status).toBe('open')
  })

  test('is made once: the same again gets the same answer, another one is refused', async () => {
    const { shiftId } = await till.onShift(300)
    const made = await till.count(shiftId, 300)
    const again = await till.call('POST', `/shifts/${shiftId}/count`, {
      denominations: { ...notesOf(300), '5': 0 },
    })
    expect([again.status, again.body]).toEqual([200, made.body])
    expectRefusal(await till.count(shiftId, 299), 'SHIFT409_WRONG_STATUS')
    expectRefusal(await till.call('POST', `/shifts/${shiftId}/count`), 'SHIFT409_WRONG_STATUS')
    await till.call('POST', `/shifts/${shiftId}/close`)
    expect((await till.count(shiftId, 300)).body).toMatchObject({ status: 'closed' })
  })

  test('is made once, when two are sent at once', async () => {
    const { agentId, shiftId } = await till.onShift()
    await till.collect(agentId, 100)
    const answers = await atOnce(
      scene.platform.pool,
      `select from shifts where shift_id = '${shiftId}' for update`,
      [90, 80].map((dinars) => () => till.count(shiftId, dinars)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const { count } = await shiftNow(shiftId)
    expect(await cashOf(scene.platform.pool, agentId)).toBe(count.counted * 100)
  })

  test('keeps the open payments; one confirmed later belongs to the next shift', async () => {
    const { agentId, shiftId } = await till.onShift()
    await till.collect(agentId, 400)
    const reference = `OPEN-${shiftId}`
    scene.server.prices.set(reference, 250.5)
    const { paymentId } = (await till.open({ agentId, reference })).body
    const counted = await till.count(shiftId, 400)
    expect(counted.body.count.openPayments).toEqual([{ paymentId, amount: 250.5 }])
    const late = await till.confirm(paymentId)
    expect(late.body).toMatchObject({ stage: 'paid', warnings: ['AGENT_NOT_ON_SHIFT'] })
    const next = await till.shift(agentId)
    expect((await till.count(next, 250.5)).body.count).toMatchObject({
      expected: 650.5,
      difference: -400,
      openPayments: [],
    })
    expect((await shiftNow(shiftId)).count).toEqual(counted.body.count)
  })

  test.each([
    [{ denominations: { '3000': 1 } }],
    [{ denominations: { '2000': -1 } }],
    [{ denominations: [] }],
    [{ counted: 5 }],
  ])('cannot be %j', async (body) => {
    const { shiftId } = await till.onShift()
    expectRefusal(await till.call('POST', `/shifts/${shiftId}/count`, body), 'VALIDATION400')
    expect((await shiftNow(shiftId)).status).toBe('open')
  })
})

describe('a difference', () => {
  test('waits for an operator, who charges the agent; the agent pays it (money.md: Counter)', async () => {
    const { pool } = scene.platform
    const { agentId, shiftId } = await till.onShift(5000)
    await till.collect(agentId, 10_000)
    const { body } = await till.count(shiftId, 14_800)
    expect(body.count).toMatchObject({ counted: 14_800, expected: 15_000, difference: -200 })
    const { varianceId } = body.count
    expect([await cashOf(pool, agentId), await balance(pool, 'variance', varianceId)]).toEqual([
      14_800_00, 200_00,
    ])
    expectRefusal(await till.call('POST', `/shifts/${shiftId}/close`), 'SHIFT409_VARIANCE_OPEN')
    const open = await operator('GET', `/variances?status=open&channelId=${till.channel.channelId}`)
    expect(open.body.items).toEqual([
      expect.objectContaining({ varianceId, holder: agentId, sourceId: shiftId, kind: 'short' }),
    ])
    const decided = await decide(varianceId, 'agent_receivable')
    expect(decided.body).toMatchObject({ status: 'decided', outcome: 'agent_receivable' })
    expect((await shiftNow(shiftId)).status).toBe('reviewed')
    expect((await till.call('POST', `/shifts/${shiftId}/close`)).body.status).toBe('closed')
    expect(await balance(pool, 'agent_receivable', agentId)).toBe(200_00)

    const pay = (amount: number, headers = {}) =>
      operator('POST', `/agents/${agentId}/recoveries`, { amount, paidTo: 'bank' }, headers)
    const tooMuch = await pay(200.01)
    expectRefusal(tooMuch, 'AGENT409_OWES_LESS')
    expect(tooMuch.body.owed).toBe(200)
    const headers = { 'idempotency-key': 'pays' }
    const paid = await pay(150, headers)
    expect(paid.status).toBe(201)
    expect(paid.body).toMatchObject({ agentId, amount: 150, paidTo: 'bank', stillOwed: 50 })
    expect((await pay(150, headers)).body).toEqual(paid.body)
    const rest = { amount: 50, paidTo: 'safe' }
    const last = await operator('POST', `/agents/${agentId}/recoveries`, rest)
    expect(last.body.stillOwed).toBe(0)
    expect(await cashOf(pool, till.safe)).toBe(50_00)
    expectRefusal(await pay(0.01), 'AGENT409_OWES_LESS')
    expectRefusal(
      await operator('POST', '/agents/agt_2147483647/recoveries', rest),
      'AGENT404_NOT_FOUND',
    )
  })

  test('within the tolerance of the channel is decided at once', async () => {
    const { channelId } = till.channel
    expect((await operator('PATCH', `/channels/${channelId}`, { countTolerance: 5 })).status).toBe(
      200,
    )
    const short = await countedOff(-5)
    expect((await operator('GET', `/variances/${short['varianceId']}`)).body).toMatchObject({
      status: 'decided',
      outcome: 'over_short',
      decidedBy: 'tolerance',
      tolerance: 5,
    })
    // What decided stays with it, whatever the tolerance becomes.
    await operator('PATCH', `/channels/${channelId}`, { countTolerance: 4.99 })
    const decided = await operator('GET', `/variances/${short['varianceId']}`)
    expect(decided.body.tolerance).toBe(5)
    await operator('PATCH', `/channels/${channelId}`, { countTolerance: 5 })
    const over = await countedOff(4.99)
    expect(await balance(scene.platform.pool, 'over_short', channelId)).toBe(1)
    for (const shiftId of [short['shiftId'], over['shiftId']]) {
      const closed = await till.call('POST', `/shifts/${shiftId}/close`)
      expect(closed.body).toMatchObject({ status: 'closed', reviewedAt: null })
    }
    const beyond = await countedOff(-5.01)
    expect((await operator('GET', `/variances/${beyond['varianceId']}`)).body).toMatchObject({
      status: 'open',
      tolerance: null,
    })
  })

  test('that is a surplus is the channel’s gain, or waits as a case for its payer', async () => {
    const { pool } = scene.platform
    const gain = (await countedOff(70))['varianceId'] as string
    expectRefusal(await decide(gain, 'agent_receivable'), 'VARIANCE409_WRONG_OUTCOME')
    expect((await decide(gain, 'over_short')).status).toBe(200)
    expect(await balance(pool, 'over_short', till.channel.channelId)).toBe(-70_00)
    const held = await decide((await countedOff(30))['varianceId'] as string, 'payer_held')
    expect(held.body).toMatchObject({ outcome: 'payer_held', caseId: expect.any(String) })
    expect(await balance(pool, 'payer_held', held.body.caseId)).toBe(-30_00)
  })

  test('is decided once, by another person than who counted', async () => {
    const { varianceId = '' } = await countedOff(-10)
    expectRefusal(await decide(varianceId, 'payer_held'), 'VARIANCE409_WRONG_OUTCOME')
    await scene.platform.pool.query(
      `update variances set found_by = (select holder from operator_api_keys limit 1)
      where variance_id = $1`,
      [varianceId],
    )
    expectRefusal(await decide(varianceId, 'over_short'), 'APPROVAL409_SAME_PERSON')
    const made = await operator('POST', '/operator-keys', { name: `Amina ${varianceId}` })
    const ask = (outcome: string) =>
      scene.platform.call('POST', `/operator/v1/variances/${varianceId}/decide`, {
        key: made.body.apiKey,
        body: { outcome, reason: 'Seen.' },
      })
    const decided = await ask('over_short')
    expect(decided.body).toMatchObject({ status: 'decided', decidedBy: `Amina ${varianceId}` })
    expect((await ask('over_short')).body).toEqual(decided.body)
    expectRefusal(await ask('agent_receivable'), 'VARIANCE409_DECIDED')
    expect(await balance(scene.platform.pool, 'variance', varianceId)).toBe(0)
    expectRefusal(await decide(scene.partner.partnerId, 'over_short'), 'VARIANCE404_NOT_FOUND')
  })
})

/** What can be asked of a shift, and in which status it is allowed. */
const ACTIONS = {
  begin: { path: 'count', body: undefined, allowed: ['open', 'counting'] },
  count: {
    path: 'count',
    body: { denominations: notesOf(1) },
    allowed: ['open', 'counting', 'counted', 'reviewed', 'closed'],
  },
  'count otherwise': {
    path: 'count',
    body: { denominations: notesOf(2) },
    allowed: ['open', 'counting'],
  },
  close: { path: 'close', body: undefined, allowed: ['reviewed', 'closed'] },
} as const

const STATUSES = ['open', 'counting', 'counted', 'reviewed', 'closed'] as const

/** A shift in this status, with a difference: 1 was counted, and 0 expected. */
const shiftIn = async (status: (typeof STATUSES)[number]): Promise<string> => {
  const { shiftId } = await till.onShift()
  const place = STATUSES.indexOf(status)
  if (place >= 1) await till.call('POST', `/shifts/${shiftId}/count`)
  if (place >= 2) await till.count(shiftId, 1)
  if (place >= 3) await decide((await shiftNow(shiftId)).count.varianceId, 'over_short')
  if (place >= 4) await till.call('POST', `/shifts/${shiftId}/close`)
  expect((await shiftNow(shiftId)).status).toBe(status)
  return shiftId
}

/** An address for each story: one address may send few wrong keys. */
const FROM = {
  open: '192.0.2.1',
  counting: '192.0.2.2',
  counted: '192.0.2.3',
  reviewed: '192.0.2.4',
  closed: '192.0.2.5',
} as const

describe('every step of a shift', () => {
  test.each(STATUSES)('is allowed or refused as it should be: %s', async (status) => {
    for (const [name, { path, body, allowed }] of Object.entries(ACTIONS)) {
      const shiftId = await shiftIn(status)
      const before = await shiftNow(shiftId)
      const answer = await till.call('POST', `/shifts/${shiftId}/${path}`, body)
      const isAllowed = (allowed as readonly string[]).includes(status)
      expect([name, answer.status]).toEqual([name, isAllowed ? 200 : 409])
      if (isAllowed) continue
      const isWaiting = path === 'close' && status === 'counted'
      expectRefusal(answer, isWaiting ? 'SHIFT409_VARIANCE_OPEN' : 'SHIFT409_WRONG_STATUS')
      expect(await shiftNow(shiftId)).toEqual(before)
    }
  })

  test.each(STATUSES)('belongs to the channel alone, whatever key is used: %s', async (status) => {
    const shiftId = await shiftIn(status)
    const before = await shiftNow(shiftId)
    const { platform, partner } = scene
    for (const { path, body } of Object.values(ACTIONS)) {
      const ask = (key: string | null) =>
        platform.call('POST', `/channel/v1/shifts/${shiftId}/${path}`, {
          key,
          ...(body !== undefined && { body }),
          headers: { 'x-forwarded-for': FROM[status] },
        })
      expectRefusal(await ask(stranger.channel.apiKey), 'SHIFT404_NOT_FOUND')
      for (const key of [platform.operatorKey, partner.apiKey, 'wasl_chn_unknown', null]) {
        expectRefusal(await ask(key), 'CHANNEL401_UNAUTHORIZED')
      }
    }
    const read = await stranger.call('GET', `/shifts/${shiftId}`)
    expectRefusal(read, 'SHIFT404_NOT_FOUND')
    for (const key of [till.channel.apiKey, partner.apiKey, null]) {
      const path = `/operator/v1/variances/${shiftId}/decide`
      const headers = { 'x-forwarded-for': FROM[status] }
      const answer = await platform.call('POST', path, { key, body: {}, headers })
      expectRefusal(answer, 'OPERATOR401_UNAUTHORIZED')
    }
    expect(await shiftNow(shiftId)).toEqual(before)
  })
})

describe('the cash of a channel', () => {
  test('is listed by holder, with its age, for the channel and for operators', async () => {
    const { agentId, shiftId } = await till.onShift(100)
    const idle = await till.agent()
    await till.collect(agentId, 50)
    await till.collect(null, 20)
    const seen = await till.cash()
    const heldSince = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    expect(seen).toEqual({
      safe: { amount: 0, heldSince: null },
      channel: { amount: 20, heldSince },
      items: [
        {
          agentId,
          name: 'Karim',
          status: 'active',
          shiftId,
          shiftOpenedAt: expect.any(String),
          openPayments: 0,
          lastSeenAt: null,
          amount: 150,
          heldSince,
        },
        {
          agentId: idle,
          name: 'Karim',
          status: 'active',
          shiftId: null,
          shiftOpenedAt: null,
          openPayments: 0,
          lastSeenAt: null,
          amount: 0,
          heldSince: null,
        },
      ],
      nextCursor: null,
    })
    expect((await operator('GET', `/channels/${till.channel.channelId}/cash`)).body).toEqual(seen)
    const page = (await till.call('GET', '/cash?limit=1')).body
    expect(page.items).toEqual(seen.items.slice(0, 1))
    const next = (await till.call('GET', `/cash?limit=1&cursor=${page.nextCursor}`)).body
    expect(next).toEqual({ ...seen, items: seen.items.slice(1) })
    expect((await stranger.cash()).items).toEqual([])
    expectRefusal(await operator('GET', '/channels/chn_2147483647/cash'), 'CHANNEL404_NOT_FOUND')
  })
})
